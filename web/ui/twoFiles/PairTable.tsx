import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { grownBytes } from '../../analysis/compare/fileChange';
import type { FilePair } from '../../analysis/compare/filePairs';
import type { InsidePair } from '../../analysis/compare/insidePair';
import type { PairSort } from '../../app/compare/pairList';
import { grouped } from '../../base/prose';
import { scrollTopToShow, windowOf } from '../list/windowing';
import styles from './TwoFiles.module.css';

const ROW_PX = 28;
const OVERSCAN_ROWS = 8;

export interface Sorting {
  readonly by: PairSort;
  readonly descending: boolean;
}

/** The changed structs, as many as there may be: only those in view are drawn. Arrows walk them. */
export function PairTable(props: {
  pairs: readonly FilePair[];
  inside: ReadonlyMap<FilePair, InsidePair>;
  chosen: FilePair | null;
  sort: Sorting;
  onSort: (by: PairSort) => void;
  onChoose: (pair: FilePair) => void;
}) {
  const { pairs } = props;
  const id = useId();
  const port = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [height, setHeight] = useState(300);
  const place = props.chosen === null ? -1 : pairs.indexOf(props.chosen);

  useLayoutEffect(() => {
    const element = port.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = port.current;
    if (!element || place < 0) return;
    element.scrollTop = scrollTopToShow(
      place,
      element.scrollTop,
      element.clientHeight - ROW_PX,
      ROW_PX,
    );
  }, [place, pairs]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / ROW_PX) - 2);
    const to = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      PageDown: place + page,
      PageUp: place - page,
      Home: 0,
      End: pairs.length - 1,
    }[event.key];
    if (to === undefined || event.altKey || event.target !== event.currentTarget) return;
    event.preventDefault();
    const pair = pairs[Math.max(0, Math.min(pairs.length - 1, to))];
    if (pair) props.onChoose(pair);
  };

  const { first, end } = windowOf(scrollTop, height, ROW_PX, pairs.length, OVERSCAN_ROWS);
  const head = { sort: props.sort, onSort: props.onSort };
  return (
    <div
      ref={port}
      className={styles.port}
      role="grid"
      aria-label="Changed structs"
      aria-rowcount={pairs.length + 1}
      aria-activedescendant={place < 0 ? undefined : `${id}-${place}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div className={styles.header} role="row" aria-rowindex={1}>
        <Head {...head} by="name" label="Struct" />
        <Head {...head} by="before" label="Size before" />
        <Head {...head} by="after" label="after" />
        <Head {...head} by="grown" label="change" />
        <Head {...head} by="lines" label="Lines" />
        <Head {...head} by="crossed" label="Fields on another line" />
      </div>
      <div className={styles.body} role="rowgroup" style={{ height: pairs.length * ROW_PX }}>
        {pairs.slice(first, end).map((pair, index) => (
          <Row
            key={first + index}
            id={`${id}-${first + index}`}
            pair={pair}
            inside={props.inside.get(pair) ?? null}
            place={first + index}
            chosen={first + index === place}
            onChoose={props.onChoose}
          />
        ))}
      </div>
    </div>
  );
}

function Head(props: {
  by: PairSort;
  label: string;
  sort: Sorting;
  onSort: (by: PairSort) => void;
}) {
  const { by, label, sort } = props;
  const order = sort.by === by ? (sort.descending ? 'descending' : 'ascending') : 'none';
  return (
    <span role="columnheader" aria-sort={order}>
      <button type="button" onClick={() => props.onSort(by)}>
        {label}
        {order !== 'none' && <span aria-hidden="true">{sort.descending ? ' ↓' : ' ↑'}</span>}
      </button>
    </span>
  );
}

function Row(props: {
  id: string;
  pair: FilePair;
  inside: InsidePair | null;
  place: number;
  chosen: boolean;
  onChoose: (pair: FilePair) => void;
}) {
  const { pair, inside } = props;
  const { before, after, keyword, name, variant } = pair;
  const both = before !== null && after !== null;
  return (
    // The keyboard's way is the grid itself, which names the active row.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={props.id}
      className={styles.row}
      role="row"
      aria-rowindex={props.place + 2}
      aria-selected={props.chosen}
      style={{ transform: `translateY(${props.place * ROW_PX}px)`, height: ROW_PX }}
      onClick={() => props.onChoose(pair)}
    >
      <span role="gridcell" className={styles.name} title={`${keyword} ${name}`}>
        {keyword !== 'struct' && <small>{keyword} </small>}
        {name}
        {variant > 0 && <small>#{variant}</small>}
      </span>
      <span role="gridcell">{before ? grouped(before.sizeBytes) : '–'}</span>
      <span role="gridcell">{after ? grouped(after.sizeBytes) : '–'}</span>
      <span role="gridcell" className={styles.change}>
        {both ? signed(grownBytes(pair)) : before ? 'only before' : 'only after'}
      </span>
      <span role="gridcell">{linesText(pair)}</span>
      <span role="gridcell">{both ? (inside === null ? '·' : insideText(inside)) : ''}</span>
    </div>
  );
}

function signed(bytes: number): string {
  if (bytes === 0) return '=';
  return bytes > 0 ? `+${grouped(bytes)}` : `−${grouped(-bytes)}`;
}

function linesText({ before, after }: FilePair): string {
  const [old, now] = [before, after].map((side) => (side ? grouped(side.lines) : null));
  if (old === null || now === null || old === now) return `${now ?? old ?? ''}`;
  return `${old} → ${now}`;
}

/** `12`; and where nothing crossed, what else is other. */
function insideText({ crossed, shifted, resized, added, gone }: InsidePair): string {
  if (crossed > 0) return grouped(crossed);
  const other = [
    added > 0 ? `${added} new` : '',
    gone > 0 ? `${gone} gone` : '',
    shifted + resized > 0 ? `${shifted + resized} moved on it` : '',
  ].filter((text) => text !== '');
  return other.length === 0 ? '0' : `0; ${other.join(', ')}`;
}
