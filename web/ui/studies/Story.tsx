import { STORIES } from '../../app/studies/stories';
import type { StudyId } from '../../app/studies/list';
import { goToStep } from '../../app/studies/storyStep';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import styles from './Studies.module.css';

/** The story of a study, a step at a time; the layout, the heat and the inspector follow. */
export function Story({ study, step }: { study: StudyId; step: number }) {
  const app = useApp();
  const steps = STORIES[study];
  const now = steps[Math.min(step, steps.length - 1)];
  if (!now) return null;
  const go = (to: number) => {
    const next = steps[to];
    if (next) app.update((state) => goToStep(state, to, next));
  };
  return (
    <section className={styles.story} aria-label="Story">
      <div className={styles.words}>
        <h2>{now.title}</h2>
        <p>
          <Sentence text={now.text} />
        </p>
      </div>
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
          aria-disabled={step === steps.length - 1 || undefined}
          onClick={() => go(step + 1)}
        >
          Next
        </button>
      </div>
    </section>
  );
}
