import { sentence } from '../../core/base/messages';
import type { RuleState } from '../../core/rules/rules';
import { rulesInView } from '../state/rulesInView';
import type { MemberPath } from '../../core/layout/ids';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import styles from './Rules.module.css';
import { useId, useState } from 'react';
import { isUnanswered } from '../state/inView';
import { keepSize, addRule } from './addRule';
import { useSettledView } from '../kit/useInView';

/** What must hold of the layout, which of it does, while a field is held too, and ways to say more. */
export function Rules({ selection }: { selection: readonly MemberPath[] }) {
  const states = useAppState(rulesInView);
  const broken = states.filter((state) => state.broken !== null).length;
  return (
    <section className={styles.section} aria-label="Rules">
      <h2>
        Rules {states.length > 0 && <span className={styles.count}>{states.length}</span>}
        {broken > 0 && <span className={styles.brokenCount}>{broken} broken</span>}
      </h2>
      {states.length > 0 && (
        <ul className={styles.list}>
          {/* Those that are broken first. */}
          {[...states]
            .sort((a, b) => Number(a.broken === null) - Number(b.broken === null))
            .map((state) => (
              <RuleRow key={state.words} state={state} />
            ))}
        </ul>
      )}
      {selection.length > 0 && (
        <div className={styles.actions}>
          {selection.length > 1 ? (
            <>
              <RuleButton command="rule.together">Keep together</RuleButton>
              <RuleButton command="rule.apart">Keep apart</RuleButton>
            </>
          ) : (
            <>
              <RuleButton command="rule.stay">Within one line</RuleButton>
              <RuleButton command="rule.stayHere">On this line</RuleButton>
              <RuleButton command="rule.apartFromLine">Apart from its line</RuleButton>
            </>
          )}
        </div>
      )}
      {selection.length < 2 && (
        <p className={styles.quiet}>Several selected fields can be kept together or apart.</p>
      )}
      <SizeRule />
      <RuleWords />
      {states.some(({ rule }) => rule !== null) && (
        <CommandButton command="rule.copy" className={controls.link} ownName>
          Copy for hitmap check
        </CommandButton>
      )}
    </section>
  );
}

function RuleButton({ command, children }: { command: string; children: string }) {
  return (
    <CommandButton command={command} className={controls.smallButton} ownName>
      {children}
    </CommandButton>
  );
}

function RuleRow({ state }: { state: RuleState }) {
  const app = useApp();
  const { words, broken, members, rule } = state;
  const pick = () => app.showFields(members);
  return (
    <li className={styles.rule} data-broken={broken !== null || undefined}>
      <button type="button" className={styles.words} onClick={pick} disabled={members.length === 0}>
        <code>{words}</code>
        <span className={styles.state}>
          {broken === null ? 'Holds' : <Sentence text={`Broken: ${sentence(broken.why)}.`} />}
          {rule === null && <span className={styles.source}> By the source.</span>}
        </span>
      </button>
      {rule !== null && (
        <button
          type="button"
          className={controls.iconButton}
          aria-label={`Remove the rule ${words}`}
          title="Remove the rule"
          onClick={() => app.edit([{ kind: 'lift', rule }])}
        >
          <Icon name="close" size={13} />
        </button>
      )}
    </li>
  );
}

/** The largest size: what it is now, unless something else is typed. */
function SizeRule() {
  const app = useApp();
  const id = useId();
  const view = useSettledView();
  const [typed, setTyped] = useState<string | null>(null);
  // A struct that still asks for sizes has none of its own.
  const unanswered = useAppState((state) => view !== null && isUnanswered(state, view.open));
  if (view === null) return null;
  const text = typed ?? (unanswered ? '' : `${view.edited.layout.sizeBits / 8}`);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (keepSize(app, Number(text))) setTyped(null);
      }}
    >
      <label htmlFor={id}>At most</label>
      <input
        id={id}
        className={controls.field}
        type="number"
        min={1}
        required
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      bytes
      <button type="submit" className={controls.smallButton}>
        Keep the size
      </button>
    </form>
  );
}

/** A rule in the words that `hitmap check` takes. */
function RuleWords() {
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
