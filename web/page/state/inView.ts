import { derived, keptWith } from '../../core/base/derived';
import { figuresOf, type Figures } from '../../core/figures/figures';
import { applyEdit, applyEdits, applyFurther, withoutEdits } from '../../core/edit/apply';
import { underRulerOf, withState, type Applied } from '../../core/edit/applied';
import type { LayoutDocument } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';
import { changesMade } from '../../core/edit/layoutEdits';
import { canRedo, canUndo, sharedStart } from '../../core/edit/history';
import { computeLayout } from '../../core/layout/compute';
import type { MemberPath } from '../../core/layout/ids';
import type { Layout, FieldItem } from '../../core/layout/layout';
import type { AppState, OpenDocument } from './state';
import { isSameState } from './sameOutcome';
import { heatOf, type Heat } from '../../core/heat/heatOf';
import { nestedLayout } from '../../core/layout/nested';
import { fieldsOf, findField } from '../../core/layout/walk';

/** A layout with all that is shown of it. */
export interface ShownLayout {
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
  readonly original: ShownLayout;
  readonly edited: ShownLayout;
  /** What the grid draws: the preview, the edited layout, or the original. */
  readonly shown: ShownLayout;
  /** How many changes of the struct a reader would count. */
  readonly changeCount: number;
  /** Why it cannot be edited; null where it can. */
  readonly readOnly: string | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The open struct in the centre; null where there is none. Computed once for each state of it. */
export const documentInView = derived((state: AppState): InView | null => {
  const { centre } = state;
  if (centre.kind !== 'document') return null;
  const open = state.documents.find((document) => document.id === centre.id);
  return open ? viewOf(open) : null;
});

/**
 * As `documentInView`, but the same object while a field is carried over the grid: what does not show
 * the preview need not be drawn again in every frame of a drag.
 */
export const settledInView = derived((state: AppState): InView | null => {
  const open = documentInView(state)?.open;
  return open === undefined ? null : viewOf(withoutPreview(open));
});

/** The same object for open structs that differ in their preview alone. */
function withoutPreview({ history, id, origin, selection, focus }: OpenDocument): OpenDocument {
  return stillOpen(history, id, origin, selection, focus);
}

const stillOpen = derived(
  (
    history: OpenDocument['history'],
    id: OpenDocument['id'],
    origin: OpenDocument['origin'],
    selection: OpenDocument['selection'],
    focus: OpenDocument['focus'],
  ): OpenDocument => ({ id, origin, history, selection, focus, preview: null }),
);

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

/** What can be computed from an open struct. */
export const viewOf = derived((open: OpenDocument): InView => {
  const document = presentOf(open);
  const edited = editedOf(document);
  const original = originalOf(document, edited);
  const shown =
    open.preview !== null
      ? previewOf(edited, open.preview)
      : document.view.show === 'original'
        ? original
        : edited;
  return {
    open,
    document,
    original,
    edited,
    shown,
    changeCount: changesMade(document).length,
    readOnly: original.applied.struct.root.readOnly,
    canUndo: canUndo(open.history),
    canRedo: canRedo(open.history),
  };
});

/**
 * A document with its edits carried out. Kept with its list of edits, so that a click or a held field computes only
 * what it changes.
 */
export function editedOf(document: LayoutDocument): ShownLayout {
  const last = lastOf(document.edits);
  if (last.known === null || !sameBase(last.known.document, document)) {
    last.known = { document, shown: show(appliedOf(document)) };
  }
  return last.known.shown;
}

/** The document that a list of edits was last carried out on. */
const lastOf = keptWith<
  readonly Edit[],
  { known: { readonly document: LayoutDocument; readonly shown: ShownLayout } | null }
>(() => ({ known: null }));

/** The last list of edits of a struct that was carried out. */
const lastCarriedOut = keptWith<
  LayoutDocument['struct'],
  { last: { readonly document: LayoutDocument; readonly applied: Applied } | null }
>(() => ({ last: null }));

/** One more edit costs one edit, however many there are before it. */
function appliedOf(document: LayoutDocument): Applied {
  const { edits } = document;
  const kept = lastCarriedOut(document.struct);
  const { last } = kept;
  const done = last && sameBase(last.document, document) ? last.document.edits : null;
  const applied =
    last && done && sharedStart(done, edits) === done.length
      ? applyFurther(last.applied, edits, done.length)
      : applyEdits(document);
  kept.last = { document, applied };
  return applied;
}

/** Whether two documents differ in their view alone. */
function sameBase(a: LayoutDocument, b: LayoutDocument): boolean {
  return a.struct === b.struct && isSameState(a, b);
}

/** The same lines on both sides, or every figure would differ for their sake; and the same heat, which no edit moves. */
function originalOf(document: LayoutDocument, edited: ShownLayout): ShownLayout {
  if (document.edits.length === 0) return edited;
  const kept = keptOriginal(edited);
  const { profiles, bindings, tags } = edited.applied.state;
  const bound = withState(withoutEdits(document), { profiles, bindings, tags });
  kept.shown ??= show(underRulerOf(edited.applied, bound));
  return kept.shown;
}

/** The original layout of an edited one. */
const keptOriginal = keptWith<ShownLayout, { shown: ShownLayout | null }>(() => ({ shown: null }));

const previewOf = derived((edited: ShownLayout, edits: readonly Edit[]): ShownLayout => {
  let { applied } = edited;
  for (const edit of edits) {
    const next = applyEdit(applied, edit);
    if (next.ok) applied = next.value;
  }
  return applied === edited.applied ? edited : show(applied);
});

function show(applied: Applied): ShownLayout {
  const layout = computeLayout(applied.struct);
  const isUnion = applied.struct.root.keyword === 'union';
  return { applied, layout, figures: figuresOf(layout, isUnion, applied.state) };
}

/** Whether a struct is as the link has it that it was opened from. */
export function isAsSent({ origin, history }: OpenDocument): boolean {
  return origin.kind === 'text' && origin.from === 'link' && history.past.length === 0;
}

/** Whether a struct of C source still asks for something: until then it has no layout that could be shown. */
export function isUnanswered(state: Pick<AppState, 'files'>, open: OpenDocument): boolean {
  const { origin } = open;
  if (origin.kind !== 'file') return false;
  const phase = state.files.find((file) => file.id === origin.file)?.phase;
  if (phase?.kind !== 'text' || phase.text.language !== 'c') return false;
  return (phase.text.open[open.id]?.questions.length ?? 0) > 0;
}

/** The heat of what is in view, the line that is being slid included. */
export function heatInView({ document, shown }: InView): Heat {
  return heatOf(document, shown.applied);
}

/** A field of the layout in view, also one inside of a nested type that is open. */
export function findShownField(inView: InView, path: MemberPath): FieldItem | null {
  const { layout, applied } = inView.shown;
  return (
    findField(layout, path) ??
    findNested(layout, path, new Set(inView.document.view.expanded), (field) =>
      nestedLayout(applied.struct.desc, field),
    )
  );
}

function findNested(
  layout: Layout,
  path: MemberPath,
  expanded: ReadonlySet<MemberPath>,
  open: (field: FieldItem) => Layout | null,
): FieldItem | null {
  for (const field of fieldsOf(layout)) {
    if (!expanded.has(field.path)) continue;
    const inside = open(field);
    if (!inside) continue;
    const found = findField(inside, path) ?? findNested(inside, path, expanded, open);
    if (found) return found;
  }
  return null;
}
