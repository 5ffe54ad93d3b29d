import { figuresOf, type Figures } from '../../analysis/figures';
import { applyEdit, applyEdits, applyFurther, withoutEdits } from '../../edit/apply';
import type { Applied } from '../../edit/applied';
import type { LayoutDocument } from '../../edit/document';
import type { Edit } from '../../edit/edit';
import { canRedo, canUndo, sharedStart } from '../../edit/history';
import { computeLayout } from '../../layout/compute';
import type { MemberPath } from '../../layout/ids';
import type { Layout } from '../../layout/layout';
import type { AppState, OpenDocument } from '../state';
import { isSameSetting } from './sameOutcome';

/** A layout with all that is shown of it. */
export interface Shown {
  readonly applied: Applied;
  readonly layout: Layout;
  readonly figures: Figures;
}

/** The struct in the centre of the page, with what can be computed from it. */
export interface InView {
  readonly open: OpenDocument;
  /** Without a held preview. */
  readonly document: LayoutDocument;
  /** The untouched order, seen through the same lines as the edited one. */
  readonly original: Shown;
  readonly edited: Shown;
  /** What the grid draws: the preview, the edited layout, or the original. */
  readonly shown: Shown;
  /** Why it cannot be edited; null where it can. */
  readonly readOnly: string | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The open struct in the centre; null where there is none. Computed once for each state of it. */
export function documentInView(state: AppState): InView | null {
  const { centre } = state;
  if (centre.kind !== 'document') return null;
  const open = state.documents.find((document) => document.id === centre.id);
  return open ? viewOf(open) : null;
}

/** What is in view apart from what a held field would do to it. */
export type SettledView = Omit<InView, 'shown'>;

let lastSettled: SettledView | null = null;

/**
 * As `documentInView`, but the same object while a field is carried over the grid: what does not show
 * the preview need not be drawn again in every frame of a drag.
 */
export function settledInView(state: AppState): SettledView | null {
  const now = documentInView(state);
  if (lastSettled && now && isSettledAs(lastSettled, now)) return lastSettled;
  lastSettled = now;
  return now;
}

/** Whether they differ in their preview alone. */
function isSettledAs({ open: a }: SettledView, { open: b }: SettledView): boolean {
  return (
    a.id === b.id &&
    a.origin === b.origin &&
    a.history === b.history &&
    a.selection === b.selection &&
    a.focus === b.focus
  );
}

/** The fields that commands act on: those selected, or the one that the keyboard is on. */
export function selectionInView(state: AppState): readonly MemberPath[] {
  const open = documentInView(state)?.open;
  if (!open) return [];
  if (open.selection.length > 0) return open.selection;
  return open.focus === null ? [] : [open.focus];
}

/** The document of an open struct, without what is held just now. */
export function presentOf(open: OpenDocument): LayoutDocument {
  return open.history.document;
}

const views = new WeakMap<OpenDocument, InView>();

/** What can be computed from an open struct. */
export function viewOf(open: OpenDocument): InView {
  const known = views.get(open);
  if (known) return known;
  const document = presentOf(open);
  const edited = editedOf(document);
  const original = originalOf(document, edited);
  const shown =
    open.preview !== null
      ? previewOf(edited, open.preview)
      : document.view.show === 'original'
        ? original
        : edited;
  const view: InView = {
    open,
    document,
    original,
    edited,
    shown,
    readOnly: original.applied.struct.root.readOnly,
    canUndo: canUndo(open.history),
    canRedo: canRedo(open.history),
  };
  views.set(open, view);
  return view;
}

/** Computes ahead what a document will show once it is opened. */
export function layOutAhead(document: LayoutDocument): void {
  editedOf(document);
}

// Keyed by what they depend on, so that a click or a held field computes only what it changes.
const editedByDocument = new WeakMap<readonly Edit[], { document: LayoutDocument; shown: Shown }>();

function editedOf(document: LayoutDocument): Shown {
  const known = editedByDocument.get(document.edits);
  if (known && sameBase(known.document, document)) return known.shown;
  const shown = show(appliedOf(document));
  editedByDocument.set(document.edits, { document, shown });
  return shown;
}

/** The last list of edits of a struct that was carried out. */
const lastByStruct = new WeakMap<
  LayoutDocument['struct'],
  { readonly document: LayoutDocument; readonly applied: Applied }
>();

/** One more edit costs one edit, however many there are before it. */
function appliedOf(document: LayoutDocument): Applied {
  const { edits } = document;
  const last = lastByStruct.get(document.struct);
  const done = last && sameBase(last.document, document) ? last.document.edits : null;
  const applied =
    last && done && sharedStart(done, edits) === done.length
      ? applyFurther(last.applied, edits, done.length)
      : applyEdits(document);
  lastByStruct.set(document.struct, { document, applied });
  return applied;
}

/** Whether two documents differ in their view alone. */
function sameBase(a: LayoutDocument, b: LayoutDocument): boolean {
  return a.struct === b.struct && isSameSetting(a, b);
}

interface Untouched {
  readonly document: LayoutDocument;
  readonly applied: Applied;
  readonly layout: Layout;
}

const untouchedByStruct = new WeakMap<LayoutDocument['struct'], Untouched>();
const originals = new WeakMap<Shown, Shown>();

/** The same ruler on both sides, or every figure would differ for its sake. */
function originalOf(document: LayoutDocument, edited: Shown): Shown {
  if (document.edits.length === 0) return edited;
  const known = originals.get(edited);
  if (known) return known;
  const { lineBytes, pair, baseBytes } = edited.applied;
  const { applied, layout } = untouchedOf(document);
  const shown = showLayout({ ...applied, lineBytes, pair, baseBytes }, layout);
  originals.set(edited, shown);
  return shown;
}

function untouchedOf(document: LayoutDocument): Untouched {
  const known = untouchedByStruct.get(document.struct);
  if (known && sameBase(known.document, document)) return known;
  const applied = withoutEdits(document);
  const untouched = { document, applied, layout: computeLayout(applied.struct) };
  untouchedByStruct.set(document.struct, untouched);
  return untouched;
}

const previews = new WeakMap<readonly Edit[], { edited: Shown; shown: Shown }>();

function previewOf(edited: Shown, edits: readonly Edit[]): Shown {
  const known = previews.get(edits);
  if (known?.edited === edited) return known.shown;
  let { applied } = edited;
  for (const edit of edits) {
    const next = applyEdit(applied, edit);
    if (next.ok) applied = next.value;
  }
  const shown = applied === edited.applied ? edited : show(applied);
  previews.set(edits, { edited, shown });
  return shown;
}

function show(applied: Applied): Shown {
  return showLayout(applied, computeLayout(applied.struct));
}

function showLayout(applied: Applied, layout: Layout): Shown {
  const isUnion = applied.struct.root.keyword === 'union';
  return { applied, layout, figures: figuresOf(layout, isUnion, applied) };
}
