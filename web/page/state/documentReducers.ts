import { sentence } from '../../core/base/messages';
import { visibleDocument } from '../../core/edit/visibleDocument';
import { applyEdit } from '../../core/edit/apply';
import type { LayoutDocument, View } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';
import { describeEdit } from '../../core/edit/changes';
import {
  redo,
  removeEdit,
  resetEdits,
  setEdits,
  startHistory,
  takeOrder,
  undo,
  type History,
} from '../../core/edit/history';
import type { DocumentProfile } from '../../core/edit/profiles';
import type { StructDesc } from '../../core/facts/generated';
import type { MemberPath, StructId } from '../../core/layout/ids';
import { announce, announceAndShow } from './fileReducers';
import { newlyBroken, rulesOfView } from './rulesInView';
import { documentInView, presentOf, type InView } from './inView';
import { isSameOrder, isSameOutcome } from './sameOutcome';
import type { AppState, OpenDocument, DocumentOrigin, NoteTarget } from './state';
import type { Rule } from '../../core/edit/rule';
import { ruleOf, rulesOf } from '../../core/edit/rules';
import { formatRule } from '../../core/edit/words';

/** Puts a struct into the centre. One that is open already keeps its edits. */
export function openDocument(
  state: AppState,
  opened: {
    readonly id: StructId;
    readonly origin: DocumentOrigin;
    readonly document: LayoutDocument;
    /** Its names may be shown as they are. */
    readonly isVisible?: true;
  },
): AppState {
  const known = state.documents.find(
    (document) => document.id === opened.id || isOfSameFile(document, opened),
  );
  if (known) return showDocument(state, known.id);
  const document: OpenDocument = {
    id: opened.id,
    origin: opened.origin,
    // Whatever it came from, its names are shown from here on.
    history: startHistory(opened.isVisible ? opened.document : visibleDocument(opened.document)),
    selection: [],
    focus: null,
    preview: null,
  };
  // Structs that were only looked at make room; none with changes is ever closed by itself.
  const kept = state.documents.filter((other, place) => place < MOST_BESIDE || isEdited(other));
  return showDocument({ ...state, documents: [document, ...kept] }, opened.id);
}

/** Whether it is the same struct of the same file: a draft that was given back to it has the draft's id. */
function isOfSameFile(
  open: OpenDocument,
  { origin, document }: { readonly origin: DocumentOrigin; readonly document: LayoutDocument },
): boolean {
  return (
    open.origin.kind === 'file' &&
    origin.kind === 'file' &&
    open.origin.file === origin.file &&
    presentOf(open).struct.key === document.struct.key
  );
}

/** How many structs that were only looked at stay open beside the newest. */
const MOST_BESIDE = 7;

export function isEdited(open: OpenDocument): boolean {
  const { edits, tags, notes } = presentOf(open);
  return edits.length > 0 || (open.origin.kind === 'file' && tags.length + notes.length > 0);
}

export function showDocument(state: AppState, id: StructId): AppState {
  return { ...state, centre: { kind: 'document', id } };
}

/** The next one that is open takes the centre. */
export function closeDocument(state: AppState, id: StructId): AppState {
  const documents = state.documents.filter((document) => document.id !== id);
  const { centre } = state;
  if (centre.kind !== 'document' || centre.id !== id) return { ...state, documents };
  const [next] = documents;
  return {
    ...state,
    documents,
    centre: next ? { kind: 'document', id: next.id } : { kind: 'empty' },
  };
}

/** A better source of the same layout has come (DWARF after BTF): the struct's edits go on upon it. */
export function enrichDocument(state: AppState, id: StructId, struct: StructDesc): AppState {
  return change(state, id, (open) => ({
    ...open,
    history: withDocument(open.history, { ...presentOf(open), struct }),
  }));
}

/**
 * Carries edits out as one step. The first that does not apply is announced with its reason, and none
 * of them is kept: what the user asked for was all of them. What would change nothing is no step.
 */
export function editInView(state: AppState, edits: readonly Edit[]): AppState {
  const view = documentInView(state);
  if (!view || edits.length === 0) return state;
  const cleared = setPreviewInView(state, null);
  let { applied } = view.edited;
  for (const edit of edits) {
    const next = applyEdit(applied, edit);
    if (!next.ok) return announceAndShow(cleared, sentence(next.error));
    applied = next.value;
  }
  const list = edits.reduce(
    (before, edit) => addEdit(before, edit, view.document),
    view.document.edits,
  );
  if (isNoChange(view.document.edits, list)) return cleared;
  const withList = (edits: readonly Edit[]) =>
    changeInView(cleared, (open) => ({ ...open, history: setEdits(open.history, edits) }));
  let next = withList(list);
  let after = documentInView(next);
  // A move that takes the place of the one before it (`addEdit`) has to end where the two ended.
  if (after && !isSameOrder(applied.struct.root, after.edited.applied.struct.root)) {
    next = withList([...view.document.edits, ...edits]);
    after = documentInView(next);
  }
  if (after && isSameOutcome(view.edited.applied, after.edited.applied)) {
    return announceAndShow(cleared, 'That is how it is already.');
  }
  return announce(
    setView(next, { show: 'edited' }),
    `${edits.map(describeEdit).join(', ')}. ${sizeSentence(view.edited.layout.sizeBits, after?.edited.layout.sizeBits)}${after ? brokenSentence(view, after) : ''}`,
  );
}

/** Carries an edit out in place of the last one, as part of its step: nothing is left where the two undo each other. */
export function replaceLastInView(state: AppState, edit: Edit): AppState {
  const without = changeInView(state, (open) => ({
    ...open,
    history: { ...undo(open.history), future: [] },
  }));
  const next = editInView(without, [edit]);
  const edits = (of: AppState) => documentInView(of)?.document.edits;
  return edits(next) === edits(without)
    ? announce({ ...next, notices: state.notices }, 'It is back where it was.')
    : next;
}

/** Takes one edit out of the list of changes. */
export function removeEditInView(state: AppState, index: number): AppState {
  const edit = documentInView(state)?.document.edits[index];
  if (!edit) return state;
  return announce(
    changeInView(state, (open) => ({ ...open, history: removeEdit(open.history, index) })),
    `Removed: ${describeEdit(edit)}.`,
  );
}

export function undoInView(state: AppState): AppState {
  return step(state, undo, 'Undone');
}

export function redoInView(state: AppState): AppState {
  return step(state, redo, 'Redone');
}

export function resetInView(state: AppState): AppState {
  return announceAndShow(
    changeInView(state, (open) => ({ ...open, history: resetEdits(open.history), preview: null })),
    'Back to the original. Undo brings the changes back.',
  );
}

/** Somebody's order takes the place of the own one. */
export function takeOrderInView(state: AppState, order: readonly Edit[]): AppState {
  return announceAndShow(
    changeInView(state, (open) => ({
      ...open,
      history: takeOrder(open.history, order),
      preview: null,
    })),
    'That order is yours now. Undo brings your own back.',
  );
}

/** What is held over a gap just now, or is pointed at; null for nothing. */
export function setPreviewInView(state: AppState, preview: readonly Edit[] | null): AppState {
  if (preview === null) {
    // It may belong to a struct that was left meanwhile.
    if (state.documents.every((open) => open.preview === null)) return state;
    return { ...state, documents: state.documents.map((open) => ({ ...open, preview })) };
  }
  return changeInView(state, (open) =>
    isSamePreview(open.preview, preview) ? open : { ...open, preview },
  );
}

function isSamePreview(a: readonly Edit[] | null, b: readonly Edit[] | null): boolean {
  if (a === null || b === null) return a === b;
  return isNoChange(a, b);
}

export function selectInView(state: AppState, selection: readonly MemberPath[]): AppState {
  return changeInView(state, (open) => ({ ...open, selection }));
}

export function focusInView(state: AppState, focus: MemberPath | null): AppState {
  return changeInView(state, (open) => (open.focus === focus ? open : { ...open, focus }));
}

/** Changes what is no edit and needs no undo. */
export function changeDocumentInView(
  state: AppState,
  with_: (document: LayoutDocument) => LayoutDocument,
): AppState {
  return changeInView(state, (open) => ({
    ...open,
    history: withDocument(open.history, with_(presentOf(open))),
  }));
}

export function setView(state: AppState, view: Partial<View>): AppState {
  return changeInView(state, (open) => {
    const document = presentOf(open);
    return {
      ...open,
      history: withDocument(open.history, { ...document, view: { ...document.view, ...view } }),
    };
  });
}

/** Gives the document other profiles; what is bound of them are edits. */
export function setProfilesInView(state: AppState, profiles: LayoutDocument['profiles']): AppState {
  return changeInView(state, (open) => ({
    ...open,
    history: withDocument(open.history, { ...presentOf(open), profiles }),
  }));
}

/** Puts a profile in the place of one that open structs have, whatever is in view; nothing where it is gone by now. */
export function replaceProfile(
  state: AppState,
  before: DocumentProfile,
  after: DocumentProfile,
): AppState {
  const documents = state.documents.map((open) => {
    const document = presentOf(open);
    if (!document.profiles.includes(before)) return open;
    const profiles = document.profiles.map((each) => (each === before ? after : each));
    return { ...open, history: withDocument(open.history, { ...document, profiles }) };
  });
  return { ...state, documents };
}

/** Opens or closes a nested member. */
export function toggleExpanded(state: AppState, member: MemberPath): AppState {
  const expanded = documentInView(state)?.document.view.expanded ?? [];
  return setView(state, {
    expanded: expanded.includes(member)
      ? expanded.filter((other) => other !== member)
      : [...expanded, member],
  });
}

function isNoChange(before: readonly Edit[], after: readonly Edit[]): boolean {
  return before.length === after.length && before.every((edit, place) => edit === after[place]);
}

function brokenSentence(before: InView, after: InView): string {
  return newlyBroken(
    rulesOfView({ ...before, shown: before.edited }),
    rulesOfView({ ...after, shown: after.edited }),
  );
}

function sizeSentence(beforeBits: number, afterBits: number | undefined): string {
  if (afterBits === undefined || afterBits === beforeBits)
    return `Size ${beforeBits / 8} bytes, as before.`;
  return `Size ${afterBits / 8} bytes, was ${beforeBits / 8}.`;
}

function step(state: AppState, move: (history: History) => History, word: string): AppState {
  const before = documentInView(state);
  if (!before) return state;
  const next = changeInView(state, (open) => ({
    ...open,
    history: move(open.history),
    preview: null,
  }));
  const after = documentInView(next);
  if (!after || after.open.history === before.open.history) return state;
  return announce(
    next,
    `${word}. ${sizeSentence(before.edited.layout.sizeBits, after.edited.layout.sizeBits)}`,
  );
}

function withDocument(history: History, document: LayoutDocument): History {
  return { ...history, document };
}

function changeInView(state: AppState, with_: (open: OpenDocument) => OpenDocument): AppState {
  return state.centre.kind === 'document' ? change(state, state.centre.id, with_) : state;
}

function change(
  state: AppState,
  id: StructId,
  with_: (open: OpenDocument) => OpenDocument,
): AppState {
  let changed = false;
  const documents = state.documents.map((open) => {
    if (open.id !== id) return open;
    const next = with_(open);
    changed ||= next !== open;
    return next;
  });
  return changed ? { ...state, documents } : state;
}

/**
 * One more edit in the list of changes. What only its last word counts of (the ruler, a binding, a note)
 * replaces the one before, and what takes an edit back that is in the list takes it out of the list, so
 * that the list says what was done and not how often somebody changed their mind.
 */
function addEdit(edits: readonly Edit[], edit: Edit, document: LayoutDocument): readonly Edit[] {
  switch (edit.kind) {
    case 'bind':
      // A line that is slid on is bound once, where it came to rest.
      return [...edits.filter((other) => !isSameBinding(other, edit)), edit];
    case 'line':
    case 'pair':
    case 'base': {
      const others = edits.filter((other) => other.kind !== edit.kind);
      // A base that is said on other lines says more than the document's own.
      const isRestated = edit.kind === 'base' && others.some(({ kind }) => kind === 'line');
      return isOwnRuler(edit, document) && !isRestated ? others : [...others, edit];
    }
    case 'prefetch': {
      const others = edits.filter(({ kind }) => kind !== 'prefetch');
      return edit.share === null ? others : [...others, edit];
    }
    case 'note': {
      const others = edits.filter((other) => other.kind !== 'note' || other.member !== edit.member);
      const isOwn = document.notes.some(({ member }) => member === edit.member);
      return edit.text === '' && !isOwn ? others : [...others, edit];
    }
    case 'noteLine': {
      // A note of another line size was on other bytes.
      if (edits.some(({ kind }) => kind === 'line')) return [...edits, edit];
      const others = edits.filter((other) => other.kind !== 'noteLine' || other.line !== edit.line);
      const isOwn = document.lineNotes.length > 0;
      return edit.text === '' && !isOwn ? others : [...others, edit];
    }
    case 'move': {
      const last = edits.at(-1);
      return last !== undefined && isMovedOn(last, edit) ? edits.with(-1, edit) : [...edits, edit];
    }
    case 'lift':
      return withoutRule(edits, edit.rule, document) ?? [...edits, edit];
    default:
      return [...edits, edit];
  }
}

/** Whether a move takes the same fields on from where another put them, among the members of the struct itself. */
function isMovedOn(last: Edit, edit: Extract<Edit, { kind: 'move' }>): boolean {
  if (last.kind !== 'move' || last.members.join() !== edit.members.join()) return false;
  const isPlain = ({ members, to, alone }: Extract<Edit, { kind: 'move' }>) => {
    if (alone || to.at === 'into' || to.at === 'out') return false;
    const named = 'member' in to ? [...members, to.member] : members;
    return named.every((path) => !path.includes('.'));
  };
  return isPlain(last) && isPlain(edit);
}

function isSameBinding(other: Edit, edit: Extract<Edit, { kind: 'bind' }>): boolean {
  return other.kind === 'bind' && other.profile === edit.profile && other.target === edit.target;
}

function isOwnRuler(
  edit: Extract<Edit, { kind: 'line' | 'pair' | 'base' }>,
  document: LayoutDocument,
): boolean {
  if (edit.kind === 'line') return edit.bytes === document.lineBytes;
  if (edit.kind === 'pair') return edit.on === document.pair;
  return edit.bytes === document.baseBytes;
}

/** The list without the edit that set a rule; null where something else depends on that edit. */
function withoutRule(
  edits: readonly Edit[],
  rule: Rule,
  document: LayoutDocument,
): readonly Edit[] | null {
  const words = formatRule(rule);
  if (rulesOf(document).some((own) => formatRule(own) === words)) return null;
  const isSetter = (edit: Edit) => {
    const set = ruleOf(edit);
    return set !== null && formatRule(set) === words;
  };
  // A group takes its members out of earlier ones, and a size takes the place of another.
  const kind = { sameLine: 'together', maxSize: 'size', apart: null, inLine: null, range: null }[
    rule.kind
  ];
  const others = edits.filter((edit) => !isSetter(edit));
  if (others.length === edits.length || others.some((edit) => edit.kind === kind)) return null;
  return others.filter((edit) => edit.kind !== 'lift' || formatRule(edit.rule) !== words);
}

/** Opens the inspector where the note is written. */
export function startNote(state: AppState, noting: NoteTarget): AppState {
  const shown: AppState = {
    ...state,
    noting,
    inspector: 'field',
    panels: { ...state.panels, right: true },
  };
  if (noting.kind === 'line') return shown;
  return focusInView(selectInView(shown, [noting.member]), noting.member);
}

export function endNote(state: AppState): AppState {
  return state.noting === null ? state : { ...state, noting: null };
}
