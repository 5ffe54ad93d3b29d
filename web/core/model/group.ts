import type { Tag } from '../edit/document';
import { sumAtoms, type Atom } from './atoms';
import { CO_ACCESS, UNTOLD_STORE_RATIO_DEVIATION } from './constants';
import type { MemberPath } from '../layout/ids';
import { coAccessBySymbol } from './coAccess';
import { createLineCache, type LineCache } from './lineCache';
import type { FieldPlacement } from './placement';
import { areCpusAssumed, type AccessProfile, type AccessRow, type InstanceGroup } from './profile';
import {
  isStoreRatioTold,
  posteriorsOf,
  prefetchReads,
  ratesAt,
  type Baseline,
  type BaselinePairs,
  type Posteriors,
} from './calibrateRates';
import type { RateModel } from './rateModel';
import { tagAtoms } from './tags';
import { everywhere, type CoAccess } from './visits';

/** Where an atom belongs. */
export type Site =
  | {
      readonly kind: 'field';
      readonly field: MemberPath;
      readonly offsetBytes: number;
      readonly sizeBytes: number;
      /** It crossed a line at the baseline already: its rows were measured on the first line alone. */
      readonly straddled: boolean;
      readonly source: 'measured' | 'tagged';
    }
  | { readonly kind: 'foreign'; readonly line: number; readonly isCutOff: boolean };

/** Instances that begin at the same byte of their line, calibrated together. */
export interface CalibratedGroup {
  readonly baseBytes: number;
  readonly firstOfPair: 'lower' | 'upper' | null;
  readonly atoms: readonly Atom[];
  /** Where each atom belongs, by the same index. */
  readonly sites: readonly Site[];
  readonly central: RateModel;
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
    for (const atom of tagAtoms(mark, baseline, lineBytes, scale / 1000)) putField(atom, 'tagged');
  }
  for (const { line, rows, isCutOff = false } of group.foreign) {
    put(line, { kind: 'foreign', line, isCutOff }, rows, null);
  }

  const numbers = [...lines.keys()].sort((a, b) => a - b);
  const perLine = numbers.map((number) => lines.get(number) ?? []);
  const sites = perLine.flatMap((line) => line.map(({ site }) => site));
  const atoms = sumAtoms(
    perLine.map((line) =>
      line.map(({ rows, shares }, at) => ({ id: String(at), rows, cpuShares: shares })),
    ),
  );
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
  const coAccess = coAccessBySymbol(ratesAt(posteriorsOf(model, everywhere(CO_ACCESS))));
  const pairs = baselinePairs(model, coAccess, numbers, group, context.pairShare ?? 0);
  const posteriors = posteriorsOf(model, coAccess, pairs);
  const central = ratesAt(posteriors);
  return {
    baseBytes: group.baseBytes,
    firstOfPair: group.firstOfPair ?? null,
    atoms,
    sites,
    central,
    cache: createLineCache(
      central,
      otherReadings(context.profile, posteriors, pairs),
      kind === 'tags',
    ),
    baselineLines: new Set([...lineAtoms.values()].map((line) => line.join())),
    lineAtoms,
    waits: new Map((group.waits ?? []).map(({ line, times }) => [line, times])),
  };
}

/** The profile read in other ways that nothing in it speaks against. */
function otherReadings(
  profile: AccessProfile,
  posteriors: Posteriors,
  pairs: BaselinePairs | null,
): readonly RateModel[] {
  const { baseline, coAccess } = posteriors;
  return [
    ...(areCpusAssumed(profile)
      ? [ratesAt(posteriorsOf({ ...baseline, cpuCount: Infinity }, coAccess, pairs))]
      : []),
    ...(isStoreRatioTold(posteriors)
      ? []
      : [-2, 2].map((times) => ratesAt(posteriors, times * UNTOLD_STORE_RATIO_DEVIATION))),
  ];
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
    const rates = ratesAt(posteriorsOf(model, coAccess, pairs));
    pairs = { ...pairs, reads: prefetchReads(rates, pairs, lines) };
  }
  return pairs;
}
