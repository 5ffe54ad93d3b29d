import type { ReactNode } from 'react';
import type { Prediction } from '../../core/model/predict';
import { predictionInView } from '../state/predictionInView';
import { CommandButton } from '../kit/CommandButton';
import { useAppState, useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import inspector from '../kit/inspector.module.css';
import { plural } from '../../core/base/prose';
import { Sentence } from '../kit/Sentence';
import { useInView } from '../kit/useInView';
import { otherModel, predictionModel, type FlagModel, type TotalModel } from './predictionModel';
import { LineTable } from './LineTable';
import { OddsBar } from './OddsBar';
import { BindingDoubts } from '../kit/BindingDoubts';
import { StudyWarning } from './StudyWarning';
import { Waiting } from '../kit/Waiting';
import styles from './Predict.module.css';
import { documentInView } from '../state/inView';
import type { Outcome } from '../../core/model/outcome';
import { outcomeTable } from './outcomeTable';
import type { RowForecast } from '../../core/model/rowForecasts';
import { shortAmount, type Scale } from '../kit/amounts';

/** What the order in view is expected to cost, also while a field is held. */
export function PredictTab() {
  const inView = useInView();
  const view = useAppState(predictionInView);
  if (!inView) return null;
  if (!view) return <Waiting className={styles.loading}>Loading the model…</Waiting>;
  const [main, ...others] = view.predictions;
  if (!main) return <NothingKnown />;
  return (
    <>
      <BindingDoubts />
      <StudyWarning />
      {view.disagreement !== null && (
        <p className={styles.warning} role="note">
          {view.disagreement}
        </p>
      )}
      <One prediction={main}>
        {view.outcomes.map((outcome) => (
          <OutcomeTable key={outcome.measured} outcome={outcome} />
        ))}
        {others
          .filter(({ basis }) => view.outcomes.every(({ measured }) => measured !== basis.name))
          .map((other) => (
            <Other key={other.basis.name} prediction={other} />
          ))}
      </One>
      <Footnote kind={main.basis.profile.kind} />
    </>
  );
}

function NothingKnown() {
  return (
    <section className={inspector.section}>
      <h2>Nothing to predict from yet</h2>
      <p className={inspector.quiet}>
        Open a report of <code>perf c2c</code> and bind its lines to this struct, or say who uses
        which field: select one, and tag it as read-hot, write-hot or lock. From either, every order
        that you drag is judged at once.
      </p>
      <div className={styles.buttons}>
        <CommandButton command="file.open" className={controls.smallButton} ownName>
          Open a report…
        </CommandButton>
        <CommandButton command="view.field" className={controls.smallButton} ownName>
          Tag fields
        </CommandButton>
      </div>
    </section>
  );
}

/** The figures; what other profiles say is beside the total. */
function One({ prediction, children }: { prediction: Prediction; children: ReactNode }) {
  const model = useAppState((state) => state.predict.model);
  const shown = predictionModel(prediction, model);
  if (shown.kind === 'refused') {
    return (
      <>
        <section className={inspector.section}>
          <h2>No prediction</h2>
          <p className={inspector.quiet}>{shown.why}</p>
        </section>
        {children}
      </>
    );
  }
  const { scale, isMeasured, total, odds, lines, rows, flags, moreFlags } = shown;
  return (
    <>
      <Total total={total}>{odds !== null && <OddsBar odds={odds} />}</Total>
      {flags.length > 0 && <Flags flags={flags} />}
      {children}
      <section className={inspector.section} aria-label="By cache line">
        <h2>By cache line</h2>
        <LineTable lines={lines} scale={scale} isMeasured={isMeasured} />
      </section>
      {rows.length > 0 && <RowForecasts rows={rows} scale={scale} />}
      {moreFlags.length > 0 && (
        <details className={inspector.section}>
          <summary>{plural(moreFlags.length, 'more note')}</summary>
          <FlagList flags={moreFlags} />
        </details>
      )}
    </>
  );
}

function Flags({ flags }: { flags: readonly FlagModel[] }) {
  return (
    <section className={inspector.section} aria-label="What to know">
      <h2>What to know</h2>
      <FlagList flags={flags} />
    </section>
  );
}

function FlagList({ flags }: { flags: readonly FlagModel[] }) {
  return (
    <ul className={styles.flags}>
      {flags.map(({ sentence, isSettledByMarks }) => (
        <li key={sentence}>
          {sentence}
          {isSettledByMarks && (
            <CommandButton command="predict.doubts" className={controls.link} ownName>
              Mark them…
            </CommandButton>
          )}
        </li>
      ))}
    </ul>
  );
}

function Total({ total, children }: { total: TotalModel; children: ReactNode }) {
  const { isByTags, heading, hitm, change, transactions, transactionsBefore } = total;
  return (
    <section className={inspector.section} aria-label="In total">
      <h2>{heading}</h2>
      <p className={styles.total}>
        <b>{hitm}</b>
        {change !== null && <span>{change}</span>}
      </p>
      {children}
      <dl className={inspector.facts}>
        {!isByTags && (
          <>
            <dt>Remote</dt>
            <dd>{total.remote}</dd>
            <dt>Local</dt>
            <dd>{total.local}</dd>
          </>
        )}
        <dt>Transactions</dt>
        <dd>
          {transactions} {transactionsBefore !== null && <small>was {transactionsBefore}</small>}
        </dd>
        {!isByTags && (
          <>
            <dt>Prefetch</dt>
            <dd>
              <PrefetchChoice />
            </dd>
          </>
        )}
        <dt>From</dt>
        <dd>
          <span className={styles.plain}>{total.from}</span>
        </dd>
      </dl>
      <p className={inspector.note}>{total.note}</p>
    </section>
  );
}

/** Another profile of the same struct: what it says of the order in view. */
function Other({ prediction }: { prediction: Prediction }) {
  const other = otherModel(prediction);
  if (other.kind === 'refused') {
    return (
      <section className={inspector.section} aria-label={other.name}>
        <h2>{other.name}</h2>
        <p className={inspector.quiet}>
          <Sentence text={other.why} />
        </p>
      </section>
    );
  }
  return (
    <section className={inspector.section} aria-label={other.name}>
      <h2>{other.heading}</h2>
      <p className={styles.total}>
        <b>{other.hitm}</b>
        <span>{other.beside}</span>
      </p>
      {other.rows.length > 0 && (
        <ul className={styles.measured}>
          {other.rows.map(({ key, field, offsetBytes, amount }) => (
            <li key={key}>
              <code>
                {field}
                {offsetBytes > 0 && <small> +{offsetBytes}</small>}
              </code>
              <span>{amount}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Footnote({ kind }: { kind: Prediction['basis']['profile']['kind'] }) {
  if (kind === 'peer' || kind === 'shares') return null;
  return (
    <p className={styles.footnote}>
      HITM is not time, and fewer HITM is not always faster: measure to be sure.
    </p>
  );
}

const SHARES = [0.1, 0.3, 0.6, 1];

/** Whether the machine fetches the other line of a 128-byte pair too, which no report tells. */
function PrefetchChoice() {
  const app = useApp();
  const share = useAppState(
    (state) => documentInView(state)?.edited.applied.state.prefetchShare ?? null,
  );
  const others = share === null || share === 0 || SHARES.includes(share) ? [] : [share];
  return (
    <select
      className={controls.field}
      aria-label="Prefetch of adjacent lines"
      title="Adjacent cache line prefetch, as the BIOS names it. Where it is not known, the range spans none and 0.3 of all misses."
      value={share ?? ''}
      onChange={({ target }) =>
        app.edit([{ kind: 'prefetch', share: target.value === '' ? null : Number(target.value) }])
      }
    >
      <option value="">not known</option>
      <option value="0">off</option>
      {[...others, ...SHARES].map((each) => (
        <option key={each} value={each}>
          on {each} of misses
        </option>
      ))}
    </select>
  );
}

/** What was expected of each row of the next report, and what that report shows. */
function OutcomeTable({ outcome }: { outcome: Outcome }) {
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
              <td colSpan={4}>{row.sentence}</td>
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

const OUTCOMES: readonly (readonly [RowForecast['outcome'], string])[] = [
  ['vanishes', 'Expected to vanish'],
  ['stays', 'Expected to stay'],
  ['appears', 'Expected to appear'],
  ['unknown', 'Unknown, as a lock left their line'],
];

const MOST_ROWS = 8;

/** Which rows of the next report will be gone, still there, and new: what a measurement can refute. */
function RowForecasts({ rows, scale }: { rows: readonly RowForecast[]; scale: Scale }) {
  return (
    <section className={inspector.section} aria-label="Rows of the next report">
      <h2>Rows of the next report</h2>
      {OUTCOMES.map(([outcome, title]) => {
        const own = rows
          .filter((row) => row.outcome === outcome)
          .sort((a, b) => weight(b) - weight(a));
        if (own.length === 0) return null;
        return (
          <div key={outcome} className={styles.outcomeGroup}>
            <h3>{title}</h3>
            <ul>
              {own.slice(0, MOST_ROWS).map((row) => (
                <li key={`${row.field} ${row.offsetBytes}`}>
                  <code>
                    {row.field}
                    {row.offsetBytes > 0 && <small> +{row.offsetBytes}</small>}
                  </code>
                  <span>
                    {shortAmount(row.measured, scale)} →{' '}
                    {row.outcome === 'unknown' ? 'unknown' : shortAmount(row.predicted, scale)}
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
