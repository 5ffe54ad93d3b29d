import { useId, useState } from 'react';
import { addRule } from './addRule';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Sentence } from '../kit/Sentence';
import styles from './Rules.module.css';

/** A rule in the words that `hitmap check` takes. */
export function RuleWords() {
  const app = useApp();
  const id = useId();
  const [words, setWords] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  return (
    <form
      className={styles.wordsForm}
      onSubmit={(event) => {
        event.preventDefault();
        const added = addRule(app, words);
        setWrong(added.ok ? null : added.error);
        if (added.ok) setWords('');
      }}
    >
      <label htmlFor={id}>In words</label>
      <div className={styles.form}>
        <input
          id={id}
          className={controls.field}
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="apart f_ref | f_mode, f_op"
          aria-invalid={wrong !== null || undefined}
          aria-describedby={wrong === null ? undefined : `${id}-wrong`}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setWrong(null);
          }}
        />
        <button type="submit" className={controls.smallButton}>
          Add
        </button>
      </div>
      {wrong !== null && (
        <p id={`${id}-wrong`} className={styles.wrong} role="alert">
          <Sentence text={wrong} />
        </p>
      )}
    </form>
  );
}
