import { outcomeWords, type Outcome } from '../../analysis/predict/outcome';
import inspector from '../inspector/Inspector.module.css';
import { amount, range, shortAmount, type Scale } from '../../view/predict/amounts';
import styles from './Predict.module.css';

const SCALE: Scale = { kind: 'samples' };

/** What was expected of each row of the next report, and what that report shows. */
export function OutcomeTable({ outcome }: { outcome: Outcome }) {
  const { measured, before, expected, after, isInRange, rows } = outcome;
  return (
    <section className={inspector.section} aria-label="Predicted beside measured">
      <h2>Predicted beside measured</h2>
      <p className={styles.total}>
        <b>{amount(after, SCALE)}</b>
        <span>
          measured, {amount(expected, SCALE)} expected ({range(outcome.range, SCALE)}):{' '}
          {isInRange ? 'in the range' : 'outside of the range'}; was {amount(before, SCALE)}
        </span>
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
          <tbody key={`${row.field} ${row.offsetBytes}`}>
            <tr>
              <th scope="row">
                {row.field}
                {row.offsetBytes > 0 && <small> +{row.offsetBytes}</small>}
              </th>
              <td>{shortAmount(row.before, SCALE)}</td>
              <td>{shortAmount(row.expected, SCALE)}</td>
              <td>{row.after === null ? 'not listed' : shortAmount(row.after, SCALE)}</td>
            </tr>
            <tr className={row.expectedFate === row.fate ? undefined : styles.otherwise}>
              <td colSpan={4}>{outcomeWords(row)}</td>
            </tr>
          </tbody>
        ))}
      </table>
      <p className={inspector.note}>
        Samples of {outcome.from} and of {measured}, not scaled: two runs never do the same work.
      </p>
    </section>
  );
}
