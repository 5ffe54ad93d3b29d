import type { Bar } from './predictedBars';
import styles from './Bars.module.css';

/** Figures as bars of one scale. What was published is outlined, what was measured hot, what is predicted grey. */
export function Bars({ what, bars }: { what: string; bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value, range }) => Math.max(value, range?.high ?? 0)));
  if (!(most > 0)) return null;
  const percent = (value: number) => `${(Math.max(0, value) / most) * 100}%`;
  return (
    <figure className={styles.bars}>
      <figcaption>{what}</figcaption>
      <dl>
        {bars.map(({ of, value, text, came, range }) => (
          <div key={`${came} ${of}`}>
            <dt>{of}</dt>
            <dd>
              <span className={styles.track} aria-hidden="true">
                <span className={styles.bar} data-came={came} style={{ width: percent(value) }} />
                {range && (
                  <span
                    className={styles.range}
                    style={{
                      insetInlineStart: percent(range.low),
                      width: percent(range.high - range.low),
                    }}
                  />
                )}
              </span>
              <span>{text}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
