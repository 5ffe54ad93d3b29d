import { STORIES } from './stories';
import type { StudyId } from '../state/studyList';
import { settledPrediction } from '../state/predictionInView';
import { goToStep } from './storyStep';
import { storyWords } from './storyWords';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { useSettledView } from '../kit/useInView';
import { Bars } from './Bars';
import { predictedBars } from './predictedBars';
import styles from './Studies.module.css';
import { SOURCES } from './sources';
import { CopyButton } from '../kit/CopyButton';

/** A step's words; the name of a field shows the field. */
function Words({ text }: { text: string }) {
  const app = useApp();
  const inView = useSettledView();
  return storyWords(text, inView).map((word, place) => {
    if (word.kind !== 'field') {
      return word.kind === 'plain' ? word.text : <code key={place}>{word.text}</code>;
    }
    return (
      <button
        key={place}
        type="button"
        className={styles.field}
        title={`Show ${word.text} in the layout`}
        onClick={() => app.showFields([word.path])}
      >
        <code>{word.text}</code>
      </button>
    );
  });
}

/** What the model says of the step's layout, beside what was measured. */
function Predicted() {
  const predicted = predictedBars(useAppState(settledPrediction));
  return predicted && <Bars {...predicted} />;
}

/** The story of a study, a step at a time; the layout, the heat and the inspector follow. */
export function Story({ study, step }: { study: StudyId; step: number }) {
  const app = useApp();
  const steps = STORIES[study];
  const now = steps[Math.min(step, steps.length - 1)];
  if (!now) return null;
  const isLast = step === steps.length - 1;
  const go = (to: number) => {
    const next = steps[to];
    if (next) app.update((state) => goToStep(state, to, next));
  };
  return (
    <section className={styles.story} aria-label="Story">
      <div className={styles.steps}>
        <ol aria-label="Steps">
          {steps.map(({ title }, place) => (
            <li key={title}>
              <button
                type="button"
                aria-label={`Step ${place + 1}: ${title}`}
                aria-current={place === step ? 'step' : undefined}
                title={title}
                onClick={() => go(place)}
              />
            </li>
          ))}
        </ol>
        <span className={styles.count}>
          {step + 1} of {steps.length}
        </span>
        <button
          type="button"
          className={controls.smallButton}
          aria-disabled={step === 0 || undefined}
          onClick={() => go(step - 1)}
        >
          Back
        </button>
        <button
          type="button"
          className={styles.next}
          aria-disabled={isLast || undefined}
          onClick={() => go(step + 1)}
        >
          Next
        </button>
      </div>
      <div className={styles.words}>
        <h2>{now.title}</h2>
        <p>
          <Words text={now.text} />
        </p>
        {now.published?.map(({ what, bars }) => (
          <Bars
            key={what}
            what={`${what}, as published`}
            bars={bars.map((bar) => ({ ...bar, came: 'published' }))}
          />
        ))}
        {now.tab === 'predict' && now.edits.length > 0 && <Predicted />}
      </div>
      {isLast && (
        <p className={styles.own}>
          <CommandButton command="file.open" className={controls.smallButton} ownName>
            Try this on your kernel…
          </CommandButton>
        </p>
      )}
      <Sources study={study} />
    </section>
  );
}

/** Where a study comes from. Addresses are text: the page has no links away. */
function Sources({ study }: { study: StudyId }) {
  return (
    <details className={styles.sources}>
      <summary>Sources</summary>
      <ul>
        {SOURCES[study].map(({ title, from, address }) => (
          <li key={address}>
            <cite>{title}</cite>
            <span>{from}</span>
            <code>{address}</code>
            <CopyButton text={address} label={`Copy address: ${title}`} shown="Copy address" />
          </li>
        ))}
      </ul>
    </details>
  );
}
