import type { ReactNode } from 'react';
import { flagSentence, unpredictableSentence } from '../../analysis/hitm/flags';
import type { Forecast } from '../../analysis/hitm/forecast';
import type { Prediction } from '../../analysis/predict/predict';
import { lineExpectations } from '../../app/predict/expectation';
import { predictionInView } from '../../app/predict/predictionInView';
import { CommandButton } from '../kit/CommandButton';
import { useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import inspector from '../inspector/Inspector.module.css';
import { Sentence } from '../kit/Sentence';
import { useInView } from '../kit/useInView';
import {
  amount,
  changeShare,
  openRange,
  scaleOf,
  shortAmount,
  type Scale,
} from '../../view/predict/amounts';
import { LineTable } from './LineTable';
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
  const { outcome } = prediction;
  const model = useAppState((state) => state.predict.model);
  if (!outcome.ok) {
    return (
      <>
        <section className={inspector.section}>
          <h2>No prediction</h2>
          <p className={inspector.quiet}>{unpredictableSentence(outcome.error)}</p>
        </section>
        {children}
      </>
    );
  }
  const { forecast } = outcome.value;
  const scale = scaleOf(prediction, forecast);
  return (
    <>
      <Total forecast={forecast} scale={scale} name={prediction.basis.name} />
      {children}
      <section className={inspector.section} aria-label="By cache line">
        <h2>By cache line</h2>
        <LineTable
          lines={model === null ? [] : lineExpectations(model, prediction, outcome.value)}
          scale={scale}
          isMeasured={forecast.basis === 'measured'}
        />
      </section>
      {forecast.basis === 'predicted' && forecast.rows().length > 0 && (
        <RowFates rows={forecast.rows()} scale={scale} />
      )}
      {forecast.flags.length > 0 && (
        <section className={inspector.section} aria-label="What to know">
          <h2>What to know</h2>
          <ul className={styles.flags}>
            {forecast.flags.map((flag) => {
              const sentence = flagSentence(flag);
              return (
                <li key={sentence}>
                  {sentence}
                  {flag.kind === 'unknownReaders' && (
                    <CommandButton command="predict.doubts" className={controls.link} ownName>
                      Mark them…
                    </CommandButton>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}

function Total({ forecast, scale, name }: { forecast: Forecast; scale: Scale; name: string }) {
  const { hitm, baseline, transactions, basis } = forecast;
  const isTags = scale.kind === 'shares';
  const isSame = amount(hitm.total, scale) === amount(baseline.hitm, scale);
  const transactionScale: Scale = isTags
    ? { kind: 'shares', whole: baseline.transactions }
    : { kind: 'samples' };
  return (
    <section className={inspector.section} aria-label="In total">
      <h2>
        {isTags
          ? 'Conflicts, by your tags'
          : basis === 'measured'
            ? 'HITM, measured'
            : 'HITM, predicted'}
      </h2>
      <p className={styles.total}>
        <b>{amount(hitm.total, scale)}</b>
        {basis === 'predicted' && (
          <span>
            {isTags
              ? isSame
                ? 'as in the original'
                : `was ${amount(baseline.hitm, scale)}`
              : `${openRange(forecast, scale)}, was ${amount(baseline.hitm, scale)} (${changeShare(baseline.hitm, hitm.total)})`}
          </span>
        )}
      </p>
      <dl className={inspector.facts}>
        {!isTags && (
          <>
            <dt>Remote</dt>
            <dd>{amount(hitm.rmt, scale)}</dd>
            <dt>Local</dt>
            <dd>{amount(hitm.lcl, scale)}</dd>
          </>
        )}
        <dt>Transactions</dt>
        <dd>
          {shortAmount(transactions, transactionScale)}{' '}
          {shortAmount(transactions, transactionScale) !==
            shortAmount(baseline.transactions, transactionScale) && (
            <small>was {shortAmount(baseline.transactions, transactionScale)}</small>
          )}
        </dd>
        {!isTags && (
          <>
            <dt>Prefetch</dt>
            <dd>
              <PrefetchChoice />
            </dd>
          </>
        )}
        <dt>From</dt>
        <dd>
          <span className={styles.plain}>
            {isTags ? 'your tags, as shares of the original' : name}
          </span>
        </dd>
      </dl>
      <p className={inspector.note}>
        {isTags
          ? 'Tags rank orders; they measure nothing. Transactions are loads that miss and stores that must ask for the line.'
          : basis === 'measured'
            ? 'The same fields share lines as when the profile was measured.'
            : 'For the same amount of work, in samples of the profile.'}
      </p>
    </section>
  );
}

/** Another profile of the same struct: what it says of the order in view. */
function Other({ prediction }: { prediction: Prediction }) {
  const { basis, outcome } = prediction;
  if (!outcome.ok) {
    return (
      <section className={inspector.section} aria-label={basis.name}>
        <h2>{basis.name}</h2>
        <p className={inspector.quiet}>
          <Sentence text={unpredictableSentence(outcome.error)} />
        </p>
      </section>
    );
  }
  const { forecast } = outcome.value;
  const { hitm, baseline } = forecast;
  const scale: Scale = { kind: 'samples' };
  // A report of a patched kernel measures its own order; it predicts no other from there.
  if (!basis.isOfOriginal && forecast.basis === 'predicted') {
    return (
      <section className={inspector.section} aria-label={basis.name}>
        <h2>{basis.name}</h2>
        <p className={inspector.quiet}>
          {amount(baseline.hitm, scale)} HITM, measured on another order than the one in view.
        </p>
      </section>
    );
  }
  return (
    <section className={inspector.section} aria-label={basis.name}>
      <h2>
        {basis.name}, {forecast.basis}
      </h2>
      <p className={styles.total}>
        <b>{amount(hitm.total, scale)}</b>
        <span>
          {forecast.basis === 'measured'
            ? 'on just this order'
            : `${openRange(forecast, scale)}, was ${amount(baseline.hitm, scale)} (${changeShare(baseline.hitm, hitm.total)})`}
        </span>
      </p>
      {forecast.basis === 'measured' && !basis.isOfOriginal && (
        <ul className={styles.measured}>
          {forecast.rows().map(({ field, offsetBytes, measured }) => (
            <li key={`${field} ${offsetBytes}`}>
              <code>
                {field}
                {offsetBytes > 0 && <small> +{offsetBytes}</small>}
              </code>
              <span>{shortAmount(measured, scale)}</span>
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
