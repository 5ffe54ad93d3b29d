import { endNote, startNote } from '../../app/notes/noteReducers';
import { lineOfSelection } from '../../app/notes/noteCommands';
import type { NoteTarget } from '../../app/state';
import type { Edit } from '../../edit/edit';
import { notesByLine } from '../../edit/notes';
import type { MemberPath } from '../../layout/ids';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { useSettledView } from '../kit/useInView';
import { NoteForm } from './NoteForm';
import styles from './Notes.module.css';

interface Written {
  readonly target: NoteTarget;
  readonly text: string;
}

/** A reviewer's notes on fields and lines: those there are, and where one is written. */
export function Notes({ selection }: { selection: readonly MemberPath[] }) {
  const app = useApp();
  const view = useSettledView();
  const noting = useAppState((state) => state.noting);
  const line = useAppState(lineOfSelection);
  if (view === null) return null;
  const { applied } = view.edited;
  const written: readonly Written[] = [
    ...applied.state.notes.map(({ member, text }) => ({ target: onField(member), text })),
    ...[...notesByLine(applied.state)]
      .sort(([a], [b]) => a - b)
      .map(([at, text]) => ({ target: onLine(at), text })),
  ];
  const textOn = (target: NoteTarget) =>
    written.find((note) => isSame(note.target, target))?.text ?? '';
  const [only] = selection;
  const forms = [
    ...(selection.length === 1 && only !== undefined ? [onField(only)] : []),
    ...(noting?.kind === 'line' ? [noting] : []),
  ];
  // What is open to be changed is read there.
  const listed = written.filter((note) => !forms.some((form) => isSame(form, note.target)));
  if (forms.length === 0 && written.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Notes">
      <h2>Notes {written.length > 0 && <span className={styles.count}>{written.length}</span>}</h2>
      {forms.map((target) => (
        <NoteForm
          // What is typed belongs to one place, and starts from what is written there.
          key={`${nameOf(target)} ${textOn(target)}`}
          label={`Note on ${nameOf(target)}`}
          placeholder="For whoever opens the link"
          text={textOn(target)}
          isAsked={noting !== null && isSame(noting, target)}
          onKeep={(text) => {
            app.edit([editOf(target, text)]);
            app.update(endNote);
          }}
          onCancel={() => app.update(endNote)}
        />
      ))}
      {line !== null && noting?.kind !== 'line' && (
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => app.update((state) => startNote(state, onLine(line)))}
        >
          Note on line {line}…
        </button>
      )}
      {listed.length > 0 && (
        <ul className={styles.list}>
          {listed.map((note) => (
            <NoteRow key={nameOf(note.target)} note={note} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NoteRow({ note: { target, text } }: { note: Written }) {
  const app = useApp();
  const open = () => {
    if (target.kind === 'line') app.update((state) => startNote(state, target));
    else app.showFields([target.member]);
  };
  return (
    <li className={styles.row}>
      <button type="button" className={styles.note} onClick={open}>
        <code>{nameOf(target)}</code>
        <span className={styles.text}>{text}</span>
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Remove the note on ${nameOf(target)}`}
        title="Remove the note"
        onClick={() => app.edit([editOf(target, '')])}
      >
        <Icon name="close" size={13} />
      </button>
    </li>
  );
}

function onField(member: MemberPath): NoteTarget {
  return { kind: 'field', member };
}

function onLine(line: number): NoteTarget {
  return { kind: 'line', line };
}

function nameOf(target: NoteTarget): string {
  return target.kind === 'field' ? target.member : `line ${target.line}`;
}

function isSame(a: NoteTarget, b: NoteTarget): boolean {
  return a.kind === b.kind && nameOf(a) === nameOf(b);
}

function editOf(target: NoteTarget, text: string): Edit {
  return target.kind === 'field'
    ? { kind: 'note', member: target.member, text }
    : { kind: 'noteLine', line: target.line, text };
}
