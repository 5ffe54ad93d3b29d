import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MemberPath } from '../../core/layout/ids';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../core/base/prose';
import type { ChangeRow, ChangeSummary } from './changeRows';
import { GAP_PX, tiesByLine, type Comparison, type Column, type LineTie } from './compareScenes';
import { HatchPattern, PictureView } from './PictureView';
import styles from './Compare.module.css';
import { lineBlocks, type LineBlock } from './lineBlocks';

/** Lines drawn at once: a struct of a hundred thousand members has thousands that differ. */
const MOST_AT_FIRST = 60;

/** Every line of one layout above the same line of the next, each as wide as there is room for. */
function LineByLine({ columns }: { columns: readonly Column[] }) {
  const [all, setAll] = useState(false);
  const [most, setMost] = useState(MOST_AT_FIRST);
  const blocks = useMemo(() => lineBlocks(columns, all), [columns, all]);
  const ties = useMemo(
    () => columns.slice(1).map((lower, at) => tiesByLine(columns[at] ?? lower, lower)),
    [columns],
  );
  const alike = blocks.reduce((sum, block) => sum + (block.kind === 'same' ? block.count : 0), 0);
  return (
    <div className={styles.byLine}>
      <svg width={0} height={0} aria-hidden="true" className={styles.defs}>
        <HatchPattern />
      </svg>
      <ul className={styles.heads} aria-label="Layouts">
        {columns.map(({ title, shown: { figures, applied } }, at) => (
          <li key={at}>
            <b>{title}</b>: {plural(figures.sizeBytes, 'byte')}, {plural(figures.lines, 'line')}
            {applied.state.baseBytes > 0 &&
              ` (it begins at byte ${applied.state.baseBytes} of the first)`}
            , {plural(figures.holes, 'hole')}
          </li>
        ))}
      </ul>
      {(alike > 0 || all) && (
        <p className={styles.alike}>
          {all
            ? 'Every line is shown.'
            : `${plural(alike, 'line')} that ${alike === 1 ? 'is' : 'are'} alike in all ${alike === 1 ? 'is' : 'are'} left out.`}{' '}
          <button type="button" className={controls.link} onClick={() => setAll(!all)}>
            {all ? 'Only those that differ' : 'Show every line'}
          </button>
        </p>
      )}
      {blocks.slice(0, most).map((block) => (
        <Block key={block.line} block={block} columns={columns} ties={ties} />
      ))}
      {blocks.length > most && (
        <button
          type="button"
          className={controls.link}
          onClick={() => setMost(most + MOST_AT_FIRST)}
        >
          Show {Math.min(MOST_AT_FIRST, blocks.length - most)} more of{' '}
          {grouped(blocks.length - most)}
        </button>
      )}
    </div>
  );
}

function Block({
  block,
  columns,
  ties,
}: {
  block: LineBlock;
  columns: readonly Column[];
  /** Between each column and the next, by line. */
  ties: readonly ReadonlyMap<number, readonly LineTie[]>[];
}) {
  if (block.kind === 'same') {
    const { line, count } = block;
    return (
      <p className={styles.same}>
        {count === 1 ? `line ${line}` : `lines ${line} to ${line + count - 1}`}: alike
      </p>
    );
  }
  return (
    <div className={styles.block} role="group" aria-label={`Line ${block.line}`}>
      {columns.map(({ title, heat }, at) => {
        const side = block.sides[at];
        return (
          <div key={at} className={styles.side}>
            {at > 0 && (
              <Ties
                ties={ties[at - 1]?.get(block.line) ?? []}
                widthPx={columns[at]?.picture.widthPx ?? 0}
              />
            )}
            <span className={styles.sideTitle} title={title}>
              {title}
            </span>
            {side?.kind !== 'picture' ? (
              <span className={styles.gone}>
                {side?.kind === 'folded'
                  ? `line ${block.line} is among those that are folded above`
                  : `has no line ${block.line}`}
              </span>
            ) : (
              <svg
                className={styles.pictures}
                width={side.picture.widthPx}
                height={side.picture.heightPx}
                role="img"
                aria-label={`${title}, line ${block.line}: ${namesIn(side.picture)}`}
              >
                <PictureView picture={side.picture} isCarried={heat === 'carried'} />
              </svg>
            )}
          </div>
        );
      })}
    </div>
  );
}

const TIES_PX = 26;
/** A label beside another needs so much room. */
const LABEL_PX = 62;

/** Between a line and the same line of the next layout: what leaves it, and what comes to it. */
function Ties({ ties, widthPx }: { ties: readonly LineTie[]; widthPx: number }) {
  if (ties.length === 0) return null;
  const free = { leaves: -LABEL_PX, comes: -LABEL_PX };
  const words = ties.map(
    ({ path, does, otherLine }) =>
      `${path} ${does === 'leaves' ? 'leaves for' : 'comes from'} line ${otherLine}`,
  );
  return (
    <svg
      className={styles.ties}
      width={widthPx}
      height={TIES_PX}
      role="img"
      aria-label={words.join('; ')}
    >
      {ties.map(({ path, does, middlePx, otherLine }, at) => {
        const [from, to] = does === 'leaves' ? [0, TIES_PX / 2] : [TIES_PX / 2, TIES_PX];
        // Neighbours that go the same way share a label.
        const isLabelled = middlePx - free[does] >= LABEL_PX;
        if (isLabelled) free[does] = middlePx;
        const isLast = middlePx + LABEL_PX > widthPx;
        return (
          <g key={`${path} ${does}`}>
            <path className={styles['tie-crossed']} d={`M${middlePx} ${from}V${to}`}>
              <title>{words[at]}</title>
            </path>
            <circle
              className={styles.tieEnd}
              cx={middlePx}
              cy={does === 'leaves' ? to : from}
              r={2}
            />
            {isLabelled && (
              <text
                x={middlePx + (isLast ? -5 : 5)}
                y={does === 'leaves' ? 11 : TIES_PX - 5}
                textAnchor={isLast ? 'end' : 'start'}
              >
                {does === 'leaves' ? `to line ${otherLine}` : `from line ${otherLine}`}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function namesIn({ shapes }: { shapes: Column['picture']['shapes'] }): string {
  const names = shapes.flatMap((shape) =>
    shape.kind === 'text' && shape.isName ? [shape.text] : [],
  );
  return [...new Set(names)].join(', ') || 'no field begins here';
}

/**
 * Layouts side by side, each field that left its place or its line tied to where it was, and the table of
 * what changed. `drawKey`: what is drawn is the same as long as this is.
 */
export function SideBySide(props: {
  draw: (widthPx: number) => Comparison;
  drawKey: unknown;
  summaryOf: (comparison: Comparison) => ChangeSummary;
  headOf: (summary: ChangeSummary) => string;
  /** A field of the table is clicked; left out where there is nothing to show. */
  onField?: (path: MemberPath) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setWidthPx(element.clientWidth));
    watch.observe(element);
    setWidthPx(element.clientWidth);
    return () => watch.disconnect();
  }, []);
  const { drawKey } = props;
  const drawn = useMemo(() => {
    if (widthPx === 0) return null;
    const comparison = props.draw(Math.max(LEAST_PX, widthPx));
    return { comparison, summary: props.summaryOf(comparison) };
    // The key says all that the drawing depends on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [drawKey, widthPx]);
  return (
    <div ref={host} className={styles.host}>
      {drawn && (
        <>
          {drawn.comparison.columns.some(({ heat }) => heat === 'carried') && (
            <p className={styles.carried}>
              Heat is pale where the layout is not the one that it was measured on: it went along
              with its fields.
            </p>
          )}
          {drawn.comparison.columns.some(({ heat }) => heat === 'predicted') && (
            <p className={styles.carried}>
              Heat with a dashed bar below it is predicted for its layout, and so is what has a ≈.
            </p>
          )}
          {leftOutOf(drawn.comparison) !== undefined && (
            <p className={styles.carried}>{leftOutOf(drawn.comparison)}</p>
          )}
          {drawn.comparison.arrangement === 'beside' ? (
            <Pictures comparison={drawn.comparison} />
          ) : (
            <LineByLine columns={drawn.comparison.columns} />
          )}
          <Changes
            summary={drawn.summary}
            head={props.headOf(drawn.summary)}
            onField={props.onField}
          />
        </>
      )}
    </div>
  );
}

/** What a layout has that no picture shows; lines that are drawn are all that is compared line by line. */
function leftOutOf({ columns }: Comparison): string | undefined {
  return columns.find(({ scene }) => scene.notice !== null)?.scene.notice ?? undefined;
}

function Pictures({ comparison: { columns, ribbons } }: { comparison: Comparison }) {
  const columnPx = columns[0]?.picture.widthPx ?? 0;
  const height = Math.max(...columns.map(({ picture }) => picture.heightPx)) + HEAD_PX;
  const width = columns.length * columnPx + (columns.length - 1) * GAP_PX;
  const label = columns
    .map(
      ({ title, shown: { figures } }) =>
        `${title}: ${plural(figures.sizeBytes, 'byte')}, ${plural(figures.lines, 'line')}`,
    )
    .join('; ');
  return (
    <svg className={styles.pictures} width={width} height={height} role="img" aria-label={label}>
      <HatchPattern />
      {ribbons.map((between, at) => (
        <g key={at} transform={`translate(${at * (columnPx + GAP_PX)} ${HEAD_PX})`}>
          {between.map(({ path, kind, path2d }) => (
            <path key={path} className={styles[`tie-${kind}`]} d={path2d}>
              <title>{path}</title>
            </path>
          ))}
        </g>
      ))}
      {columns.map(({ title, shown: { figures }, picture, heat }, at) => (
        <g key={at} transform={`translate(${at * (columnPx + GAP_PX)} 0)`}>
          <text className={styles['text-line']} x={8} y={16} fontSize={13}>
            {clipped(title, columnPx)}
          </text>
          <text className={styles['text-detail']} x={8} y={33} fontSize={11}>
            {grouped(figures.sizeBytes)} B · {plural(figures.lines, 'line')} ·{' '}
            {plural(figures.holes, 'hole')}
          </text>
          <g transform={`translate(0 ${HEAD_PX})`}>
            <PictureView picture={picture} isCarried={heat === 'carried'} />
          </g>
        </g>
      ))}
    </svg>
  );
}

/** Narrower than any window: what is drawn then scrolls. */
const LEAST_PX = 280;
/** Rows of the table that are drawn at once. */
const MOST_ROWS = 200;
const HEAD_PX = 44;
/** A width that no letter of a title passes. */
const LETTER_PX = 8;

function clipped(title: string, columnPx: number): string {
  const most = Math.max(8, Math.floor((columnPx - 8) / LETTER_PX));
  return title.length <= most ? title : `${title.slice(0, most - 1)}…`;
}

function Changes(props: {
  summary: ChangeSummary;
  head: string;
  onField: ((path: MemberPath) => void) | undefined;
}) {
  const { rows } = props.summary;
  const [all, setAll] = useState(false);
  const [most, setMost] = useState(MOST_ROWS);
  const stay = rows.filter((row) => row.lines === null && STAYS.has(row.what));
  // Where nothing else changed they are what there is.
  const within = stay.length === rows.length ? [] : stay;
  const hidden = new Set(all ? [] : within);
  const listed = rows.filter((row) => !hidden.has(row));
  if (rows.length === 0) {
    return <p className={styles.none}>The two layouts are the same: no field is elsewhere.</p>;
  }
  return (
    <section className={styles.changes} aria-label="What changed">
      <h2>{props.head}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Line</th>
          </tr>
        </thead>
        <tbody>
          {listed.slice(0, most).map((row) => (
            <tr key={row.path} data-what={row.what} data-crossed={row.lines !== null || undefined}>
              <th scope="row">
                <FieldName row={row} onField={props.onField} />
              </th>
              <td>{row.what}</td>
              <td>{row.before}</td>
              <td>{row.after}</td>
              <td>{row.lines ?? '='}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {listed.length > most && (
        <p>
          <button type="button" className={controls.link} onClick={() => setMost(most + MOST_ROWS)}>
            Show {Math.min(MOST_ROWS, listed.length - most)} more of {grouped(listed.length - most)}
          </button>
        </p>
      )}
      {within.length > 0 && (
        <button type="button" className={controls.link} onClick={() => setAll(!all)}>
          {all
            ? 'Only fields that changed their line'
            : `Show ${plural(within.length, 'other field')} that stay${within.length === 1 ? 's' : ''} on ${within.length === 1 ? 'its' : 'their'} line`}
        </button>
      )}
    </section>
  );
}

/** What happens to a field of its own accord: with its line unchanged it hides what one decides by. */
const STAYS: ReadonlySet<ChangeRow['what']> = new Set(['shifted']);

function FieldName(props: { row: ChangeRow; onField: ((path: MemberPath) => void) | undefined }) {
  const { path } = props.row;
  const { onField } = props;
  if (onField === undefined) return <code>{path}</code>;
  return (
    <button type="button" onClick={() => onField(path)}>
      {path}
    </button>
  );
}
