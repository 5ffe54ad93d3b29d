import { memo, useCallback } from 'react';
import { keywordOf, labelOf, type Catalog } from '../state/catalog';
import type { HeatColumn } from './heatMarks';
import type { ByStruct } from './byStruct';
import type { HeldColumn } from './heldCounts';
import { typedefOf, type NameQuery } from '../state/nameSearch';
import { FileDot } from '../kit/FileDot';
import { useApp } from '../kit/context';
import { formatCountWithin } from '../kit/format';
import { isRowInView, nameParts } from './structList';
import { useSettledView } from '../kit/useInView';
import { useListWindow } from '../kit/useListWindow';
import { HeatMark } from './HeatMark';
import styles from './StructPanel.module.css';

const OVERSCAN_ROWS = 10;
/** Heights in px; the style sheet takes them from here. */
const ONE_LINE = { rowPx: 28, headPx: 0, overscanRows: OVERSCAN_ROWS };
/** The sizes in several files stand under the name. */
const STACKED = { ...ONE_LINE, rowPx: 40 };

/** The rows in view and a few more, of a list of any length. The search box keeps the focus. */
export function StructRows(props: {
  id: string;
  catalog: Catalog;
  heat: HeatColumn | null;
  /** Shown in the place of lines or heat, where the list is sorted by it; null until it is known. */
  held: HeldColumn | null | undefined;
  rows: Uint32Array;
  /** Where several files list structs; null where one does. */
  grouped: ByStruct | null;
  /** The figures stand under the names. */
  isStacked: boolean;
  query: NameQuery;
  cursor: number;
  onCursor: (place: number) => void;
}) {
  const { catalog, heat, rows, cursor } = props;
  const app = useApp();
  const shown = useSettledView();
  // A new search begins at its best match; a moved cursor stays in view.
  const window = props.isStacked ? STACKED : ONE_LINE;
  const { rowPx } = window;
  const { port, onScroll, heightPx, first, end } = useListWindow(rows, cursor, window);

  const { onCursor } = props;
  const onPick = useCallback(
    (place: number, row: number) => {
      onCursor(place);
      void app.openRow(catalog, row);
    },
    [app, catalog, onCursor],
  );

  const poolSize = Math.ceil(heightPx / rowPx) + 2 * OVERSCAN_ROWS + 2;
  return (
    <div
      ref={port}
      className={styles.port}
      onScroll={onScroll}
      // Scrollable by keyboard through the search box.
      tabIndex={-1}
    >
      <div
        id={props.id}
        className={styles.rows}
        role="listbox"
        aria-label="Structs and unions"
        style={{ height: rows.length * rowPx }}
      >
        {Array.from(rows.subarray(first, end), (row, index) => {
          const place = first + index;
          return (
            <Row
              // Elements are used again as rows scroll out on one side and in on the other.
              key={place % poolSize}
              id={`${props.id}-${row}`}
              catalog={catalog}
              row={row}
              place={place}
              rowPx={rowPx}
              count={rows.length}
              query={props.query}
              own={props.grouped?.rowsOf(row) ?? null}
              isStacked={props.isStacked}
              heat={heat === null ? null : (heat.shares[row] ?? 0)}
              heatOf={heat?.of.get(row)}
              held={props.held && (props.held[row] ?? -1)}
              active={place === cursor}
              current={
                shown !== null &&
                (props.grouped?.rowsOf(row) ?? [row]).some((each) =>
                  isRowInView(shown, catalog, each),
                )
              }
              onPick={onPick}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly catalog: Catalog;
  readonly row: number;
  /** In the list, from 0. */
  readonly place: number;
  readonly rowPx: number;
  readonly count: number;
  readonly query: NameQuery;
  /** The rows of its struct in each file; null where one file lists structs. */
  readonly own: readonly number[] | null;
  readonly isStacked: boolean;
  /** Share of a report, 0 to 1; null while none speaks of any row. */
  readonly heat: number | null;
  /** What the share is of. */
  readonly heatOf: string | undefined;
  /** How many structs hold it: undefined where that is not shown, null until it is known. */
  readonly held: number | null | undefined;
  /** The search box points at it. */
  readonly active: boolean;
  /** It is the struct in view. */
  readonly current: boolean;
  readonly onPick: (place: number, row: number) => void;
}

const Row = memo(function Row({ catalog, row, place, rowPx, ...props }: RowProps) {
  return (
    // The keyboard's way is the search box, which names the active row.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={props.id}
      className={styles.row}
      data-heat={props.heat !== null || undefined}
      data-held={props.held !== undefined || undefined}
      data-files={props.own?.length}
      data-stacked={props.isStacked || undefined}
      role="option"
      tabIndex={-1}
      aria-selected={props.active}
      aria-posinset={place + 1}
      aria-setsize={props.count}
      aria-current={props.current || undefined}
      style={{ transform: `translateY(${place * rowPx}px)`, height: rowPx }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ target }) => props.onPick(place, rowUnder(target) ?? row)}
    >
      <RowName
        catalog={catalog}
        row={row}
        query={props.query}
        // A row of another file than the first names its file where no column does.
        showsFile={
          (catalog.fileOf[row] ?? 0) > 0 &&
          (props.own === null || props.own.every((each) => each < 0))
        }
      />
      {props.own !== null ? (
        <Sizes catalog={catalog} own={props.own} />
      ) : (
        <Amount value={catalog.sizesBytes[row] ?? 0} most={99_999} />
      )}
      {props.own !== null && props.held === undefined && props.heat === null ? null : props.held !==
        undefined ? (
        <Amount value={props.held ?? -1} most={9_999} quietZero />
      ) : props.heat === null ? (
        <Amount value={catalog.lines[row] ?? 0} most={9_999} />
      ) : (
        <HeatMark share={props.heat} of={props.heatOf} />
      )}
      {props.own === null && (
        <>
          <Amount value={catalog.holeBytes[row] ?? -1} most={9_999} quietZero />
          <Amount value={catalog.paddingBytes[row] ?? -1} most={999} quietZero />
        </>
      )}
    </div>
  );
});

function RowName({
  catalog,
  row,
  query,
  showsFile,
}: {
  catalog: Catalog;
  row: number;
  query: NameQuery;
  showsFile: boolean;
}) {
  const name = catalog.names[row] ?? '';
  const keyword = keywordOf(catalog, row);
  const label = labelOf(catalog, row);
  const typedef = typedefOf(catalog, row, query);
  return (
    <span
      className={styles.name}
      title={`${keyword} ${label}${typedef === null ? '' : `, ${typedef}`}`}
    >
      {showsFile && <FileDot id={catalog.files[catalog.fileOf[row] ?? 0]!} />}
      {nameParts(name, query).map(({ text, isMatched }, at) =>
        isMatched ? <mark key={at}>{text}</mark> : text,
      )}
      {label.length > name.length && <small>{label.slice(name.length)}</small>}
      {/* What is cut of a long name is cut at its end. */}
      {keyword !== 'struct' && <small> {keyword}</small>}
      {typedef !== null && <small> {typedef}</small>}
    </span>
  );
}

/** The size of a struct in each file. Where they differ it is seen; a press on one opens that file's. */
function Sizes({ catalog, own }: { catalog: Catalog; own: readonly number[] }) {
  const sizes = own.flatMap((row) => (row < 0 ? [] : (catalog.sizesBytes[row] ?? 0)));
  const differs = new Set(sizes).size > 1;
  return own.map((row, column) =>
    row < 0 ? (
      <span key={column} className={styles.unknown} title="This file does not have it">
        –
      </span>
    ) : (
      <span key={column} data-own={row} className={differs ? styles.differs : undefined}>
        {formatCountWithin(catalog.sizesBytes[row] ?? 0, 99_999)}
      </span>
    ),
  );
}

/** The row of the file whose size was pressed; null beside the sizes. */
function rowUnder(target: EventTarget): number | null {
  const own = target instanceof Element ? target.closest<HTMLElement>('[data-own]') : null;
  return own === null ? null : Number(own.dataset['own']);
}

/** A number of a row; -1 is not known yet. */
function Amount({
  value,
  most,
  quietZero = false,
}: {
  value: number;
  /** What has room in the column; larger ones are shortened. */
  most: number;
  quietZero?: boolean;
}) {
  if (value < 0) return <span className={styles.unknown}>·</span>;
  return (
    <span className={quietZero && value === 0 ? styles.zero : undefined}>
      {formatCountWithin(value, most)}
    </span>
  );
}
