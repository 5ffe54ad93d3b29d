import { fail, ok, type Result } from '../base/result';
import type { StructDesc } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember, OrderedStruct } from '../layout/order';
import { withState, type Applied } from './applied';
import type { AddPlace, Edit } from './edit';
import { endOf, firstFreeIndex } from './move';
import { find } from './names';
import { closedReason, locate, relocate, removed } from './tree';
import type { Message } from '../base/messages';
import { editMessage } from './messages';

/** A member that the source has not yet, of a type whose size the edit states. */
export function applyAdd(
  struct: OrderedStruct,
  edit: Extract<Edit, { kind: 'add' }>,
): Result<OrderedAggregate, Message> {
  if (locate(struct.root, edit.name) !== null) {
    return fail(editMessage('name-taken', edit.name));
  }
  const place = placeOf(struct, edit.to);
  if (!place.ok) return place;
  const { into, before, chain } = place.value;
  const closed = closedReason(chain);
  if (closed !== null) return fail(editMessage('read-only', closed));
  return ok(relocate(struct.root, [memberOf(edit, struct.desc)], into, before));
}

export function applyRemove(
  struct: OrderedStruct,
  edit: Extract<Edit, { kind: 'remove' }>,
): Result<OrderedAggregate, Message> {
  const found = find(struct.root, edit.member);
  if (!found.ok) return found;
  const closed = closedReason(found.value.chain);
  if (closed !== null) return fail(editMessage('read-only', closed));
  const root = removed(struct.root, found.value.member);
  return root.members.length === 0 ? fail(editMessage('last-member')) : ok(root);
}

/** Drops what was said of a member that is gone. */
export function forgotten(applied: Applied, gone: MemberPath): Applied {
  const others = <T extends { readonly member: MemberPath }>(list: readonly T[]) =>
    list.filter(({ member }) => member !== gone);
  return withState(applied, {
    tags: others(applied.state.tags),
    notes: others(applied.state.notes),
    together: applied.state.together
      .map((group) => group.filter((member) => member !== gone))
      .filter((group) => group.length > 1),
  });
}

interface Target {
  readonly into: OrderedAggregate;
  readonly before: OrderedMember | null;
  readonly chain: readonly OrderedAggregate[];
}

function placeOf(struct: OrderedStruct, to: AddPlace): Result<Target, Message> {
  const { root } = struct;
  if (to.at === 'first') {
    return ok({ into: root, before: root.members[firstFreeIndex(root)] ?? null, chain: [root] });
  }
  if (to.at === 'last') {
    return ok({ into: root, before: endOf(struct, root, []), chain: [root] });
  }
  const found = find(root, to.member);
  if (!found.ok) return found;
  const { parent, index, chain } = found.value;
  const before = parent.members[to.at === 'before' ? index : index + 1] ?? null;
  return ok({ into: parent, before, chain });
}

function memberOf(
  edit: Extract<Edit, { kind: 'add' }>,
  { alignCapBytes }: StructDesc,
): OrderedMember {
  const { name, typeName, bytes, bits } = edit;
  // A `#pragma pack` caps what the type asks for.
  const align = Math.min(edit.align, alignCapBytes ?? edit.align);
  return {
    path: name,
    name,
    role: 'field',
    typeName,
    typeIndex: null,
    sizeBits: bits ?? bytes * 8,
    typeAlign: { bytes: align, from: 'stated' },
    bitField: bits === null ? null : { widthBits: bits, unitBits: bytes * 8 },
    align: null,
    isolateBytes: null,
    packed: false,
    flexible: /\[\]$/.test(typeName),
    statedOffsetBits: null,
    inner: null,
  };
}
