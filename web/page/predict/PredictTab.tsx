import type { ReactNode } from 'react';
import type { Prediction } from '../../core/model/predict';
import { predictionInView } from './predictionInView';
import { CommandButton } from '../kit/CommandButton';
import { useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import inspector from '../struct/Inspector.module.css';
import { plural } from '../../core/base/prose';
import { Sentence } from '../kit/Sentence';
import { useInView } from '../kit/useInView';
import { otherModel, predictionModel, type FlagModel, type TotalModel } from './predictionModel';
import { LineTable } from './LineTable';
import { OddsBar } from './OddsBar';
import { OutcomeTable } from './OutcomeTable';
import { PrefetchChoice } from './PrefetchChoice';
import { RowFates } from './RowFates';
import { BindingDoubts } from '../heat/BindingDoubts';
import { StudyWarning } from './StudyWarning';
import { Waiting } from '../kit/Waiting';
import styles from './Predict.module.css';

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
        which field: select one, and tag it as read-hot, write-hot or lock in the Field tab. From
        either, every order that you drag is judged at once.
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

/** The figures; what other profiles say stands beside the total. */
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
      {rows.length > 0 && <RowFates rows={rows} scale={scale} />}
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
      HITM is not time, and fewer is not faster: a prediction is a hypothesis to measure.
    </p>
  );
}
