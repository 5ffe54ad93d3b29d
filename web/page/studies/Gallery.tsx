import pictures from './gallery.json';
import { STUDY_CARDS, type StudyId } from '../state/studyList';
import { useApp } from '../kit/context';
import heatFill from '../kit/heatFill.module.css';
import styles from './Studies.module.css';

/** The five real cases, each a story through a layout. */
export function Gallery() {
  const app = useApp();
  return (
    <section className={styles.gallery} aria-labelledby="gallery-title">
      <h2 id="gallery-title">Five real cases, from the layout to the measured result</h2>
      <ul>
        {STUDY_CARDS.map(({ id, struct, title, from, result }) => (
          <li key={id}>
            <button type="button" className={styles.card} onClick={() => void app.openStudy(id)}>
              <Picture study={id} />
              <b>{title}</b>
              <span>
                <code>struct {struct}</code> · {from}
              </span>
              <em>{result}</em>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Line, first byte in it, bytes, and what it is: what `npm run studies` writes. */
type Cell = readonly [line: number, at: number, bytes: number, kind: string];
const PICTURES = pictures as unknown as Readonly<Record<StudyId, readonly Cell[]>>;

const WIDTH = 216;
const ROW = 15;

/** The first lines of the layout, with who writes (tagged or measured) and what is lost. */
function Picture({ study }: { study: StudyId }) {
  const cells = PICTURES[study];
  const lines = 1 + Math.max(...cells.map(([line]) => line));
  const lineBytes = cells.some(([, at, bytes]) => at + bytes > 64) ? 128 : 64;
  const bytePx = WIDTH / lineBytes;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${4 * ROW}`} aria-hidden="true" focusable="false">
      <g transform={`translate(0 ${((4 - lines) * ROW) / 2})`}>
        {cells.map(([line, at, bytes, kind]) => (
          <rect
            key={`${line} ${at} ${bytes} ${kind}`}
            className={styles[kind] ?? heatFill[kind]}
            x={at * bytePx + 0.75}
            y={line * ROW + 1}
            width={Math.max(1, bytes * bytePx - 1.5)}
            height={ROW - 3}
            rx="2"
          />
        ))}
      </g>
    </svg>
  );
}
