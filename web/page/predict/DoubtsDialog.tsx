import { useState } from 'react';
import { Button, Heading } from 'react-aria-components';
import { answerDoubts, type Answer } from '../state/predictReducers';
import { doubtsInView } from '../state/predictionInView';
import type { MemberPath } from '../../core/layout/ids';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { ModalFrame } from '../kit/ModalFrame';
import styles from './Doubts.module.css';

/** More than these at once would not be a small question. */
const ASKED = 14;

const ANSWERS: readonly (readonly [Answer, string])[] = [
  ['read-hot', 'read often'],
  ['cold', 'cold'],
  ['unknown', 'do not know'],
];

/** Which of the fields that no profile can show are read often. Answers are tags. */
export function DoubtsDialog() {
  const app = useApp();
  const open = useAppState((state) => state.dialog === 'doubts');
  return (
    <ModalFrame isOpen={open} close={() => app.showDialog('none')} className={styles.dialog}>
      <Questions />
    </ModalFrame>
  );
}

function Questions() {
  const app = useApp();
  const doubts = useAppState(doubtsInView);
  const [answers, setAnswers] = useState<ReadonlyMap<MemberPath, Answer>>(new Map());
  const [all, setAll] = useState(false);
  const shown = all ? doubts : doubts.slice(0, ASKED);
  const answer = (field: MemberPath, given: Answer) =>
    setAnswers((before) => new Map(before).set(field, given));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        app.update((state) => answerDoubts(state, answers));
      }}
    >
      <header className={styles.head}>
        <Heading slot="title" className={styles.title ?? ''}>
          Which of these are read often?
        </Heading>
        <Button
          className={controls.iconButton ?? ''}
          aria-label="Close"
          onPress={() => app.showDialog('none')}
        >
          <Icon name="close" />
        </Button>
      </header>
      <p className={styles.why}>
        No one writes their lines now, so reading them costs nothing and shows in no report. Next to
        a writer it would. Fields nearest to a written line come first.
      </p>
      {/* Long enough to scroll. */}
      <div className={styles.fields}>
        {shown.map(({ field, line }) => (
          <fieldset key={field} className={styles.field}>
            <legend>
              <code>{field}</code> <small>line {line}</small>
            </legend>
            {ANSWERS.map(([value, words]) => (
              <label key={value}>
                <input
                  type="radio"
                  name={field}
                  checked={(answers.get(field) ?? 'unknown') === value}
                  onChange={() => answer(field, value)}
                />
                {words}
              </label>
            ))}
          </fieldset>
        ))}
        {doubts.length > shown.length && (
          <button type="button" className={controls.link} onClick={() => setAll(true)}>
            Show {doubts.length - shown.length} more
          </button>
        )}
      </div>
      <footer className={styles.foot}>
        <button type="submit" className={controls.primary}>
          Keep the answers
        </button>
        <button
          type="button"
          className={controls.button}
          onClick={() =>
            app.update((state) =>
              answerDoubts(
                state,
                new Map(doubts.map(({ field }) => [field, answers.get(field) ?? 'cold'])),
              ),
            )
          }
        >
          All others are cold
        </button>
        <span className={styles.note}>Answers are tags: one step, undone like any other.</span>
      </footer>
    </form>
  );
}
