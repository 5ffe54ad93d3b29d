import { itemAt } from '../base/itemAt';
import { fail, ok, type Result } from '../base/result';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate, OrderedMember, OrderedStruct } from '../layout/order';
import { membersOf } from '../layout/walk';
import type { Edit } from './edit';
import { find } from './names';
import { runOf } from './runs';
import { closedReason, locate, relocate, removed } from './tree';
import type { Message } from '../base/messages';
import { editMessage } from './messages';

/** Puts `u8[n]` before a member (before its storage run, if it is a bit-field), in place of padding that it has. */
export function applyPad(
  struct: OrderedStruct,
  edit: Extract<Edit, { kind: 'pad' }>,
): Result<OrderedAggregate, Message> {
  const { root } = struct;
  const found = find(root, edit.before);
  if (!found.ok) return found;
  const { member, parent, index, chain } = found.value;
  const closed = closedReason(chain);
  if (closed !== null) return fail(editMessage('read-only', closed));
  if (member.role === 'padding') {
    return fail(editMessage('pad-before-padding', member.path));
  }
  if (parent.keyword === 'union') {
    return fail(editMessage('pad-in-union', member.path));
  }
  const padding = paddingBefore(root, member, edit.bytes);
  const old = locate(root, padding.path);
  const anchor = itemAt(parent.members, runOf(parent, index).start);
  // The old one may stand elsewhere by now; what the edit asks for is padding before the member.
  const without = old === null ? root : removed(root, old.member);
  const again = locate(without, anchor.path);
  if (again === null) return fail(editMessage('unknown-member', anchor.path, ''));
  return ok(relocate(without, [padding], again.parent, again.member));
}

export function applyUnpad(
  struct: OrderedStruct,
  edit: Extract<Edit, { kind: 'unpad' }>,
): Result<OrderedAggregate, Message> {
  const found = find(struct.root, edit.before);
  if (!found.ok) return found;
  const old = locate(struct.root, padPath(edit.before));
  if (old === null) return fail(editMessage('no-padding', edit.before));
  return ok(removed(struct.root, old.member));
}

export function padPath(before: MemberPath): MemberPath {
  return `pad(${before})` as MemberPath;
}

function paddingBefore(
  root: OrderedAggregate,
  member: OrderedMember,
  bytes: number,
): OrderedMember {
  return {
    path: padPath(member.path),
    name: freshName(root, member),
    role: 'padding',
    typeName: `u8[${bytes}]`,
    typeIndex: null,
    sizeBits: bytes * 8,
    typeAlign: { bytes: 1, from: 'abi' },
    bitField: null,
    align: null,
    isolateBytes: null,
    packed: false,
    flexible: false,
    statedOffsetBits: null,
    inner: null,
  };
}

/** A C name that no member has: `pad_f_op`, for `anon(f_pipe)` `pad_anon_f_pipe`, for `nextEntry` `pad_next_entry`. */
function freshName(root: OrderedAggregate, member: OrderedMember): string {
  const own = padPath(member.path);
  const taken = new Set(
    [...membersOf(root)].filter((each) => each.path !== own).map((each) => each.name),
  );
  let name = `pad_${member.path.replace(/\W+/g, '_').replace(/_+$/, '')}`;
  // The kernel's style takes no capitals inside of a name (checkpatch.pl, CAMELCASE).
  const lower = inLowerCase(name);
  if (!taken.has(lower)) return lower;
  while (taken.has(name)) name += '_';
  return name;
}

/** `pad_NumOpAllowed` as `pad_num_op_allowed`; `pad_IPAddress` as `pad_ip_address`. */
function inLowerCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}
