import { itemAt } from '../../base/itemAt';
import { aggregate, structDesc, type AggregateSpec, type MemberSpec } from '../../facts/build';
import type { Target } from '../../facts/generated';
import { orderedAggregate } from '../original';
import { place } from '../place';

/**
 * An aggregate of which only the declaration is known: offsets, size and alignment are the engine's,
 * bottom-up (the parts have been through here before). So a description for a test can be written
 * without figures; what the test expects must come from elsewhere: from a compiler, a document, by hand.
 */
export function declaredAggregate(
  target: Target,
  keyword: AggregateSpec['keyword'],
  tag: string,
  members: readonly MemberSpec[],
  options: { readonly packed?: boolean; readonly forcedAlignBytes?: number } = {},
): AggregateSpec {
  const draft = structDesc(target, aggregate(keyword, tag, 0, members, options));
  const { offsetsBits, sizeBits, alignBits } = place(
    orderedAggregate(draft, draft.root, ''),
    target,
  );
  const placed = members.map((each, index) => ({
    ...each,
    offsetBits: itemAt(offsetsBits, index),
  }));
  const figures = { ...options, alignBytes: alignBits / 8 };
  return aggregate(keyword, tag, sizeBits / 8, placed, figures);
}
