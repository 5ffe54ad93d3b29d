import type { Tag } from '../../edit/document';
import { sumAtoms, type Atom } from './atoms';
import { CO_ACCESS, PREFETCH_SHARE } from './constants';
import type { LockObject } from '../locks/objects';
import { coAccessBySymbol } from './coAccess';
import { createLineCache, type LineCache } from './lineCache';
import { lockWords } from './lockWords';
import type { FieldPlacement } from './placement';
import { areCpusAssumed, type AccessProfile, type AccessRow, type InstanceGroup } from './profile';
import {
  bandVariants,
  posteriorsOf,
  prefetchReads,
  ratesAt,
  type Baseline,
  type BaselinePairs,
} from './calibrateRates';
import type { RateModel } from './rateModel';
import { tagAtom } from './tags';
import { everywhere, type CoAccess } from './visits';
import type { Site } from './site';

/** Instances that begin at the same byte of their line, calibrated together. */
export interface CalibratedGroup {
  readonly baseBytes: number;
  readonly firstOfPair: 'lower' | 'upper' | null;
  readonly atoms: readonly Atom[];
  /** Where each atom belongs, by the same index. */
  readonly sites: readonly Site[];
  readonly central: RateModel;
  /** The rates if the machine prefetches adjacent lines; null where it is known whether it does. */
  readonly paired: () => RateModel | null;
  readonly cache: LineCache;
  /** Sets of atoms that share a line at the baseline, joined by commas. */
  readonly baselineLines: ReadonlySet<string>;
  /** Atoms of each baseline line. */
  readonly lineAtoms: ReadonlyMap<number, readonly number[]>;
  /** See `LineWait`. */
  readonly waits: ReadonlyMap<number, number>;
}

export interface GroupContext {
  readonly kind: 'hitm' | 'tags';
  readonly lineBytes: number;
  readonly profile: AccessProfile;
  readonly baseline: FieldPlacement;
  /** Null: not known. */
  readonly pairShare: number | null;
  readonly locks: readonly LockObject[];
}

/**
 * @param marks readers that the user vouches for, as pseudo-heat beside the measured rows
 * @param scale load samples that "read-hot" stands for
 */
export function calibrateGroup(
  group: InstanceGroup,
  marks: readonly Tag[],
  scale: number,
  context: GroupContext,
): CalibratedGroup {
  const { lineBytes, baseline, kind } = context;
  const lines = new Map<number, { site: Site; rows: readonly AccessRow[]; shares: Shares }[]>();
  const put = (line: number, site: Site, rows: readonly AccessRow[], shares: Shares) => {
    if (rows.length === 0) return;
    const here = lines.get(line);
    if (here === undefined) lines.set(line, [{ site, rows, shares }]);
    else here.push({ site, rows, shares });
  };
  const putField = (
    { field, offsetBytes, sizeBytes, rows, cpuShares }: InstanceGroup['atoms'][number],
    source: 'measured' | 'tagged',
  ) => {
    const start = baseline.offsets.get(field);
    if (start === undefined) return;
    const first = group.baseBytes + start + offsetBytes;
    const line = Math.floor(first / lineBytes);
    const straddled = kind === 'hitm' && Math.floor((first + sizeBytes - 1) / lineBytes) !== line;
    put(line, { kind: 'field', field, offsetBytes, sizeBytes, straddled, source }, rows, cpuShares);
  };
  for (const atom of group.atoms) putField(atom, kind === 'tags' ? 'tagged' : 'measured');
  for (const mark of marks) {
    const atom = tagAtom(mark, baseline, scale / 1000);
    if (atom !== null) putField(atom, 'tagged');
  }
  for (const { line, rows, isCutOff = false } of group.foreign) {
    put(line, { kind: 'foreign', line, isCutOff }, rows, null);
  }

  const shared = kind === 'tags' ? [] : lockWords(context.locks, lines);
  for (const { isAlone, line, site, rows } of shared) if (isAlone) put(line, site, rows, null);
  // Those that no line has yet come after all others.
  const spare = shared.filter(({ isAlone }) => !isAlone);

  const numbers = [...lines.keys()].sort((a, b) => a - b);
  const perLine = numbers.map((number) => lines.get(number) ?? []);
  const sites = [
    ...perLine.flatMap((line) => line.map(({ site }) => site)),
    ...spare.map(({ site }) => site),
  ];
  const atoms = sumAtoms([
    ...perLine.map((line) =>
      line.map(({ rows, shares }, at) => ({ id: String(at), rows, cpuShares: shares })),
    ),
    spare.map(({ rows }) => ({ id: 'shared', rows, cpuShares: null })),
  ]).map((atom, index, all) => {
    const { line } = spare[index - (all.length - spare.length)] ?? {};
    return line === undefined ? atom : { ...atom, line: numbers.indexOf(line) };
  });
  let next = 0;
  const lineAtoms = new Map(
    numbers.map((number, i) => [number, (perLine[i] ?? []).map(() => next++)] as const),
  );
  const table = new Map(group.lines.map(({ line, cleanLoads }) => [line, cleanLoads]));
  const model: Baseline = {
    atoms,
    lines: numbers.map((number) => ({
      atoms: lineAtoms.get(number) ?? [],
      cleanLoads: table.get(number) ?? null,
    })),
    cpuCount: context.profile.cpuCount,
    storeRatio: kind === 'tags' ? 1 : context.profile.storeRatio,
    pseudo: kind === 'tags',
  };
  const coAccess = coAccessBySymbol(ratesAt(posteriorsOf(model, everywhere(CO_ACCESS)), 0));
  const pairs = baselinePairs(model, coAccess, numbers, group, context.pairShare ?? 0);
  const variants = bandVariants((each) => posteriorsOf(model, each, pairs), coAccess);
  if (areCpusAssumed(context.profile)) {
    const apart = posteriorsOf({ ...model, cpuCount: Infinity }, coAccess, pairs);
    variants.push(ratesAt(apart, 0));
  }
  const central = variants[0] as RateModel;
  let paired: RateModel | null = null;
  return {
    baseBytes: group.baseBytes,
    firstOfPair: group.firstOfPair ?? null,
    atoms,
    sites,
    central,
    // Made when a forecast is asked for its range: weighing many orders needs none.
    paired: () => {
      if (context.pairShare !== null || kind !== 'hitm') return null;
      if (paired === null) {
        const assumed = baselinePairs(model, coAccess, numbers, group, PREFETCH_SHARE);
        paired = ratesAt(posteriorsOf(model, coAccess, assumed), 0);
      }
      return paired;
    },
    cache: createLineCache(
      variants,
      sites.map((site) => (site.kind === 'field' ? site.field : null)),
    ),
    baselineLines: new Set([...lineAtoms.values()].map((line) => line.join())),
    lineAtoms,
    waits: new Map((group.waits ?? []).map(({ line, times }) => [line, times])),
  };
}

type Shares = ReadonlyMap<number, number> | null;

/** The line that shares a 128-byte pair with a line; an unknown phase is taken for `lower`. */
export function pairOf(line: number, firstOfPair: 'lower' | 'upper' | null): number {
  return firstOfPair === 'upper' ? ((line + 1) ^ 1) - 1 : line ^ 1;
}

const PREFETCH_ROUNDS = 8;

/** Rates and prefetch depend on each other: a few rounds settle them. */
function baselinePairs(
  model: Baseline,
  coAccess: CoAccess,
  numbers: readonly number[],
  group: InstanceGroup,
  share: number,
): BaselinePairs | null {
  if (share <= 0) return null;
  const buddies = numbers.map((line) => numbers.indexOf(pairOf(line, group.firstOfPair ?? null)));
  const lines = model.lines.map(({ atoms }) => ({ basis: { indices: atoms } }));
  let pairs: BaselinePairs = { share, buddies, reads: numbers.map(() => 0) };
  for (let round = 0; round < PREFETCH_ROUNDS; round++) {
    const rates = ratesAt(posteriorsOf(model, coAccess, pairs), 0);
    pairs = { ...pairs, reads: prefetchReads(rates, pairs, lines) };
  }
  return pairs;
}
