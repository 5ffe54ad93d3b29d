import type { Outcome } from '../../core/model/outcome';
import inspector from '../struct/Inspector.module.css';
import { outcomeTable } from './outcomeTable';
import styles from './Predict.module.css';

/** What was expected of each row of the next report, and what that report shows. */
export function OutcomeTable({ outcome }: { outcome: Outcome }) {
  const { measured, total, rows } = outcomeTable(outcome);
  return (
    <section className={inspector.section} aria-label="Predicted beside measured">
      <h2>Predicted beside measured</h2>
      <p className={styles.total}>
        <b>{measured}</b>
        <span>{total}</span>
      </p>
      <table className={styles.outcome}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Before</th>
            <th scope="col">Expected</th>
            <th scope="col">Measured</th>
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.key}>
            <tr>
              <th scope="row">
                {row.field}
                {row.offsetBytes > 0 && <small> +{row.offsetBytes}</small>}
              </th>
              <td>{row.before}</td>
              <td>{row.expected}</td>
              <td>{row.measured}</td>
            </tr>
            <tr className={row.isAsExpected ? undefined : styles.otherwise}>
              <td colSpan={4}>{row.said}</td>
            </tr>
          </tbody>
        ))}
      </table>
      <p className={inspector.note}>
        Samples of {outcome.from} and of {outcome.measured}, not scaled: two runs never do the same
        work.
      </p>
    </section>
  );
}
