import type { Applied } from '../edit/applied';
import type { MemberPath } from '../layout/ids';
import { linesOf, straddles } from '../layout/lines';
import type { Finding } from './finding';
import type { Use, Uses } from './uses';
import { samplesOf } from './words';

/** Hot members that take more lines than their size needs. */
export function straddlingFindings(applied: Applied, uses: Uses): readonly Finding[] {
  return [...hotMembers(uses)].flatMap(([path, use]) => {
    const field = uses.fields.get(path);
    if (field === undefined || !straddles(field, applied.state)) return [];
    // Where nobody was seen to use one end, no second line is fetched.
    if (usedLines(path, uses) < 2) return [];
    const { first, last } = linesOf(field.offsetBits, field.sizeBits, applied.state);
    const heat = use.tag === null ? samplesOf(use, uses) : `tagged ${use.tag}`;
    const isScalar = field.sizeBits !== null && field.sizeBits <= 64;
    return {
      kind: 'straddle',
      title: `${path} straddles`,
      reason: `\`${path}\` (${heat}) lies on lines ${first} to ${last}, one more than its size needs. ${
        isScalar
          ? 'Each access fetches both.'
          : 'Code that uses both ends fetches both lines; where its parts have users of their own, a split can also help.'
      }`,
      members: [path],
      lines: [first, last],
      functions: [],
      samples: use.loads + use.stores,
    };
  });
}

/** On how many lines a member was seen to be used, or is tagged to be. */
function usedLines(path: MemberPath, uses: Uses): number {
  return new Set(
    uses.all.filter((use) => use.path === path && uses.isHot(use)).map(({ line }) => line),
  ).size;
}

/** Each hot member with the sum of its lines. */
export function hotMembers(uses: Uses): ReadonlyMap<MemberPath, Use> {
  const hot = new Set(uses.all.filter(uses.isHot).map(({ path }) => path));
  const sums = new Map<MemberPath, Use>();
  for (const use of uses.all) {
    if (!hot.has(use.path)) continue;
    const sum = sums.get(use.path);
    sums.set(
      use.path,
      sum === undefined
        ? use
        : {
            ...sum,
            stores: sum.stores + use.stores,
            loads: sum.loads + use.loads,
            snoops: sum.snoops + use.snoops,
          },
    );
  }
  return sums;
}
