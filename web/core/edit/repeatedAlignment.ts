import { fail, ok, type Result } from '../base/result';
import type { Target } from '../facts/generated';
import type { OrderedAggregate, OrderedStruct } from '../layout/order';
import { place } from '../layout/place';

/**
 * gcc states a member's alignment on the struct that holds it too (`DW_AT_alignment`, its `update_alignment_for_field`).
 * Where no more than a member asks for it, the alignment is the member's and goes with it. The struct's source tells by
 * itself what is its own; then there is nothing to take away.
 */
export function applyUnalignStruct({
  root,
  desc,
}: OrderedStruct): Result<OrderedAggregate, string> {
  const bytes = root.forcedAlign?.bytes;
  if (bytes !== undefined && (desc.source === 'text' || desc.wordsFrom !== undefined)) {
    return fail(`Its source aligns the struct itself to ${bytes}.`);
  }
  const bare = withoutRepeated(root, desc.target);
  return bytes !== undefined && bare.forcedAlign !== null
    ? fail(`The struct is aligned to ${bytes}, and no member asks for so much.`)
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
