import type { Catalog } from '../state/catalog';
import type { MemberHit } from './members';
import { useListWindow } from '../kit/useListWindow';
import styles from './MemberRows.module.css';

/** Two lines: the member, and the struct that it is in. */
const ROW_PX = 40;
const WINDOW = { rowPx: ROW_PX, headPx: 0, overscanRows: 10 };

/** Members that were found, each with its struct: `f_ref` at byte 176 of `file`. */
export function MemberRows(props: {
  id: string;
  catalog: Catalog;
  hits: readonly MemberHit[];
  cursor: number;
  onPick: (place: number) => void;
}) {
  const { id, catalog, hits, cursor, onPick } = props;
  const { port, onScroll, first, end } = useListWindow(hits, cursor, WINDOW);
  return (
    <div ref={port} className={styles.port} onScroll={onScroll} tabIndex={-1}>
      <div
        id={id}
        className={styles.rows}
        role="listbox"
        aria-label="Members"
        style={{ height: hits.length * ROW_PX }}
      >
        {hits.slice(first, end).map((hit, index) => {
          const place = first + index;
          return (
            // The keyboard's way is the search box, which names the active row.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={place}
              id={`${id}-${place}`}
              className={styles.row}
              role="option"
              tabIndex={-1}
              aria-selected={place === cursor}
              aria-posinset={place + 1}
              aria-setsize={hits.length}
              style={{ transform: `translateY(${place * ROW_PX}px)`, height: ROW_PX }}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(place)}
            >
              <b title={`${catalog.names[hit.row] ?? ''}.${hit.name}`}>
                <small>{catalog.names[hit.row]}.</small>
                {hit.name}
              </b>
              <span title={hit.typeName}>
                {offsetText(hit)} · {hit.typeName}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** `176`, or `12:3` for a bit-field, as pahole has it. */
function offsetText({ offsetBits }: MemberHit): string {
  const bit = offsetBits % 8;
  return `${Math.floor(offsetBits / 8)}${bit === 0 ? '' : `:${bit}`}`;
}
