import { useId } from 'react';
import type { LineSort } from '../../app/heat/heatState';
import { changeHeat } from '../../app/heat/profileReducers';
import type { LineRow } from '../../analysis/attribute/lineRows';
import { shortSymbol } from '../../analysis/attribute/shortSymbol';
import type { FileId } from '../../layout/ids';
import { useApp, useAppState } from '../kit/context';
import { formatCountWithin } from '../kit/format';
import { useListWindow } from '../list/useListWindow';
import styles from './ProfileView.module.css';

const ROW_PX = 28;
// The header sticks to the top.
const WINDOW = { rowPx: ROW_PX, headPx: ROW_PX, overscanRows: 8 };

/** The contended lines, as many as there may be: only those in view are drawn. Arrows walk them. */
export function LineTable(props: {
  file: FileId;
  rows: readonly LineRow[];
  /** The line whose rows are shown below. */
  open: string | null;
  /** The report counts peer snoops, and no HITM. */
  peer: boolean;
  /** Struct by line. */
  bound: ReadonlyMap<string, string>;
}) {
  const { rows, file } = props;
  const app = useApp();
  const id = useId();
  const place = Math.max(
    0,
    rows.findIndex(({ line }) => line.id === props.open),
  );
  const { port, onScroll, heightPx, first, end } = useListWindow(rows, place, WINDOW);

  const choose = (next: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (row) app.update((state) => changeHeat(state, { line: { file, id: row.line.id } }));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const page = Math.max(1, Math.floor(heightPx / ROW_PX) - 2);
    const to = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      PageDown: place + page,
      PageUp: place - page,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (to === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    choose(to);
  };

  const snoop = props.peer ? 'Peer' : 'HITM';
  return (
    <div
      ref={port}
      className={styles.port}
      role="grid"
      aria-label="Contended cache lines"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows[place] && `${id}-${place}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div className={styles.header} role="row" aria-rowindex={1}>
        <Column>#</Column>
        <Column sort="address">Cacheline</Column>
        <Column sort="snoops" end>
          {snoop} share
        </Column>
        <Column sort="remote" end>
          {snoop} rmt
        </Column>
        <Column sort="local" end>
          {snoop} lcl
        </Column>
        <Column sort="loads" end>
          Loads
        </Column>
        <Column sort="stores" end>
          Stores
        </Column>
        <Column>Functions</Column>
        <Column>Bound to</Column>
      </div>
      <div className={styles.body} role="rowgroup" style={{ height: rows.length * ROW_PX }}>
        {rows.slice(first, end).map((row, index) => (
          <Row
            key={row.line.id}
            id={`${id}-${first + index}`}
            row={row}
            place={first + index}
            open={first + index === place}
            bound={props.bound.get(row.line.id) ?? null}
            onOpen={choose}
          />
        ))}
      </div>
    </div>
  );
}

function Row(props: {
  id: string;
  row: LineRow;
  place: number;
  open: boolean;
  bound: string | null;
  onOpen: (place: number) => void;
}) {
  const { row, place } = props;
  const { counts } = row;
  return (
    // The keyboard's way is the grid, which names the active row.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={props.id}
      className={styles.row}
      role="row"
      tabIndex={-1}
      aria-rowindex={place + 2}
      aria-selected={props.open}
      style={{ transform: `translateY(${place * ROW_PX}px)`, height: ROW_PX }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => props.onOpen(place)}
    >
      <span role="gridcell">{row.rank}</span>
      <span role="gridcell">
        <code>{row.line.id}</code>
      </span>
      <span role="gridcell" className={styles.share}>
        {row.sharePercent === null ? (
          <span className={styles.zero}>·</span>
        ) : (
          <>
            <i style={{ width: `${Math.min(100, row.sharePercent)}%` }} />
            <span>{row.sharePercent.toFixed(1)} %</span>
          </>
        )}
      </span>
      <Count value={counts.hitmRemote + counts.peerRemote} />
      <Count value={counts.hitmLocal + counts.peerLocal} />
      <Count value={row.loads} />
      <Count value={counts.stores} />
      <span
        role="gridcell"
        className={styles.functions}
        title={row.functions
          .slice(0, 12)
          .map((name) => shortSymbol(name))
          .join(', ')}
      >
        {row.functions
          .slice(0, 6)
          .map((name) => shortSymbol(name, 26))
          .join(', ')}
      </span>
      <span role="gridcell" className={styles.boundTo} title={props.bound ?? undefined}>
        {props.bound}
      </span>
    </div>
  );
}

function Count({ value }: { value: number }) {
  return (
    <span role="gridcell" className={value === 0 ? styles.zero : undefined}>
      {formatCountWithin(Math.round(value), 9_999_999)}
    </span>
  );
}

function Column(props: { children: React.ReactNode; sort?: LineSort; end?: boolean }) {
  const { sort } = props;
  const app = useApp();
  const now = useAppState((state) => state.heat.sort);
  if (sort === undefined) return <span role="columnheader">{props.children}</span>;
  const isSorted = now.by === sort;
  const descending = isSorted ? !now.descending : sort !== 'address';
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (now.descending ? 'descending' : 'ascending') : 'none'}
      data-end={props.end || undefined}
    >
      <button
        type="button"
        onClick={() => app.update((state) => changeHeat(state, { sort: { by: sort, descending } }))}
      >
        {props.children}
        {isSorted && <span aria-hidden="true">{now.descending ? ' ↓' : ' ↑'}</span>}
      </button>
    </span>
  );
}
