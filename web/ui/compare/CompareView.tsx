import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { focusInView, selectInView } from '../../app/document/documentReducers';
import type { SettledView } from '../../app/document/inView';
import type { ComparePart } from '../../app/state';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../base/prose';
import { useSettledView } from '../kit/useInView';
import { changeRows, type ChangeRow } from './changeRows';
import { comparisonOf, GAP_PX, type Comparison } from './compareScenes';
import { CostView } from './CostView';
import { FilesView } from './FilesView';
import { PictureView } from './PictureView';
import styles from './Compare.module.css';

/** What the changes of the struct in view come to: the layouts side by side, in every loaded file, and around it. */
export default function CompareView() {
  const inView = useSettledView();
  const part = useAppState((state) => state.comparePart);
  return (
    // Taller than its place, with nothing in it to focus but the table's rows.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.compare} tabIndex={0} role="region" aria-label="Comparison">
      <Parts shown={part} />
      {inView && part === 'layouts' && <Layouts inView={inView} />}
      {inView && part === 'files' && <FilesView inView={inView} />}
      {inView && part === 'cost' && <CostView inView={inView} />}
    </div>
  );
}

const PARTS: readonly (readonly [part: ComparePart, title: string])[] = [
  ['layouts', 'Before and after'],
  ['files', 'Every loaded file'],
  ['cost', 'Allocation and holders'],
];

function Parts({ shown }: { shown: ComparePart }) {
  const app = useApp();
  return (
    <div className={styles.parts} role="group" aria-label="What to compare">
      <span className={controls.segments}>
        {PARTS.map(([part, title]) => (
          <button
            key={part}
            type="button"
            className={controls.segment}
            aria-pressed={part === shown}
            onClick={() => app.update((state) => ({ ...state, comparePart: part }))}
          >
            {title}
          </button>
        ))}
      </span>
    </div>
  );
}

/** Side by side, each field that left its place or its line tied to where it was. */
function Layouts({ inView }: { inView: SettledView }) {
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
  const comparison = useMemo(
    () => (widthPx > 0 ? comparisonOf(inView, Math.max(460, widthPx)) : null),
    [inView, widthPx],
  );
  return (
    <div ref={host}>
      {comparison && (
        <>
          <Pictures comparison={comparison} />
          <Changes
            summary={changeRows(
              inView.original.layout,
              inView.edited.layout,
              comparison.changes,
              inView.edited.applied,
            )}
          />
        </>
      )}
    </div>
  );
}

function Pictures({ comparison: { columns, ties } }: { comparison: Comparison }) {
  const columnPx = columns[0]?.picture.widthPx ?? 0;
  const height = Math.max(...columns.map(({ picture }) => picture.heightPx)) + HEAD_PX;
  const width = columns.length * columnPx + (columns.length - 1) * GAP_PX;
  const label = columns
    .map(
      ({ title, shown: { figures } }) =>
        `${title}: ${figures.sizeBytes} bytes, ${figures.lines} lines`,
    )
    .join('; ');
  return (
    <svg className={styles.pictures} width={width} height={height} role="img" aria-label={label}>
      <defs>
        <pattern
          id="compare-hatch"
          width="6"
          height="6"
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
        >
          <rect width="6" height="6" className={styles.hatchGround} />
          <rect width="2" height="6" className={styles.hatch} />
        </pattern>
      </defs>
      {columns.map(({ title, shown: { figures }, picture }, at) => (
        <g key={title} transform={`translate(${at * (columnPx + GAP_PX)} 0)`}>
          <text className={styles['text-line']} x={8} y={18} fontSize={13}>
            {title}
          </text>
          <text
            className={styles['text-detail']}
            x={columnPx - 8}
            y={18}
            fontSize={11}
            textAnchor="end"
          >
            {figures.sizeBytes} B · {plural(figures.lines, 'line')} ·{' '}
            {plural(figures.holes, 'hole')}
          </text>
          <g transform={`translate(0 ${HEAD_PX})`}>
            <PictureView picture={picture} />
          </g>
        </g>
      ))}
      {ties.map((between, at) => (
        <g key={at} transform={`translate(${at * (columnPx + GAP_PX)} ${HEAD_PX})`}>
          {between.map(({ path, kind, path2d }) => (
            <path key={path} className={styles[`tie-${kind}`]} d={path2d}>
              <title>{path}</title>
            </path>
          ))}
        </g>
      ))}
    </svg>
  );
}

const HEAD_PX = 28;

function Changes({ summary }: { summary: ReturnType<typeof changeRows> }) {
  const app = useApp();
  const { rows, moved, shifted, knockedOn } = summary;
  if (rows.length === 0) {
    return <p className={styles.none}>The two layouts are the same: no field is elsewhere.</p>;
  }
  const show = ({ path }: ChangeRow) =>
    app.update((state) => focusInView(selectInView(state, [path]), path));
  return (
    <section className={styles.changes} aria-label="What changed">
      <h2>
        {plural(moved, 'field')} moved, {shifted} shifted by it; {plural(knockedOn, 'other field')}{' '}
        on another line
      </h2>
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
          {rows.map((row) => (
            <tr key={row.path} data-what={row.what} data-crossed={row.lines !== null || undefined}>
              <th scope="row">
                <button type="button" onClick={() => show(row)}>
                  {row.path}
                </button>
              </th>
              <td>{row.what}</td>
              <td>{row.before}</td>
              <td>{row.after}</td>
              <td>{row.lines ?? '='}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
