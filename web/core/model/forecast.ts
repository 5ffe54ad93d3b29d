import { sum } from '../base/math';
import type { MemberPath } from '../layout/ids';
import { assign, isBaseline, leftOutFlags, type Assignment } from './assign';
import type { Calibrated } from './calibrated';
import type { Flag } from './flags';
import { pairOf, type CalibratedGroup } from './group';
import type { LineFigures } from './lineCache';
import {
  leftByLock,
  lockChanges,
  lockFlags,
  partedFromStores,
  type LeftByLock,
  type LockChanges,
} from './lockChanges';
import { oddsOf, type Odds } from './odds';
import type { FieldPlacement } from './placement';
import type { HitmCount } from './profile';
import {
  countingBand,
  isClearlyMore,
  rangeOf,
  type Band,
  type Figure,
  type LockState,
  type Situation,
} from './range';
import { rowForecasts, type RowForecast } from './rowForecasts';
import { besideHiddenWriters, newPairs, orderFlags, unknownReaders } from './warnings';
import { derived } from '../base/derived';

interface FieldForecast {
  readonly field: MemberPath;
  /** `tagged` where its accesses are pseudo-heat, never a count. */
  readonly source: 'measured' | 'tagged';
  readonly hitm: HitmCount;
  /** At the baseline; 0 for pseudo-heat. */
  readonly measured: number;
  readonly band: Band;
}

/**
 * Adds up what the fields have on their lines, over instance groups and starts.
 *
 * @param situation null at the baseline, where figures are counts
 */
function fieldForecasts(
  calibrated: Calibrated,
  placed: readonly { readonly assignment: Assignment; readonly figures: readonly LineFigures[] }[],
  situation: Situation | null,
): readonly FieldForecast[] {
  const { fields, slots } = fieldsOf(calibrated);
  const count = fields.length;
  const hitm = new Float64Array(count);
  const rmt = new Float64Array(count);
  const variance = new Float64Array(count);
  const add = (to: Float64Array, slot: number, value: number) => {
    to[slot] = (to[slot] as number) + value;
  };
  for (const { assignment, figures } of placed) {
    const { group, weight } = assignment;
    const own = slots.get(group) ?? [];
    for (const line of figures) {
      for (let at = 0; at < line.atoms.length; at++) {
        const index = line.atoms[at] as number;
        const slot = own[index] ?? -1;
        if (slot < 0) continue;
        const value = (line.hitm[at] as number) * weight;
        add(hitm, slot, value);
        add(variance, slot, (line.variance().byAtom[at] as number) * weight ** 2);
        add(rmt, slot, value * (group.central.rmtShare[index] ?? 0));
      }
    }
  }
  return fields.map(({ field, source, measured }, slot) => {
    const total = hitm[slot] as number;
    const remote = rmt[slot] as number;
    return {
      field,
      source,
      hitm: { total, rmt: remote, lcl: total - remote },
      measured,
      band:
        situation === null
          ? countingBand(total)
          : rangeOf(
              {
                predicted: total,
                measured,
                change: Math.abs(total - measured),
                variance: variance[slot] as number,
              },
              situation,
            ),
    };
  });
}

interface Fields {
  readonly fields: readonly Pick<FieldForecast, 'field' | 'source' | 'measured'>[];
  /** For each atom of a group its field, -1 for what is no field's. */
  readonly slots: ReadonlyMap<CalibratedGroup, readonly number[]>;
}

/** The same for every order: made once. */
const fieldsOf = derived((calibrated: Calibrated): Fields => {
  const fields: { field: MemberPath; source: 'measured' | 'tagged'; measured: number }[] = [];
  const slotOf = new Map<MemberPath, number>();
  const slots = new Map(
    calibrated.groups.map((group) => {
      const own = group.sites.map((site, index) => {
        const atom = group.atoms[index];
        if (site.kind !== 'field' || atom === undefined) return -1;
        let slot = slotOf.get(site.field);
        if (slot === undefined) {
          slotOf.set(site.field, (slot = fields.length));
          fields.push({ field: site.field, source: site.source, measured: 0 });
        }
        const field = fields[slot];
        if (field !== undefined) field.measured += atom.hitm + atom.atomicHitm;
        return slot;
      });
      return [group, own] as const;
    }),
  );
  return { fields, slots };
});

/**
 * What an order of the fields is expected to cost, in the samples of the baseline, for the same amount
 * of work. It is not time, and fewer is not faster.
 */
export interface Forecast {
  /** `measured` where the same fields share lines as at the baseline. Tags give `predicted` always. */
  readonly basis: 'measured' | 'predicted';
  readonly hitm: HitmCount;
  /** What came of such orders; null for what was measured, and for tags. */
  readonly odds: Odds | null;
  /** What its range and its odds are looked up by. */
  readonly likeness: { readonly figure: Figure; readonly situation: Situation };
  /** Where hidden readers and writers may be hot. */
  readonly band: Band;
  /** If none is: what the profile itself says. */
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
  /** A lock left it, and nothing else tells how its stores make HITM: the figure is none, the range holds. */
  readonly isUnknown: boolean;
}

/** Runs on every frame of a drag: lines that did not change are looked up. */
export function forecast(calibrated: Calibrated, placement: FieldPlacement): Forecast {
  const { lineBytes, baselineHitm, groups, baselineTransactions: before } = calibrated;
  const placed = groups
    .flatMap((group) => assign(group, placement, lineBytes))
    .map((assignment) => ({ assignment, figures: figuresOf(calibrated, assignment) }));
  const assignments = placed.map(({ assignment }) => assignment);
  const measured =
    calibrated.kind === 'hitm' &&
    assignments.every((each) => isBaseline(each, placement, calibrated.baseline, lineBytes));
  const changes = measured ? null : lockChanges(calibrated, assignments, placement);
  const { unseen, beside } = measured ? NOTHING_HIDDEN : unseenOf(calibrated, placed, placement);
  const left = leftByLock(calibrated, assignments);
  const situation = situationOf(calibrated, changes, left.length > 0, unseen);
  const seen: Situation = { ...situation, hidden: 'none' };
  const total = totalOf(placed, baselineHitm, left);
  const missing = partedFromStores(assignments);
  const isCut = changes !== null && changes.split.size > 0;
  const widened = ({ low, high }: Band): Band => ({
    low: isCut ? Math.min(low, baselineHitm) : low,
    high: Math.max(
      high + sum(left.map(({ most }) => most)),
      missing,
      isCut ? CUT_LOCK_TIMES * baselineHitm : 0,
    ),
  });
  const [band, seenBand] = measured
    ? [countingBand(total.predicted), countingBand(total.predicted)]
    : [situation, seen].map((each) => widened(total.range(each)));
  const lines = placed
    .flatMap(({ assignment, figures }) =>
      [...assignment.lines.keys()].map((line, at) => {
        const isHere = (each: { readonly assignment: Assignment; readonly line: number }) =>
          each.assignment === assignment && each.line === line;
        const known = lineForecast(
          assignment,
          line,
          figures[at] as LineFigures,
          measured ? null : seen,
          left.find(isHere)?.most ?? null,
        );
        const { low, high } = known.seenBand;
        return { ...known, band: { low, high: high + (unseen.find(isHere)?.most ?? 0) } };
      }),
    )
    .sort((a, b) => a.baseBytes - b.baseBytes || a.line - b.line);
  const transactions = sum(lines.map((line) => line.transactions));
  const rmt = sum(lines.map(({ hitm }) => hitm.rmt));
  const flags: Flag[] = [
    ...(changes === null ? [] : lockFlags(changes)),
    ...(left.length > 0
      ? [
          {
            kind: 'leftByLock' as const,
            lines: left.map(({ line }) => line),
            most: sum(left.map(({ most }) => most)),
          },
        ]
      : []),
    ...calibrated.flags,
    ...leftOutFlags(assignments),
    ...(measured ? [] : orderFlags(calibrated, assignments, placement)),
    ...(beside.length > 0 ? [{ kind: 'hiddenWriters' as const, fields: beside }] : []),
    ...(raisesTransactions(calibrated, transactions)
      ? [{ kind: 'moreTransactions' as const, before, after: transactions }]
      : []),
  ];
  let fields: readonly FieldForecast[] | null = null;
  let rows: readonly RowForecast[] | null = null;
  return {
    basis: measured ? 'measured' : 'predicted',
    hitm: { total: total.predicted, rmt, lcl: total.predicted - rmt },
    odds: measured ? null : oddsFor(calibrated, total.predicted, situation),
    likeness: { figure: total.figure, situation },
    band: band as Band,
    seenBand: seenBand as Band,
    transactions,
    baseline: { hitm: baselineHitm, transactions: before },
    lines,
    fields: () => (fields ??= fieldForecasts(calibrated, placed, measured ? null : seen)),
    rows: () => (rows ??= calibrated.kind === 'tags' ? [] : rowForecasts(calibrated, placed, left)),
    flags,
  };
}

interface Placed {
  readonly assignment: Assignment;
  readonly figures: readonly LineFigures[];
}

/** The figure of the whole struct, and the range of those of its lines that are known. */
function totalOf(placed: readonly Placed[], baselineHitm: number, left: readonly LeftByLock[]) {
  let [total, predicted, change, variance] = [0, 0, 0, 0];
  let measured = baselineHitm;
  const others: number[] = [];
  for (const { assignment, figures } of placed) {
    const { weight } = assignment;
    const numbers = [...assignment.lines.keys()];
    for (const [at, line] of figures.entries()) {
      total += line.hitmTotal * weight;
      if (left.some((each) => each.assignment === assignment && each.line === numbers[at])) {
        measured -= line.measured * weight;
        continue;
      }
      predicted += line.hitmTotal * weight;
      change += line.change * weight;
      variance += line.variance().total * weight ** 2;
      line.alternatives().forEach((value, k) => {
        others[k] = (others[k] ?? 0) + value * weight;
      });
    }
  }
  const figure: Figure = { predicted, measured, change, variance };
  return {
    predicted: total,
    figure,
    range: (situation: Situation) => spanned(rangeOf(figure, situation), predicted, others),
  };
}

/** A range moved to where other readings of the profile put the figure, at either end. */
function spanned({ low, high }: Band, predicted: number, others: readonly number[]): Band {
  const [least, most] = [Math.min(predicted, ...others), Math.max(predicted, ...others)];
  return { low: Math.max(0, low + least - predicted), high: high + most - predicted };
}

function lineForecast(
  { group, baseBytes, weight }: Assignment,
  line: number,
  figures: LineFigures,
  situation: Situation | null,
  mostUnknown: number | null,
): Omit<LineForecast, 'band'> {
  let rmt = 0;
  figures.atoms.forEach((index, at) => {
    rmt += (figures.hitm[at] ?? 0) * (group.central.rmtShare[index] ?? 0) * weight;
  });
  const total = figures.hitmTotal * weight;
  const figure: Figure = {
    predicted: total,
    measured: figures.measured * weight,
    change: figures.change * weight,
    variance: figures.variance().total * weight ** 2,
  };
  const known =
    situation === null
      ? countingBand(total)
      : spanned(
          rangeOf(figure, situation),
          total,
          [...figures.alternatives()].map((value) => value * weight),
        );
  const seenBand =
    mostUnknown === null ? known : { low: 0, high: Math.max(known.high, mostUnknown) };
  return {
    baseBytes,
    line,
    hitm: { total, rmt, lcl: total - rmt },
    seenBand,
    transactions: figures.transactions * weight,
    isUnknown: mostUnknown !== null,
  };
}

/** Who may be on a line though the profile could not show it. */
interface Unseen {
  /** The most HITM that readers may add, by line: one for each store. */
  readonly unseen: readonly {
    readonly assignment: Assignment;
    readonly line: number;
    readonly most: number;
  }[];
  /** Fields whose readers nobody could have seen and that meet a writer now. */
  readonly unknown: ReadonlySet<MemberPath>;
  /** Readers beside fields of which the report shows nothing. */
  readonly beside: readonly MemberPath[];
}

const NOTHING_HIDDEN: Unseen = { unseen: [], unknown: new Set(), beside: [] };

function unseenOf(
  calibrated: Calibrated,
  placed: readonly Placed[],
  placement: FieldPlacement,
): Unseen {
  const unseen: Unseen['unseen'][number][] = [];
  const unknown = new Set<MemberPath>();
  const beside = new Set<MemberPath>();
  for (const { assignment, figures } of placed) {
    const readers = unknownReaders(calibrated, assignment, placement);
    [...assignment.lines.keys()].forEach((line, at) => {
      const { stores = 0, hitmTotal = 0 } = figures[at] ?? {};
      const most = Math.max(0, stores - hitmTotal) * assignment.weight;
      if (readers.has(line)) unseen.push({ assignment, line, most });
    });
    for (const fields of readers.values()) for (const field of fields) unknown.add(field);
    for (const field of besideHiddenWriters(calibrated, assignment, placement)) beside.add(field);
  }
  return { unseen, unknown, beside: [...beside] };
}

/**
 * The range of an order that cuts a lock holds today's HITM and so many times them: the published pair of `mm_struct` had
 * more than twice as many with the lock on two lines, and was the faster one (docs/pairs.md).
 */
const CUT_LOCK_TIMES = 2;

/** From this share of the profiled HITM on, hidden readers may undo most gains. */
const MANY_UNSEEN = 0.5;

function situationOf(
  { baselineHitm, hasSampledLock, hasLineTable, waiting }: Calibrated,
  changes: LockChanges | null,
  isLeft: boolean,
  unseen: Unseen['unseen'],
): Situation {
  const isMany = sum(unseen.map(({ most }) => most)) > MANY_UNSEEN * baselineHitm;
  return {
    locks: hasSampledLock ? lockState(changes) : 'none',
    hidden: isMany ? 'many' : unseen.length > 0 ? 'few' : 'none',
    waiting,
    hasLineTable,
    hasUnknownLine: isLeft,
  };
}

function lockState(changes: LockChanges | null): LockState {
  if (changes === null) return 'kept';
  if (changes.split.size + changes.loses.size > 0) return 'changed';
  return changes.gains.size > 0 ? 'gained' : 'kept';
}

/** Tags have no unit, and nothing was learned of them. */
function oddsFor(
  { kind, baselineHitm }: Calibrated,
  predicted: number,
  situation: Situation,
): Odds | null {
  return kind === 'tags' ? null : oddsOf(predicted, baselineHitm, situation);
}

export interface QuickForecast {
  readonly hitm: number;
  readonly transactions: number;
  readonly odds: Odds | null;
  /** Unobservable fields that meet a writer; see the flag `unknownReaders`. */
  readonly unknownReaders: ReadonlySet<MemberPath>;
  /** See the flag `pair`. */
  readonly pairs: number;
  /** Readers that come to lie beside fields of which the report shows nothing. */
  readonly hiddenWriters: number;
  /** Locks of which nobody can say whether they get cheaper or dearer. */
  readonly unknownLocks: ReadonlySet<MemberPath>;
}

/** The totals alone, for weighing many orders. */
export function quickForecast(calibrated: Calibrated, placement: FieldPlacement): QuickForecast {
  const placed = calibrated.groups
    .flatMap((group) => assign(group, placement, calibrated.lineBytes))
    .map((assignment) => ({ assignment, figures: figuresOf(calibrated, assignment) }));
  let hitm = 0;
  let transactions = 0;
  const pairs = new Set<string>();
  for (const { assignment, figures } of placed) {
    for (const line of figures) {
      hitm += line.hitmTotal * assignment.weight;
      transactions += line.transactions * assignment.weight;
    }
    for (const { writerLine, readerLine } of newPairs(calibrated, assignment)) {
      pairs.add(`${writerLine}/${readerLine}`);
    }
  }
  const { unseen, unknown, beside } = unseenOf(calibrated, placed, placement);
  const assignments = placed.map(({ assignment }) => assignment);
  const changes = lockChanges(calibrated, assignments, placement);
  return {
    hitm,
    transactions,
    odds: oddsFor(
      calibrated,
      hitm,
      situationOf(calibrated, changes, leftByLock(calibrated, assignments).length > 0, unseen),
    ),
    unknownReaders: unknown,
    pairs: pairs.size,
    hiddenWriters: beside.length,
    unknownLocks: new Set([...changes.split, ...changes.loses]),
  };
}

export function raisesTransactions(calibrated: Calibrated, transactions: number): boolean {
  // By tags they are the conflicts.
  return calibrated.kind === 'hitm' && isClearlyMore(transactions, calibrated.baselineTransactions);
}

function figuresOf({ pairShare }: Calibrated, { group, lines }: Assignment): LineFigures[] {
  return [...lines].map(([line, atoms]) => {
    if (pairShare <= 0) return group.cache.figures(atoms);
    return group.cache.paired(atoms, lines.get(pairOf(line, group.firstOfPair)) ?? [], pairShare);
  });
}
