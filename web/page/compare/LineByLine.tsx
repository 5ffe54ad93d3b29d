import { useMemo, useState } from 'react';
import controls from '../kit/controls.module.css';
import { grouped, plural } from '../../core/base/prose';
import type { Column } from './compareScenes';
import { lineBlocks, type LineBlock } from './lineBlocks';
import { HatchPattern, PictureView } from './PictureView';
import styles from './Compare.module.css';

/** Lines drawn at once: a struct of a hundred thousand members has thousands that differ. */
const MOST_AT_FIRST = 60;

/** Every line of one layout above the same line of the next, each as wide as there is room for. */
export function LineByLine({ columns }: { columns: readonly Column[] }) {
  const [all, setAll] = useState(false);
  const [most, setMost] = useState(MOST_AT_FIRST);
  const blocks = useMemo(() => lineBlocks(columns, all), [columns, all]);
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
        <Block key={block.line} block={block} columns={columns} />
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

function Block({ block, columns }: { block: LineBlock; columns: readonly Column[] }) {
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

function namesIn({ shapes }: { shapes: Column['picture']['shapes'] }): string {
  const names = shapes.flatMap((shape) =>
    shape.kind === 'text' && shape.isName ? [shape.text] : [],
  );
  return [...new Set(names)].join(', ') || 'no field begins here';
}
