import { useId, useState } from 'react';
import { fail, ok, type Result } from '../../base/result';
import type { Edit } from '../../edit/edit';
import { parseEdit } from '../../edit/parse';
import { ruleOf } from '../../edit/rules';
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
        const rule = readRule(words);
        setWrong(rule.ok ? null : rule.error);
        if (!rule.ok) return;
        app.edit([rule.value]);
        setWords('');
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

function readRule(words: string): Result<Edit, string> {
  const edit = parseEdit(words);
  if (!edit.ok) return edit;
  if (edit.value.kind === 'lift' || ruleOf(edit.value) !== null) return ok(edit.value);
  return fail(
    `\`${words.trim()}\` is no rule: rules are \`together\`, \`apart\`, \`stay\`, \`range\` and \`size\`.`,
  );
}
