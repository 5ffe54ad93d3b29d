import { derived } from '../base/derived';
import { itemAt } from '../base/itemAt';
import { assertNever } from '../base/assert';
import { roundUp } from '../base/math';
import { fail, ok, type Result } from '../base/result';
import type { StructDesc } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedStruct } from '../layout/order';
import { orderedFrom } from '../layout/original';
import { applyAdd, applyRemove, forgotten } from './added';
import { applyAlign } from './align';
import { whyNotBase, withBase, withState, type Applied, type SkippedEdit } from './applied';
import { applyBind, applyUnbind } from './bindings';
import { newDocument, stateOf, type LayoutDocument } from './document';
import type { Edit } from './edit';
import { applyMove } from './move';
import { find, findLoosely, findSiblings } from './names';
import { applyNotes, notesFrom } from './notes';
import { applyPad, applyUnpad } from './padding';
import { shiftedPin } from './pins';
import { applyUnalignStruct } from './repeatedAlignment';
import { applyRule } from './rules';
import { mustStayLast } from './runs';
import { closedReason, replaceMembers } from './tree';

/** A document with its edits carried out, one after the other. What does not apply is kept apart, with its reason. */
export function applyEdits(document: LayoutDocument): Applied {
  return applyFurther(withoutEdits(document), document.edits, 0);
}

/** Edits from `from` on, where those before it are carried out. */
export function applyFurther(before: Applied, edits: readonly Edit[], from: number): Applied {
  let applied = before;
  const skipped: SkippedEdit[] = [...before.skipped];
  for (let index = from; index < edits.length; index++) {
    const notes = notesFrom(edits, index);
    if (notes.length > 0) {
      const noted = applyNotes(applied, notes);
      applied = noted.applied;
      for (const [at, reason] of noted.refused) {
        skipped.push({ index: index + at, edit: itemAt(notes, at), reason });
      }
      index += notes.length - 1;
      continue;
    }
    const edit = itemAt(edits, index);
    const next = carriedOut(applied, edit);
    if (next.ok) applied = next.value;
    else skipped.push({ index, edit, reason: next.error });
  }
  return { ...withBase(applied), skipped };
}

/** The document as it was found, for "before" in every comparison. */
export function withoutEdits(document: LayoutDocument): Applied {
  const struct = orderedFrom(document.struct);
  const state = stateOf(document);
  // What a document begins with is of the struct as it was found.
  const wantedBaseBytes = roundUp(state.baseBytes, computeLayout(struct).alignBits / 8);
  return withBase({
    struct,
    state: { ...state, wantedBaseBytes, prefetchShare: null },
    skipped: [],
  });
}

/**
 * One more edit on top, or the sentence that says why it does not apply. Cheap: what does not change is
 * shared, so that it can be called for each frame of a drag.
 */
export function applyEdit(applied: Applied, edit: Edit): Result<Applied, string> {
  const next = carriedOut(applied, edit);
  return next.ok ? ok(withBase(next.value)) : next;
}

/** Without `baseBytes`, which no edit asks for: of many edits it is found once, after the last. */
function carriedOut(applied: Applied, edit: Edit): Result<Applied, string> {
  switch (edit.kind) {
    case 'move':
    case 'order':
    case 'align':
    case 'unalign':
    case 'unalignStruct':
    case 'isolate':
    case 'pad':
    case 'unpad':
    case 'add':
      return applyLayoutEdit(applied, edit);
    case 'remove': {
      const next = applyLayoutEdit(applied, edit);
      return next.ok ? ok(forgotten(next.value, edit.member)) : next;
    }
    case 'pin': {
      const found = find(applied.struct.root, edit.member);
      if (!found.ok) return found;
      return ok(
        withState(applied, { pins: [...without(applied.state.pins, edit.member), edit.member] }),
      );
    }
    case 'unpin':
      return applied.state.pins.includes(edit.member)
        ? ok(withState(applied, { pins: without(applied.state.pins, edit.member) }))
        : fail(`\`${edit.member}\` is not pinned.`);
    case 'together':
    case 'apart':
    case 'stay':
    case 'range':
    case 'size':
    case 'lift':
      return applyRule(applied, edit);
    case 'tag': {
      const found = findLoosely(applied.struct.root, edit.member);
      if (!found.ok) return found;
      const { member, role, weight, by } = edit;
      const others = applied.state.tags.filter((tag) => tag.member !== member);
      const tag = { member, role, weight, ...(by !== undefined && { by }) };
      return ok(withState(applied, { tags: [...others, tag] }));
    }
    case 'untag': {
      const tags = applied.state.tags.filter((tag) => tag.member !== edit.member);
      return tags.length < applied.state.tags.length
        ? ok(withState(applied, { tags }))
        : fail(`\`${edit.member}\` has no tag.`);
    }
    case 'line':
      return ok(withState(applied, { lineBytes: edit.bytes }));
    case 'pair':
      return ok(withState(applied, { pair: edit.on }));
    case 'base':
      return applyBase(applied, edit.bytes);
    case 'prefetch':
      return ok(withState(applied, { prefetchShare: edit.share }));
    case 'note':
    case 'noteLine': {
      const noted = applyNotes(applied, [edit]);
      const why = noted.refused.get(0);
      return why === undefined ? ok(noted.applied) : fail(why);
    }
    case 'bind':
      return applyBind(applied, edit, (edits) => alignAfter(applied.struct.desc, edits));
    case 'unbind':
      return applyUnbind(applied, edit);
    default:
      return assertNever(edit);
  }
}

/** The alignment, in bytes, of the struct as it was found with these edits; found once for all that bind to a profile. */
const alignAfter = derived((desc: StructDesc, edits: readonly Edit[]): number => {
  return computeLayout(applyEdits({ ...newDocument(desc), edits }).struct).alignBits / 8;
});

function applyBase(applied: Applied, bytes: number): Result<Applied, string> {
  const { struct, state } = applied;
  const alignBytes = computeLayout(struct).alignBits / 8;
  const why = whyNotBase({ name: struct.desc.name, alignBytes }, bytes, state.lineBytes);
  return why === null ? ok(withState(applied, { wantedBaseBytes: bytes })) : fail(why);
}

type LayoutEdit = Extract<
  Edit,
  {
    kind:
      | 'move'
      | 'order'
      | 'align'
      | 'unalign'
      | 'unalignStruct'
      | 'isolate'
      | 'pad'
      | 'unpad'
      | 'add'
      | 'remove';
  }
>;

function applyLayoutEdit(applied: Applied, edit: LayoutEdit): Result<Applied, string> {
  const { struct } = applied;
  if (struct.root.readOnly !== null) return fail(struct.root.readOnly);
  const root = changedRoot(struct, edit);
  if (!root.ok) return root;
  const pin = shiftedPin(struct, root.value, applied.state.pins);
  if (pin !== null) {
    return fail(`It would shift \`${pin}\`, which is pinned: unpin it first.`);
  }
  return ok({ ...applied, struct: { ...struct, root: root.value } });
}

function changedRoot(struct: OrderedStruct, edit: LayoutEdit): Result<OrderedAggregate, string> {
  switch (edit.kind) {
    case 'move':
      return applyMove(struct, edit);
    case 'order':
      return applyOrder(struct, edit);
    case 'align':
    case 'unalign':
    case 'isolate':
      return applyAlign(struct, edit);
    case 'unalignStruct':
      return applyUnalignStruct(struct);
    case 'pad':
      return applyPad(struct, edit);
    case 'unpad':
      return applyUnpad(struct, edit);
    case 'add':
      return applyAdd(struct, edit);
    case 'remove':
      return applyRemove(struct, edit);
    default:
      return assertNever(edit);
  }
}

/** The named siblings share out the places that they hold. Bit-fields are named singly here. */
function applyOrder(
  struct: OrderedStruct,
  edit: Extract<Edit, { kind: 'order' }>,
): Result<OrderedAggregate, string> {
  const named = findSiblings(struct.root, edit.members);
  if (!named.ok) return named;
  const { all, first } = named.value;
  const closed = closedReason(first.chain);
  if (closed !== null) return fail(closed);
  const places = all.map((each) => each.index).sort((a, b) => a - b);
  const changes = new Map(
    places.map((place, nth) => {
      return [itemAt(first.holder.members, place), itemAt(all, nth).member] as const;
    }),
  );
  const last = all.find((each) => mustStayLast(struct.desc, each.holder, each.index));
  if (last !== undefined && all.at(-1) !== last) {
    return fail(
      `\`${last.member.path}\` has to stay the last member: it is, or ends in, a flexible array.`,
    );
  }
  return ok(replaceMembers(struct.root, changes));
}

function without(paths: readonly MemberPath[], gone: MemberPath): MemberPath[] {
  return paths.filter((path) => path !== gone);
}
