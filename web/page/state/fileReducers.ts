import { visibleIn, visibleName, visibleText } from '../../core/base/visible';
import type { FileFacts, NamedProfile } from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';
import type { ReadProgress } from '../../core/ingest/readProgress';
import type { FileId } from '../../core/layout/ids';
import type { AppState, FilePhase, LoadedFile, Notice } from './state';

/** A file was dropped, picked or pasted. */
export function addFile(
  state: AppState,
  file: { readonly id: FileId; readonly name: string; readonly sizeBytes: number },
): AppState {
  return {
    // What an earlier file of that name failed by would read as if this one had.
    ...withoutFailures(state, visibleName(file.name)),
    files: [
      ...state.files,
      { ...file, name: visibleName(file.name), phase: { kind: 'loading', progress: null } },
    ],
  };
}

/** What a text is called that came without a name of its own. */
export const PASTED = 'pasted text';

/** What a pasted text is called turns out with what it holds. Two of one name are numbered. */
export function namePasted(state: AppState, id: FileId, name: string): AppState {
  if (state.files.find((file) => file.id === id)?.name !== PASTED) return state;
  const taken = new Set(state.files.map((file) => file.name));
  let own = visibleName(name);
  for (let number = 2; taken.has(own); number += 1) own = `${visibleName(name)} (${number})`;
  return renameFile(state, id, own);
}

/** A file under another name, which is made fit to be shown. */
export function renameFile(state: AppState, id: FileId, name: string): AppState {
  const files = state.files.map((file) =>
    file.id === id ? { ...file, name: visibleName(name) } : file,
  );
  return { ...state, files };
}

export function fileProgress(state: AppState, id: FileId, progress: ReadProgress): AppState {
  return withPhase(state, id, (phase) =>
    phase.kind === 'loading'
      ? { ...phase, progress }
      : phase.kind === 'ready'
        ? { ...phase, more: progress }
        : phase,
  );
}

/** What it is has been found out; its list may still be on the way. */
export function fileOpened(state: AppState, id: FileId, facts: FileFacts): AppState {
  return withPhase(state, id, (phase) => ({
    kind: 'ready',
    facts,
    index: null,
    more: phase.kind === 'loading' ? phase.progress : null,
  }));
}

/** The file waits for another one, or (null) no longer. */
export function fileWaits(state: AppState, id: FileId, waitsFor: string | null): AppState {
  return withPhase(state, id, (phase) => {
    if (phase.kind !== 'ready') return phase;
    const { facts, index } = phase;
    return waitsFor === null
      ? { kind: 'ready', facts, index, more: NEXT_STAGE }
      : { kind: 'ready', facts, index, more: null, waitsFor };
  });
}

/** The file is a profile, and has been read. */
/** A report with what its text says of it. */
export type ReadProfile = Pick<NamedProfile, 'profile' | 'state'> &
  Partial<Pick<NamedProfile, 'name'>>;

export function profileRead(
  state: AppState,
  id: FileId,
  { profile, state: measured, name = null }: ReadProfile,
): AppState {
  return withPhase(state, id, () => ({ kind: 'profile', profile, measured, label: name }));
}

/** A stage of the index is in and replaces the one before. */
export function fileIndexed(state: AppState, id: FileId, index: StructTable): AppState {
  return withPhase(state, id, (phase) =>
    phase.kind === 'ready' ? { ...phase, index, more: NEXT_STAGE } : phase,
  );
}

/** A list that was held back is shown; how far its file is read has come meanwhile. */
export function fileListed(state: AppState, id: FileId, index: StructTable): AppState {
  return withPhase(state, id, (phase) => (phase.kind === 'ready' ? { ...phase, index } : phase));
}

/** Between two stages nothing is counted. */
const NEXT_STAGE: ReadProgress = { what: 'more details', done: 0, total: 0 };

/** All stages are in. */
export function fileComplete(state: AppState, id: FileId): AppState {
  return withPhase(state, id, (phase) =>
    phase.kind === 'ready' ? { ...phase, more: null } : phase,
  );
}

/** Forgets a file: it was cancelled, removed, or could not be read. Open structs stay. */
export function removeFile(state: AppState, id: FileId): AppState {
  return {
    ...state,
    files: state.files.filter((file) => file.id !== id),
    hot: state.hot.filter(({ report, types }) => report !== id && types !== id),
    list: state.list.file === id ? { ...state.list, file: null } : state.list,
    centre: withoutFile(state, id),
    notices: state.notices.filter(({ profile, about }) => profile !== id && about !== id),
  };
}

/** A report, or one of two files that are compared, leaves the centre to what was there before. */
function withoutFile({ centre, documents }: AppState, id: FileId): AppState['centre'] {
  const isShown =
    (centre.kind === 'profile' && centre.file === id) ||
    (centre.kind === 'twoFiles' && (centre.before === id || centre.after === id));
  if (!isShown) return centre;
  const [last] = documents;
  return last ? { kind: 'document', id: last.id } : { kind: 'empty' };
}

export function addNotice(state: AppState, given: Omit<Notice, 'id'>): AppState {
  const notice = visibleIn(given, visibleText);
  const id = 1 + Math.max(0, ...state.notices.map((other) => other.id));
  // The same failure twice (the same file dropped again) is one banner.
  const others = state.notices.filter(
    (other) => other.title !== notice.title || other.text !== notice.text,
  );
  return { ...state, notices: [...others, { ...notice, id }] };
}

/** What failed under this title succeeds now, or is tried again: its messages of failure are no longer true. */
export function withoutFailures(state: AppState, title: string): AppState {
  const isTrue = (notice: Notice) => notice.kind !== 'error' || notice.title !== title;
  return state.notices.every(isTrue) ? state : { ...state, notices: state.notices.filter(isTrue) };
}

/** A file is read whole: what only a part of it failed by is no longer true. */
export function withoutFailuresOf(state: AppState, id: FileId): AppState {
  const isTrue = (notice: Notice) => notice.kind !== 'error' || notice.about !== id;
  return { ...state, notices: state.notices.filter(isTrue) };
}

export function dismissNotice(state: AppState, id: number): AppState {
  return { ...state, notices: state.notices.filter((notice) => notice.id !== id) };
}

/** Says what happened to those who do not see it. */
export function announce(state: AppState, text: string): AppState {
  return say(state, text, false);
}

/** Says what happened to everyone: nothing else on the page shows it. */
export function announceAndShow(state: AppState, text: string): AppState {
  return say(state, text, true);
}

function say(state: AppState, text: string, toast: boolean): AppState {
  return { ...state, announcement: { text, toast, count: state.announcement.count + 1 } };
}

function withPhase(state: AppState, id: FileId, change: (phase: FilePhase) => FilePhase): AppState {
  const apply = (file: LoadedFile): LoadedFile =>
    file.id === id ? { ...file, phase: change(file.phase) } : file;
  return { ...state, files: state.files.map(apply) };
}
