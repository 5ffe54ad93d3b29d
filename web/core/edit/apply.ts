import { derived } from '../base/derived';
import { itemAt } from '../base/itemAt';
import { assertNever } from '../base/assert';
import { roundUp } from '../base/math';
import { fail, ok, type Result } from '../base/result';
import type { StructDesc, Target } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedStruct, ForcedAlign, OrderedMember } from '../layout/order';
import { orderedFrom } from '../layout/original';
import { applyAdd, applyRemove, forgotten } from './added';
import {
  moduloOfBase,
  whyNotBase,
  withBase,
  withState,
  type Applied,
  type SkippedEdit,
} from './applied';
import { applyBind, applyUnbind } from './bindings';
import { newDocument, stateOf, type LayoutDocument } from './document';
import type { Edit } from './edit';
import { applyMove, firstFreeIndex } from './move';
import { find, findLoosely, findSiblings } from './names';
import { applyNotes, notesFrom } from './notes';
import { applyPad, applyUnpad } from './padding';
import { shiftedPin } from './pins';
import { applyRule } from './rules';
import { mustStayLast, runOf } from './runs';
import { closedReason, replaceMembers, type Located } from './tree';
import { place } from '../layout/place';
import type { Message } from '../base/messages';
import { editMessage } from './messages';

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
    state: {
      ...state,
      wantedBaseBytes,
      baseModulo:
        state.bindings.length > 0
          ? state.lineBytes
          : moduloOfBase(state.baseBytes, state.lineBytes),
      otherBases: [],
      prefetchShare: null,
    },
    skipped: [],
  });
}

/**
 * One more edit on top, or why it does not apply. Cheap: what does not change is
 * shared, so that it can be called for each frame of a drag.
 */
export function applyEdit(applied: Applied, edit: Edit): Result<Applied, Message> {
  const next = carriedOut(applied, edit);
  return next.ok ? ok(withBase(next.value)) : next;
}

/** Without `baseBytes`, which no edit asks for: of many edits it is found once, after the last. */
function carriedOut(applied: Applied, edit: Edit): Result<Applied, Message> {
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
        : fail(editMessage('not-pinned', edit.member));
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
        : fail(editMessage('no-tag', edit.member));
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

function applyBase(applied: Applied, bytes: number): Result<Applied, Message> {
  const { struct, state } = applied;
  const alignBytes = computeLayout(struct).alignBits / 8;
  const why = whyNotBase({ name: struct.desc.name, alignBytes }, bytes, state.lineBytes);
  if (why !== null) return fail(why);
  const baseModulo = moduloOfBase(bytes, state.lineBytes);
  return ok(withState(applied, { wantedBaseBytes: bytes, baseModulo }));
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

function applyLayoutEdit(applied: Applied, edit: LayoutEdit): Result<Applied, Message> {
  const { struct } = applied;
  if (struct.root.readOnly !== null) return fail(editMessage('read-only', struct.root.readOnly));
  const root = changedRoot(struct, edit);
  if (!root.ok) return root;
  if (firstFreeIndex(struct.root) > firstFreeIndex(root.value))
    return fail(editMessage('vtable-first'));
  const pin = shiftedPin(struct, root.value, applied.state.pins);
  if (pin !== null) {
    return fail(editMessage('shifts-pinned', pin));
  }
  return ok({ ...applied, struct: { ...struct, root: root.value } });
}

function changedRoot(struct: OrderedStruct, edit: LayoutEdit): Result<OrderedAggregate, Message> {
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
): Result<OrderedAggregate, Message> {
  const named = findSiblings(struct.root, edit.members);
  if (!named.ok) return named;
  const { all, first } = named.value;
  const closed = closedReason(first.chain);
  if (closed !== null) return fail(editMessage('read-only', closed));
  const places = all.map((each) => each.index).sort((a, b) => a - b);
  const changes = new Map(
    places.map((place, nth) => {
      return [itemAt(first.parent.members, place), itemAt(all, nth).member] as const;
    }),
  );
  const last = all.find((each) => mustStayLast(struct.desc, each.parent, each.index));
  if (last !== undefined && all.at(-1) !== last) {
    return fail(editMessage('must-stay-last', last.member.path));
  }
  return ok(replaceMembers(struct.root, changes));
}

function without(paths: readonly MemberPath[], gone: MemberPath): MemberPath[] {
  return paths.filter((path) => path !== gone);
}

/**
 * gcc states a member's alignment on the struct that holds it too (`DW_AT_alignment`, its `update_alignment_for_field`).
 * Where no more than a member asks for it, the alignment is the member's and goes with it. Where the struct's source states
 * what is its own, nothing is removed.
 */
function applyUnalignStruct({ root, desc }: OrderedStruct): Result<OrderedAggregate, Message> {
  const bytes = root.forcedAlign?.bytes;
  if (bytes !== undefined && (desc.source === 'text' || desc.wordsFrom !== undefined)) {
    return fail(editMessage('aligned-by-source', bytes));
  }
  const bare = withoutRepeated(root, desc.target);
  return bytes !== undefined && bare.forcedAlign !== null
    ? fail(editMessage('aligned-by-itself', bytes))
    : ok(bare);
}

/** Leaves out the alignments of a struct, and of anonymous ones in it, that a member of each explains. */
function withoutRepeated(aggregate: OrderedAggregate, target: Target): OrderedAggregate {
  const members = aggregate.members.map((member) =>
    member.inner === null ? member : { ...member, inner: withoutRepeated(member.inner, target) },
  );
  const { forcedAlign } = aggregate;
  const bare = { ...aggregate, members, forcedAlign: null };
  const isRepeated =
    forcedAlign !== null &&
    forcedAlign.from !== 'edited' &&
    place(bare, target).alignBits / 8 === forcedAlign.bytes;
  return isRepeated ? bare : { ...bare, forcedAlign };
}

type AlignEdit = Extract<Edit, { kind: 'align' | 'unalign' | 'isolate' }>;

function applyAlign(struct: OrderedStruct, edit: AlignEdit): Result<OrderedAggregate, Message> {
  const { root, desc } = struct;
  const found = find(root, edit.member);
  if (!found.ok) return found;
  const closed = closedReason(found.value.chain);
  if (closed !== null) return fail(editMessage('read-only', closed));
  const { member, parent } = found.value;
  if (edit.kind !== 'unalign' && member.inner !== null && parent.packed) {
    return fail(editMessage('packed-anonymous', member.path));
  }
  const wantedBytes =
    edit.kind === 'unalign'
      ? 1
      : alignBytes(desc.target, edit.kind === 'align' ? edit.bytes : 'cacheline');
  const cap = desc.alignCapBytes ?? wantedBytes;
  if (wantedBytes > cap) {
    return fail(editMessage('over-pragma-pack', member.path, wantedBytes, cap));
  }
  if (edit.kind === 'align' && member.bitField !== null) {
    const least = member.typeAlign.bytes;
    if (wantedBytes < least) {
      return fail(editMessage('bit-field-under-type', member.path, member.typeName, least));
    }
  }
  switch (edit.kind) {
    case 'align':
      return ok(aligned(root, member, wantedBytes));
    case 'unalign':
      return unaligned(root, member);
    case 'isolate':
      return ok(isolated(root, found.value, wantedBytes));
  }
}

/** `cacheline` is what `____cacheline_aligned` uses, L1_CACHE_BYTES of the architecture; not the line in view. */
function alignBytes(target: Target, bytes: number | 'cacheline'): number {
  return bytes === 'cacheline' ? target.lineBytes : bytes;
}

function aligned(root: OrderedAggregate, member: OrderedMember, bytes: number): OrderedAggregate {
  return replaceMembers(root, new Map([[member, withAlign(member, { bytes, from: 'edited' })]]));
}

/**
 * `struct { … } __aligned(64);` aligns the type of an anonymous struct, not only the member: its size
 * grows to a multiple, as gcc and clang read the attribute there.
 */
function withAlign(member: OrderedMember, align: ForcedAlign | null): OrderedMember {
  if (member.inner === null) return { ...member, align };
  return { ...member, align: null, inner: { ...member.inner, forcedAlign: align } };
}

function unaligned(
  root: OrderedAggregate,
  member: OrderedMember,
): Result<OrderedAggregate, Message> {
  const own = member.align ?? member.inner?.forcedAlign ?? null;
  if (own === null && member.isolateBytes === null) {
    const why =
      member.typeAlign.from !== 'abi' && member.inner === null
        ? ` (its type ${member.typeName} is aligned to ${member.typeAlign.bytes})`
        : '';
    return fail(editMessage('no-alignment', member.path, why));
  }
  const bare = { ...withAlign(member, null), isolateBytes: null };
  return ok(replaceMembers(root, new Map([[member, bare]])));
}

/** Aligned, and what follows too. Of bit-fields the whole storage run is alone on its line. */
function isolated(root: OrderedAggregate, located: Located, bytes: number): OrderedAggregate {
  const { parent, index } = located;
  const run = runOf(parent, index);
  const first = itemAt(parent.members, run.start);
  // What is asked of the next member hangs on the last one that has a name; `place` carries it on.
  const named = parent.members.slice(run.start, run.end).findLast((each) => each.name !== null);
  const last = named ?? itemAt(parent.members, run.end - 1);
  const head = withAlign(first, { bytes, from: 'edited' });
  const changes =
    first === last
      ? [[first, { ...head, isolateBytes: bytes }] as const]
      : [[first, head] as const, [last, { ...last, isolateBytes: bytes }] as const];
  return replaceMembers(root, new Map(changes));
}
