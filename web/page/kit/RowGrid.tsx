import { useId, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Table.module.css';
import { useListWindow } from './useListWindow';
import { rowForKey } from './windowing';

const ROW_PX = 28;
/** In a low window the table takes no less, unless it is shorter. */
const LEAST_PX = 100;
// The header sticks to the top.
const WINDOW = { rowPx: ROW_PX, headPx: ROW_PX, overscanRows: 8 };

/** A table with a chosen row, of any length: only the rows in view are drawn. Arrows walk them. */
export function RowGrid<T>(props: {
  label: string;
  rows: readonly T[];
  /** Place of the chosen row; -1 is none. */
  chosen: number;
  onChoose: (row: T) => void;
  /** Its `grid-template-columns`, for the header and the rows. */
  columns: string | undefined;
  /** A `columnheader` for each column. */
  header: ReactNode;
  /** A `gridcell` for each column. */
  cells: (row: T) => ReactNode;
}) {
  const { rows, chosen, onChoose, columns = '' } = props;
  const id = useId();
  const { port, onScroll, heightPx, first, end } = useListWindow(rows, chosen, WINDOW);

  const onKeyDown = (event: KeyboardEvent) => {
    // One row stands under the header, one is kept from the page before.
    const to = rowForKey(event.key, chosen, rows.length, Math.floor(heightPx / ROW_PX) - 2);
    if (to === null || event.altKey || event.target !== event.currentTarget) return;
    event.preventDefault();
    const row = rows[to];
    if (row !== undefined) onChoose(row);
  };

  return (
    <div
      ref={port}
      className={styles.port}
      // What is chosen is shown below; until then there is nothing below to leave room for.
      data-alone={chosen < 0 || undefined}
      style={{ minHeight: Math.min(LEAST_PX, (rows.length + 1) * ROW_PX + 2) }}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div className={`${styles.header} ${columns}`} role="row" aria-rowindex={1}>
        {props.header}
      </div>
      <div className={styles.body} role="rowgroup" style={{ height: rows.length * ROW_PX }}>
        {rows.slice(first, end).map((row, index) => {
          const place = first + index;
          return (
            // The keyboard's way is the grid itself, which names the active row.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={place}
              id={`${id}-${place}`}
              className={`${styles.gridRow} ${columns}`}
              role="row"
              aria-rowindex={place + 2}
              aria-selected={place === chosen}
              style={{ transform: `translateY(${place * ROW_PX}px)`, height: ROW_PX }}
              onClick={() => onChoose(row)}
            >
              {props.cells(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
