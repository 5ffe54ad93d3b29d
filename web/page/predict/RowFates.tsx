import type { RowForecast } from '../../core/model/rowFates';
import inspector from '../struct/Inspector.module.css';
import { shortAmount, type Scale } from './amounts';
import styles from './Predict.module.css';

const FATES: readonly (readonly [RowForecast['fate'], string])[] = [
  ['vanishes', 'Expected to vanish'],
  ['stays', 'Expected to stay'],
  ['appears', 'Expected to appear'],
];

const MOST_ROWS = 8;

/** Which rows of the next report will be gone, still there, and new: what a measurement can refute. */
export function RowFates({ rows, scale }: { rows: readonly RowForecast[]; scale: Scale }) {
  return (
    <section className={inspector.section} aria-label="Rows of the next report">
      <h2>Rows of the next report</h2>
      {FATES.map(([fate, title]) => {
        const own = rows.filter((row) => row.fate === fate).sort((a, b) => weight(b) - weight(a));
        if (own.length === 0) return null;
        return (
          <div key={fate} className={styles.fate}>
            <h3>{title}</h3>
            <ul>
              {own.slice(0, MOST_ROWS).map((row) => (
                <li key={`${row.field} ${row.offsetBytes}`}>
                  <code>
                    {row.field}
                    {row.offsetBytes > 0 && <small> +{row.offsetBytes}</small>}
                  </code>
                  <span>
                    {shortAmount(row.measured, scale)} → {shortAmount(row.predicted, scale)}
                  </span>
                </li>
              ))}
            </ul>
            {own.length > MOST_ROWS && (
              <p className={styles.more}>and {own.length - MOST_ROWS} more</p>
            )}
          </div>
        );
      })}
    </section>
  );
}

function weight({ measured, predicted }: RowForecast): number {
  return Math.max(measured, predicted);
}
