import { sum } from '../../base/math';
import { isClearlyMore } from './clearlyMore';
import { assign, isBaseline, leftOutFlags, type Assignment } from './assign';
import { bandOf, countingBand, type Band } from './band';
import type { Calibrated } from './calibrated';
import { lockFlags, withDoubts } from './doubts';
import { fieldForecasts, type BandMaker, type FieldForecast } from './fieldForecast';
import type { Flag } from './flags';
import { hiddenWriters } from './hiddenWriters';
import { lockChanges } from './lockChanges';
import { pairOf } from './group';
import type { LineFigures } from './lineCache';
import { prefetchedHitm } from './prefetched';
import type { MemberPath } from '../../layout/ids';
import type { FieldPlacement } from './placement';
import { takenOver } from './takeover';
import { rowFates, type RowForecast } from './rowFates';
import { newPairs, orderFlags, unknownReaders } from './warnings';
import type { HitmCount } from './hitmCount';

/**
 * What an order of the fields is expected to cost, in the samples of the baseline, for the same amount
 * of work. It is not time, and fewer is not faster.
 */
export interface Forecast {
  /** `measured` where the same fields share lines as at the baseline. Tags give `predicted` always. */
  readonly basis: 'measured' | 'predicted';
  readonly hitm: HitmCount;
  /** With what readers that nobody could have seen may add: at most one HITM for each store. */
  readonly band: Band;
  /** Without them: what the profile itself says. */
  readonly seenBand: Band;
  /** Coherence transactions, in load samples: also what atomics cost, which HITM hardly shows. */
  readonly transactions: number;
  /** What the profiled order has. */
  readonly baseline: { readonly hitm: number; readonly transactions: number };
  readonly lines: readonly LineForecast[];
  /** Made when they are asked for: most frames of a drag show neither these nor the rows. */
  readonly fields: () => readonly FieldForecast[];
  /** Rows of the report that are expected to vanish, to stay, and to appear. */
  readonly rows: () => readonly RowForecast[];
  readonly flags: readonly Flag[];
}

export interface LineForecast {
  /** Bytes of the first line before the object, for those objects that this line is counted for. */
  readonly baseBytes: number;
  /** 0 holds the struct's first byte. */
  readonly line: number;
  readonly hitm: HitmCount;
  readonly band: Band;
  readonly seenBand: Band;
  readonly transactions: number;
}

/** Runs on every frame of a drag: lines that did not change are looked up. */
export function forecast(calibrated: Calibrated, placement: FieldPlacement): Forecast {
  const { lineBytes, baselineHitm, groups } = calibrated;
  const placed = groups
    .flatMap((group) => assign(group, placement, lineBytes))
    .map((assignment) => ({
      assignment,
      figures: figuresOf(calibrated, assignment),
      prefetched: prefetchedHitm(assignment),
    }));
  const assignments = placed.map(({ assignment }) => assignment);
  const measured =
    calibrated.kind === 'hitm' &&
    assignments.every((each) => isBaseline(each, placement, calibrated.baseline, lineBytes));
  const { discrepancy, relief } = calibrated;
  const band: BandMaker = (variants, central, variance) =>
    measured
      ? countingBand(central)
      : bandOf(variants, baselineHitm, { discrepancy, relief, variance });

  // Readers that the profile could not have seen may raise a line to one HITM for each store, and writers that it does
  // not show to one for each load.
  let unseen = 0;
  const exposures = placed.map(({ assignment }) =>
    measured ? [] : hiddenWriters(calibrated, assignment, placement),
  );
  const lines = placed.flatMap(({ assignment, figures, prefetched }, number) => {
    const unknown = measured ? null : unknownReaders(calibrated, assignment, placement);
    return [...assignment.lines.keys()].map((line, at) => {
      const known = lineForecast(
        calibrated,
        assignment,
        line,
        figures[at] as LineFigures,
        prefetched?.[at] ?? null,
        band,
      );
      const exposed = exposures[number]?.filter((each) => each.line === line) ?? [];
      const ceiling =
        unknown?.has(line) === true
          ? (figures[at] as LineFigures).ceiling() * assignment.weight
          : 0;
      const most = ceiling + sum(exposed.map(({ loads }) => loads));
      if (most === 0) return known;
      const room = Math.max(0, most - known.hitm.total);
      unseen += room;
      return { ...known, band: { low: known.band.low, high: known.band.high + room } };
    });
  });
  const variants: number[] = [];
  let withPrefetch = 0;
  let withFirst = 0;
  let notTaken = 0;
  let variance = 0;
  for (const { assignment, figures, prefetched } of placed) {
    figures.forEach((line, at) => {
      const own = line.variants();
      own.forEach((value, k) => {
        variants[k] = (variants[k] ?? 0) + value * assignment.weight;
      });
      variance += line.variance().total * assignment.weight ** 2;
      withPrefetch += (prefetched?.[at] ?? line.hitmTotal) * assignment.weight;
      notTaken +=
        (line.hitmTotal - takenOver(calibrated, assignment.group, line)) * assignment.weight;
      withFirst += (line.hitmTotal + line.firstAccess()) * assignment.weight;
    });
  }
  variants.push(withPrefetch, withFirst, notTaken);
  const total = sum(lines.map(({ hitm }) => hitm.total));
  const rmt = sum(lines.map(({ hitm }) => hitm.rmt));
  const transactions = sum(lines.map((line) => line.transactions));
  const changes = measured ? null : lockChanges(calibrated, assignments, placement);
  const seen = band(variants, total, variance);
  const { low, high } =
    changes === null ? seen : withDoubts(seen, calibrated, assignments, changes);
  const before = calibrated.baselineTransactions;
  const flags: Flag[] = [
    ...(changes === null ? [] : lockFlags(changes)),
    ...calibrated.flags,
    ...leftOutFlags(assignments),
    ...(measured ? [] : orderFlags(calibrated, assignments, placement)),
  ];
  const beside = new Set(exposures.flat().map(({ field }) => field));
  if (beside.size > 0) flags.push({ kind: 'hiddenWriters', fields: [...beside] });
  if (raisesTransactions(calibrated, transactions)) {
    flags.push({ kind: 'moreTransactions', before, after: transactions });
  }
  let fields: readonly FieldForecast[] | null = null;
  let rows: readonly RowForecast[] | null = null;
  return {
    basis: measured ? 'measured' : 'predicted',
    hitm: { total, rmt, lcl: total - rmt },
    band: { low, high: high + unseen },
    seenBand: { low, high },
    transactions,
    baseline: { hitm: baselineHitm, transactions: before },
    lines: lines.sort((a, b) => a.baseBytes - b.baseBytes || a.line - b.line),
    fields: () => (fields ??= fieldForecasts(calibrated, placed, band)),
    rows: () => (rows ??= calibrated.kind === 'tags' ? [] : rowFates(calibrated, placed)),
    flags,
  };
}

export interface QuickForecast {
  readonly hitm: number;
  readonly transactions: number;
  /** Unobservable fields that meet a writer; see the flag `unknownReaders`. */
  readonly unknownReaders: ReadonlySet<MemberPath>;
  /** The most HITM that those may add. */
  readonly unseen: number;
  /** See the flag `pair`. */
  readonly pairs: number;
  /** Readers that come to lie beside fields of which the report shows nothing. */
  readonly hiddenWriters: number;
  /** Locks of which nobody can say whether they get cheaper or dearer. */
  readonly unknownLocks: ReadonlySet<MemberPath>;
}

/** The totals alone, for weighing many orders. */
export function quickForecast(calibrated: Calibrated, placement: FieldPlacement): QuickForecast {
  let hitm = 0;
  let transactions = 0;
  let unseen = 0;
  const unknown = new Set<MemberPath>();
  const pairs = new Set<string>();
  const beside = new Set<string>();
  const assignments: Assignment[] = [];
  for (const group of calibrated.groups) {
    for (const assignment of assign(group, placement, calibrated.lineBytes)) {
      assignments.push(assignment);
      const readers = unknownReaders(calibrated, assignment, placement);
      const lines = [...assignment.lines.keys()];
      figuresOf(calibrated, assignment).forEach(({ hitmTotal, stores, ...figures }, at) => {
        hitm += hitmTotal * assignment.weight;
        transactions += figures.transactions * assignment.weight;
        if (readers.has(lines[at] ?? -1)) {
          unseen += Math.max(0, stores - hitmTotal) * assignment.weight;
        }
      });
      for (const fields of readers.values()) for (const field of fields) unknown.add(field);
      for (const { writerLine, readerLine } of newPairs(calibrated, assignment)) {
        pairs.add(`${writerLine}/${readerLine}`);
      }
      for (const { field } of hiddenWriters(calibrated, assignment, placement)) beside.add(field);
    }
  }
  const { split, neighbours } = lockChanges(calibrated, assignments, placement);
  return {
    hitm,
    transactions,
    unknownReaders: unknown,
    unseen,
    pairs: pairs.size,
    hiddenWriters: beside.size,
    unknownLocks: new Set([...split, ...neighbours]),
  };
}

export function raisesTransactions(calibrated: Calibrated, transactions: number): boolean {
  return isClearlyMore(transactions, calibrated.baselineTransactions);
}

function figuresOf({ pairShare }: Calibrated, { group, lines }: Assignment): LineFigures[] {
  return [...lines].map(([line, atoms]) => {
    if (pairShare <= 0) return group.cache.figures(atoms);
    return group.cache.paired(atoms, lines.get(pairOf(line, group.firstOfPair)) ?? [], pairShare);
  });
}

function lineForecast(
  calibrated: Calibrated,
  { group, baseBytes, weight }: Assignment,
  line: number,
  figures: LineFigures,
  prefetched: number | null,
  band: BandMaker,
): LineForecast {
  let rmt = 0;
  figures.atoms.forEach((index, at) => {
    rmt += (figures.hitm[at] ?? 0) * (group.central.rmtShare[index] ?? 0) * weight;
  });
  const total = figures.hitmTotal * weight;
  const withFirst = figures.hitmTotal + figures.firstAccess();
  const notTaken = figures.hitmTotal - takenOver(calibrated, group, figures);
  const variants = [
    ...figures.variants(),
    prefetched ?? figures.hitmTotal,
    withFirst,
    notTaken,
  ].map((value) => value * weight);
  const seenBand = band(variants, total, figures.variance().total * weight ** 2);
  return {
    baseBytes,
    line,
    hitm: { total, rmt, lcl: total - rmt },
    band: seenBand,
    seenBand,
    transactions: figures.transactions * weight,
  };
}
