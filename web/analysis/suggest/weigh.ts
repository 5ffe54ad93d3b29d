import type { MemberPath } from '../../layout/ids';
import { linesOf, type LineRuler } from '../../layout/lines';
import { quickForecast, raisesTransactions } from '../hitm/forecast';
import type { PlacedField, Placement } from '../hitm/placement';
import { startFor, type Origin } from '../hitm/start';
import { strideBytes } from '../slab';
import { arrange, present, type Arranged, type Arrangement } from './arrange';
import { movedUnits } from './edits';
import type { SuggestInput } from './input';
import { keeperFor } from './keeper';
import type { Arena } from './units';

/** An arrangement with all that it is judged by. */
export interface Candidate {
  readonly arrangement: Arrangement;
  readonly arranged: Arranged;
  readonly hitm: number;
  readonly transactions: number;
  readonly strideBytes: number;
  readonly edits: number;
  readonly straddles: number;
  /** Rules that it breaks, by their words. */
  readonly broken: readonly string[];
  readonly unknownReaders: number;
  readonly knockOn: readonly MemberPath[];
  /** Hot written lines that come to lie beside a hot read line: one 128-byte pair, perhaps. */
  readonly pairs: number;
  /** Fields whose offset changed. */
  readonly shifted: number;
  /** Whether it may be suggested; one that may not can still lead to one that may. */
  readonly feasible: boolean;
  /** All minimised; candidates are compared by these, in this order of weight. */
  readonly objectives: readonly number[];
  /** Decide among equals. */
  readonly preferences: readonly number[];
}

export interface Scales {
  readonly arenas: readonly Arena[];
  readonly start: Candidate;
  weigh(arrangement: Arrangement): Candidate;
  /** Members of rules that the present order breaks. */
  readonly offenders: ReadonlySet<MemberPath>;
  /** With where its objects begin. */
  readonly placed: (arranged: Arranged) => Placement;
}

/** Predicted HITM is told apart in steps of this share of the present one: finer is noise. */
const HITM_STEP = 0.005;

export function scalesFor(input: SuggestInput, arenas: readonly Arena[]): Scales {
  const { applied, heat, allocation, machine, options } = input;
  const tags = new Set(applied.tags.filter((tag) => tag.role !== 'lock').map((tag) => tag.member));
  const locks = new Set(applied.tags.filter((tag) => tag.role === 'lock').map((tag) => tag.member));
  const ruler: LineRuler = { lineBytes: applied.lineBytes, baseBytes: applied.baseBytes };
  const lay = (arrangement: Arrangement) =>
    arrange(applied.struct, arenas, arrangement, machine.lineBytes);
  const strideOf = ({ sizeBytes, alignBytes }: Arranged) =>
    strideBytes(sizeBytes, alignBytes, allocation, machine);

  const before = lay(present(arenas));
  const keeper = keeperFor(applied, before);
  const brokenBefore = new Set(keeper.broken(before));
  const origin: Origin = input.origin ?? { ...before, statedBaseBytes: null };
  const beforeStride = strideOf(before);
  const nextStride = strideBytes(beforeStride + 1, before.alignBytes, allocation, machine);
  const mostStride =
    allocation.kind === 'kmalloc'
      ? strideBytes(beforeStride - allocation.tailBytes + 1, 1, allocation, machine)
      : allocation.kind === 'embedded'
        ? beforeStride + machine.lineBytes
        : nextStride;
  const old = new Map(before.fields.map((field) => [field.path, field] as const));
  const oldUnknown = forecastOf(before)?.unknownReaders ?? 0;
  const hitmBefore = forecastOf(before)?.hitm ?? 0;
  const step = Math.max(HITM_STEP * hitmBefore, 1e-9);

  function placed(arranged: Arranged): Placement {
    const lineBytes = heat?.lineBytes ?? applied.lineBytes;
    return { ...arranged, start: startFor(origin, arranged, allocation, machine, lineBytes) };
  }

  function forecastOf(arranged: Arranged) {
    return heat === null ? null : quickForecast(heat, placed(arranged));
  }

  function weigh(arrangement: Arrangement): Candidate {
    const arranged = lay(arrangement);
    const quick = forecastOf(arranged);
    const hitm = quick?.hitm ?? 0;
    const transactions = quick?.transactions ?? 0;
    const unknownReaders = Math.max(0, (quick?.unknownReaders ?? 0) - oldUnknown);
    const pairs = quick?.pairs ?? 0;
    const stride = strideOf(arranged);
    const named = namedBy(arenas, arrangement);
    const edits = named.edits;
    const { straddles, tagged, knockOn, shifted } = moves(
      arranged.fields,
      old,
      ruler,
      named.paths,
      tags,
      locks,
    );
    const pinsStay = applied.pins.every(
      (pin) => arranged.offsets.get(pin) === before.offsets.get(pin),
    );
    const grows =
      options.growth === 'never'
        ? arranged.sizeBytes > before.sizeBytes || stride > beforeStride
        : stride > mostStride;
    const broken = keeper.broken(arranged);
    const feasible =
      pinsStay &&
      broken.every((words) => brokenBefore.has(words)) &&
      !grows &&
      edits > 0 &&
      edits <= options.mostEdits &&
      (heat === null || !raisesTransactions(heat, transactions));
    const bucket = Math.round(hitm / step);
    return {
      arrangement,
      arranged,
      hitm,
      transactions,
      strideBytes: stride,
      edits,
      straddles,
      broken,
      unknownReaders,
      pairs,
      knockOn,
      shifted,
      feasible,
      objectives:
        heat === null
          ? [broken.length, stride, arranged.sizeBytes, arranged.holeBytes, tagged, edits]
          : [
              broken.length,
              bucket,
              stride,
              straddles,
              knockOn.length,
              pairs,
              unknownReaders,
              edits,
            ],
      preferences: [straddles, knockOn.length, arranged.sizeBytes, shifted],
    };
  }

  const { offenders } = keeper;
  return { arenas, start: weigh(present(arenas)), weigh, offenders, placed };
}

/** Fields that an edit names, which may change their line, and how many units that takes. */
function namedBy(
  arenas: readonly Arena[],
  { orders, aligned }: Arrangement,
): { readonly paths: ReadonlySet<MemberPath>; readonly edits: number } {
  const paths = new Set(aligned);
  let edits = aligned.size;
  arenas.forEach(({ units }, number) => {
    for (const unit of movedUnits(orders[number] ?? [])) {
      edits++;
      for (const { path } of units[unit]?.members ?? []) paths.add(path);
    }
  });
  return { paths, edits };
}

/** The largest access that is one instruction: cmpxchg16b. */
const MOST_WORD_BYTES = 16;

function moves(
  fields: readonly PlacedField[],
  old: ReadonlyMap<MemberPath, PlacedField>,
  ruler: LineRuler,
  named: ReadonlySet<MemberPath>,
  tags: ReadonlySet<MemberPath>,
  locks: ReadonlySet<MemberPath>,
): { straddles: number; tagged: number; knockOn: MemberPath[]; shifted: number } {
  let straddles = 0;
  let tagged = 0;
  let shifted = 0;
  const knockOn: MemberPath[] = [];
  for (const field of fields) {
    const was = old.get(field.path);
    if (was === undefined || was.offsetBytes === field.offsetBytes) continue;
    shifted++;
    if (crosses(field, ruler) && !crosses(was, ruler)) {
      straddles++;
      // A lock of several words may well lie over two lines: waiters that poll one word leave the others
      // alone then (mmap_lock, see the study of mm_struct). A word that crosses is two misses for one.
      if (tags.has(field.path) || (field.sizeBytes <= MOST_WORD_BYTES && locks.has(field.path))) {
        tagged++;
      }
    }
    if (named.has(field.path)) continue;
    const before = linesOf(was.offsetBytes * 8, was.sizeBytes * 8, ruler);
    const after = linesOf(field.offsetBytes * 8, field.sizeBytes * 8, ruler);
    if (before.first !== after.first || before.last !== after.last) knockOn.push(field.path);
  }
  return { straddles, tagged, knockOn, shifted };
}

function crosses({ offsetBytes, sizeBytes }: PlacedField, ruler: LineRuler): boolean {
  if (sizeBytes === 0) return false;
  const { first, last } = linesOf(offsetBytes * 8, sizeBytes * 8, ruler);
  return last - first + 1 > Math.ceil(sizeBytes / ruler.lineBytes);
}
