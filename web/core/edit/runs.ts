import { itemAt } from '../base/itemAt';
import type { StructDesc } from '../facts/generated';
import { expansionIn } from '../facts/expansion';
import type { OrderedAggregate, OrderedMember } from '../layout/order';

/**
 * The storage run of a bit-field: the neighbouring bit-fields that C treats as one memory location
 * (C11 3.14), with the `:0` that closes it. Two threads may not write to one run without a lock, so a
 * run moves as one unless an edit says `alone`. A bit-field with an alignment of its own begins a run.
 * Anything else is a run of itself.
 */
export function runOf(parent: OrderedAggregate, index: number): { start: number; end: number } {
  const { members } = parent;
  if (parent.keyword === 'union' || !members[index]?.bitField)
    return { start: index, end: index + 1 };
  let start = index;
  // Back over the `:0` that close this run to the bit-fields that they close.
  while (start > 0 && closes(itemAt(members, start)) && itemAt(members, start - 1).bitField)
    start--;
  while (start > 0 && continues(itemAt(members, start - 1), itemAt(members, start))) start--;
  let end = index + 1;
  while (end < members.length && continues(itemAt(members, end - 1), itemAt(members, end))) end++;
  while (end < members.length && closes(itemAt(members, end))) end++;
  return { start, end };
}

function continues(before: OrderedMember, member: OrderedMember): boolean {
  return (
    before.bitField !== null &&
    !closes(before) &&
    member.bitField !== null &&
    !closes(member) &&
    member.align === null &&
    before.isolateBytes === null
  );
}

function closes(member: OrderedMember): boolean {
  return member.bitField?.widthBits === 0;
}

/**
 * Whether a name is that of room that a stable tree keeps free for members to come, or lends to others' modules: Android's
 * `android_kabi.h` and `android_vendor.h`, RHEL's `rh_kabi.h`, `kabi.h` of openEuler, SUSE's paddings. Modules are built
 * against its place.
 */
export function isReserve(name: string): boolean {
  return /^(?:(?:android_(?:kabi|backport)|kabi|rh|rh_kabi|ck|ck_kabi)_reserved\d+|suse_kabi_padding|android_(?:vendor|oem)_data\d+)$/.test(
    name,
  );
}

/**
 * Whether a member has to stay the last of its siblings: a flexible array, or something that stands
 * last and ends in one (an anonymous aggregate, a type like `struct bio`, which C allows to be followed
 * only as an extension, and whose array would then lie over what follows).
 */
export function mustStayLast(desc: StructDesc, parent: OrderedAggregate, index: number): boolean {
  if (parent.keyword === 'union') return false;
  const member = itemAt(parent.members, index);
  return member.flexible || (index === parent.members.length - 1 && endsFlexible(desc, member));
}

function endsFlexible(desc: StructDesc, member: OrderedMember): boolean {
  if (member.flexible) return true;
  if (member.inner !== null) {
    const { keyword, members } = member.inner;
    const ends = keyword === 'union' ? members : members.slice(-1);
    return ends.some((each) => endsFlexible(desc, each));
  }
  return member.typeIndex !== null && expansionIn(desc.types)(member.typeIndex).isOpenEnded;
}
