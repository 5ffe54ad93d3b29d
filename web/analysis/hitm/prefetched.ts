import { keptWith } from '../../base/derived';
import type { Assignment } from './assign';
import { PREFETCH_SHARE } from './constants';
import { pairOf, type CalibratedGroup } from './group';
import { lineHitm } from './line';
import { pairReads } from './pairs';
import type { RateModel } from './rateModel';
import { lineRates } from './rates';

/** Old entries go when there are this many. */
const MOST_ENTRIES = 20_000;

/** HITM of each line if the machine prefetches adjacent lines; null where it is known whether it does. */
export function prefetchedHitm({ group, lines }: Assignment): readonly number[] | null {
  const { firstOfPair } = group;
  const paired = group.paired();
  if (paired === null) return null;
  return [...lines].map(([line, atoms]) =>
    known(group, paired, atoms, lines.get(pairOf(line, firstOfPair)) ?? []),
  );
}

/** HITM of lines by their atoms, as far as they were asked for. */
const seen = keptWith<CalibratedGroup, Map<string, number>>(() => new Map());

/** Only the atoms of a line and those of its pair's other line count: lines that an edit leaves alone are looked up. */
function known(
  group: CalibratedGroup,
  paired: RateModel,
  atoms: readonly number[],
  buddy: readonly number[],
): number {
  const lines = seen(group);
  const key = `${atoms.join()}|${buddy.join()}`;
  const before = lines.get(key);
  if (before !== undefined) return before;
  if (lines.size >= MOST_ENTRIES) lines.clear();
  const own = lineRates(paired, atoms);
  const [reads] =
    buddy.length === 0 ? [0] : pairReads(own, lineRates(paired, buddy), PREFETCH_SHARE);
  let hitm = 0;
  for (const value of lineHitm(paired, atoms, reads, own)) hitm += value;
  lines.set(key, hitm);
  return hitm;
}
