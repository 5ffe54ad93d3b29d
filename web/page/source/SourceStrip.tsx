import { useState } from 'react';
import { targetChoices } from './targetChoices';
import type { FileId } from '../../core/layout/ids';
import type { Choices, OpenQuestion } from '../../core/layout/text/choices';
import type { OpenText, TextFile } from '../state/state';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { useSettledView } from '../kit/useInView';
import styles from './SourceStrip.module.css';

/** A struct of sk_buff's kind has some twenty; a text with thousands must not hold the page. */
const MOST_AT_ONCE = 200;

/** What a struct from C source is laid out for, its `#if`s, and what is still asked. */
export function SourceStrip() {
  const view = useSettledView();
  const files = useAppState((state) => state.files);
  if (!view || view.open.origin.kind !== 'file') return null;
  const { file: id } = view.open.origin;
  const phase = files.find((file) => file.id === id)?.phase;
  if (phase?.kind !== 'text' || phase.text.language !== 'c') return null;
  const open = phase.text.open[view.open.id];
  return open ? <Strip id={id} text={phase.text} open={open} /> : null;
}

function Strip(props: { id: FileId; text: Extract<TextFile, { language: 'c' }>; open: OpenText }) {
  const { id, text, open } = props;
  const app = useApp();
  const [isOpen, setOpen] = useState(false);
  const { choices } = text;
  const choose = (change: Partial<Choices>) => void app.sources.choose(id, change);
  const targets = targetChoices(choices.target);
  // What was just chosen shows at once; the layout for it is on the way.
  const switches = open.switches.map(({ name, on }) => ({
    name,
    on: choices.switches[name] ?? on,
  }));
  return (
    <section className={styles.strip} aria-label="How the source is read">
      <div className={styles.row}>
        <label className={styles.target}>
          Laid out for
          <select
            className={controls.field}
            value={choices.target.machine}
            onChange={({ target }) => {
              const chosen = targets.find(({ machine }) => machine === target.value);
              if (chosen) choose({ target: chosen });
            }}
          >
            {targets.map(({ machine }) => (
              <option key={machine}>{machine}</option>
            ))}
          </select>
        </label>
        {switches.length > 0 && (
          <details
            className={styles.switches}
            onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          >
            <summary>
              {plural(switches.length, 'condition')}, {switches.filter(({ on }) => on).length} on
            </summary>
            <ul>
              {switches.slice(0, isOpen ? MOST_AT_ONCE : 0).map(({ name, on }) => (
                <li key={name}>
                  <label>
                    <input
                      type="checkbox"
                      checked={on}
                      onChange={({ target }) =>
                        choose({ switches: { ...choices.switches, [name]: target.checked } })
                      }
                    />
                    <code>{name}</code>
                  </label>
                </li>
              ))}
              {switches.length > MOST_AT_ONCE && (
                <li>
                  {plural(switches.length - MOST_AT_ONCE, 'further condition')}: set by{' '}
                  <code>hitmap show --define NAME</code>
                </li>
              )}
            </ul>
          </details>
        )}
      </div>
      {open.questions.length > 0 && (
        <Questions questions={open.questions} choices={choices} choose={choose} />
      )}
    </section>
  );
}

function Questions(props: {
  questions: readonly OpenQuestion[];
  choices: Choices;
  choose: (change: Partial<Choices>) => void;
}) {
  const { questions, choices, choose } = props;
  return (
    <div className={styles.questions} role="group" aria-label="What is not known">
      <p>
        The layout needs {plural(questions.length, 'answer')}. A loaded kernel or program that has
        these types answers by itself.
        {questions.length > MOST_AT_ONCE && ` The first ${MOST_AT_ONCE} are asked here.`}
      </p>
      <ul>
        {questions.slice(0, MOST_AT_ONCE).map((question) =>
          question.kind === 'size' ? (
            <SizeQuestion
              key={question.typeName}
              question={question}
              answer={(sizeBytes, alignBytes) =>
                choose({
                  sizes: { ...choices.sizes, [question.typeName]: { sizeBytes, alignBytes } },
                })
              }
            />
          ) : (
            <NumberQuestion
              key={question.text}
              question={question}
              answer={(value) =>
                choose({ numbers: { ...choices.numbers, [question.text]: value } })
              }
            />
          ),
        )}
      </ul>
    </div>
  );
}

function SizeQuestion(props: {
  question: Extract<OpenQuestion, { kind: 'size' }>;
  answer: (sizeBytes: number, alignBytes: number) => void;
}) {
  const { question, answer } = props;
  const [size, setSize] = useState('');
  const [align, setAlign] = useState('');
  const bytes = wholeNumber(size);
  // The largest power of two that divides the size, up to a pointer's: what most types have.
  const natural = bytes === null || bytes === 0 ? 1 : Math.min(8, bytes & -bytes);
  const aligned = align === '' ? natural : wholeNumber(align);
  const good = bytes !== null && aligned !== null && isPowerOfTwo(aligned) && bytes % aligned === 0;
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (good) answer(bytes, aligned);
        }}
      >
        <span>
          <code>{question.typeName}</code> of <code>{question.member}</code>
        </span>
        <label>
          size
          <input
            className={controls.field}
            inputMode="numeric"
            value={size}
            onChange={({ target }) => setSize(target.value)}
          />
        </label>
        <label>
          aligned to
          <input
            className={controls.field}
            inputMode="numeric"
            value={align}
            placeholder={String(natural)}
            onChange={({ target }) => setAlign(target.value)}
          />
        </label>
        <button type="submit" className={controls.smallButton} disabled={!good}>
          Set
        </button>
      </form>
    </li>
  );
}

function NumberQuestion(props: {
  question: Extract<OpenQuestion, { kind: 'number' }>;
  answer: (value: number) => void;
}) {
  const { question, answer } = props;
  const [text, setText] = useState('');
  const value = wholeNumber(text);
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (value !== null) answer(value);
        }}
      >
        <span>
          <code>{question.text}</code> of <code>{question.member}</code>
        </span>
        <label>
          is
          <input
            className={controls.field}
            inputMode="numeric"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <button type="submit" className={controls.smallButton} disabled={value === null}>
          Set
        </button>
      </form>
    </li>
  );
}

function wholeNumber(text: string): number | null {
  const value = /^\d{1,7}$/.test(text.trim()) ? Number(text) : null;
  return value !== null && value <= 1 << 20 ? value : null;
}

function isPowerOfTwo(value: number): boolean {
  return value > 0 && (value & (value - 1)) === 0;
}
