import type { LineExpectation } from './expectation';
import { openRange, shortAmount, type Scale } from '../kit/amounts';
import styles from './Predict.module.css';

/** More rows than this change too little to be read in every frame of a drag. */
const MOST_ROWS = 10;

interface LineTableProps {
  readonly lines: readonly LineExpectation[];
  readonly scale: Scale;
  /** What was measured is a count, and has no range. */
  readonly isMeasured: boolean;
}

/** Before and after of each cache line; of many lines those that have most. */
export function LineTable({ lines, scale, isMeasured }: LineTableProps) {
  const hasRange = scale.kind === 'samples' && !isMeasured;
  const weight = ({ before, after }: LineExpectation) => Math.max(before, after?.hitm.total ?? 0);
  const heavy = [...lines].sort((a, b) => weight(b) - weight(a)).slice(0, MOST_ROWS);
  const shown = lines.filter((line) => heavy.includes(line));
  const bases = new Set(lines.map(({ baseBytes }) => baseBytes));
  // A line number that comes twice is of objects that begin in different places.
  const isAmbiguous = new Set(lines.map(({ line }) => line)).size < lines.length && bases.size > 1;
  return (
    <>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Original</th>
            <th scope="col">Expected</th>
            {hasRange && <th scope="col">Range</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ baseBytes, line, before, after }) => (
            <tr key={`${baseBytes}/${line}`}>
              <th scope="row">
                {line}
                {isAmbiguous && <small> of objects at +{baseBytes}</small>}
              </th>
              <td>{shortAmount(before, scale)}</td>
              <td>
                {after?.isUnknown ? 'unknown' : after ? shortAmount(after.hitm.total, scale) : '–'}
              </td>
              {hasRange && <td>{after ? openRange(after, scale) : ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > shown.length && (
        <p className={styles.more}>and {lines.length - shown.length} lines with less</p>
      )}
    </>
  );
}
