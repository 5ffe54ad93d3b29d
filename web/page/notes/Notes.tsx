import { endNote, startNote } from '../state/documentReducers';
import { lineOfSelection } from './noteCommands';
import { writeNote } from './writeNote';
import type { MemberPath } from '../../core/layout/ids';
import { notesModel, type WrittenNote } from './notesModel';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { useSettledView } from '../kit/useInView';
import { NoteForm } from './NoteForm';
import styles from './Notes.module.css';

/** A reviewer's notes on fields and lines: those there are, and where one is written. */
export function Notes({ selection }: { selection: readonly MemberPath[] }) {
  const app = useApp();
  const view = useSettledView();
  const noting = useAppState((state) => state.noting);
  const line = useAppState(lineOfSelection);
  if (view === null) return null;
  const { count, forms, listed } = notesModel(view, noting, selection);
  if (forms.length === 0 && count === 0) return null;
  return (
    <section className={styles.section} aria-label="Notes">
      <h2>Notes {count > 0 && <span className={styles.count}>{count}</span>}</h2>
      {forms.map(({ target, name, text, isAsked }) => (
        <NoteForm
          // What is typed belongs to one place, and starts from what is written there.
          key={`${name} ${text}`}
          label={`Note on ${name}`}
          placeholder="For whoever opens the link"
          text={text}
          isAsked={isAsked}
          onKeep={(written) => {
            writeNote(app, target, written);
            app.update(endNote);
          }}
          onCancel={() => app.update(endNote)}
        />
      ))}
      {line !== null && noting?.kind !== 'line' && (
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => app.update((state) => startNote(state, { kind: 'line', line }))}
        >
          Note on line {line}…
        </button>
      )}
      {listed.length > 0 && (
        <ul className={styles.list}>
          {listed.map((note) => (
            <NoteRow key={note.name} note={note} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NoteRow({ note: { target, name, text } }: { note: WrittenNote }) {
  const app = useApp();
  const open = () => {
    if (target.kind === 'line') app.update((state) => startNote(state, target));
    else app.showFields([target.member]);
  };
  return (
    <li className={styles.row}>
      <button type="button" className={styles.note} onClick={open}>
        <code>{name}</code>
        <span className={styles.text}>{text}</span>
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Remove the note on ${name}`}
        title="Remove the note"
        onClick={() => writeNote(app, target, '')}
      >
        <Icon name="close" size={13} />
      </button>
    </li>
  );
}
