import type { InView } from '../state/inView';
import type { NoteTarget } from '../state/state';
import { notesByLine } from '../../core/edit/notes';
import type { MemberPath } from '../../core/layout/ids';

/** A reviewer's notes on fields and lines: those there are, and where one is written. */
export interface NotesModel {
  readonly count: number;
  /** Notes that are open to be changed. */
  readonly forms: readonly NoteForm[];
  /** All others. */
  readonly listed: readonly WrittenNote[];
}

export interface WrittenNote {
  readonly target: NoteTarget;
  /** `f_ref`, `line 3`. */
  readonly name: string;
  readonly text: string;
}

export interface NoteForm extends WrittenNote {
  /** Whether somebody asked to write just this one. */
  readonly isAsked: boolean;
}

/**
 * @param noting where somebody asked to write one; null for nowhere
 * @param selection fields that are selected: a single one has its form
 */
export function notesModel(
  { edited }: InView,
  noting: NoteTarget | null,
  selection: readonly MemberPath[],
): NotesModel {
  const { state } = edited.applied;
  const written = [
    ...state.notes.map(({ member, text }) => noteOn({ kind: 'field', member }, text)),
    ...[...notesByLine(state)]
      .sort(([a], [b]) => a - b)
      .map(([line, text]) => noteOn({ kind: 'line', line }, text)),
  ];
  const [only] = selection;
  const targets: readonly NoteTarget[] = [
    ...(selection.length === 1 && only !== undefined
      ? [{ kind: 'field', member: only } as const]
      : []),
    ...(noting?.kind === 'line' ? [noting] : []),
  ];
  const forms = targets.map((target) => ({
    ...noteOn(target, written.find((note) => isSame(note.target, target))?.text ?? ''),
    isAsked: noting !== null && isSame(noting, target),
  }));
  return {
    count: written.length,
    forms,
    listed: written.filter((note) => !forms.some(({ target }) => isSame(target, note.target))),
  };
}

function noteOn(target: NoteTarget, text: string): WrittenNote {
  return { target, name: nameOf(target), text };
}

function nameOf(target: NoteTarget): string {
  return target.kind === 'field' ? target.member : `line ${target.line}`;
}

function isSame(a: NoteTarget, b: NoteTarget): boolean {
  return a.kind === b.kind && nameOf(a) === nameOf(b);
}
