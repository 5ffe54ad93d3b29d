import type { Applied } from '../edit/applied';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import { alignedBase, linesOf, type LineRuler } from '../layout/lines';
import { findField } from '../layout/walk';
import type { Calibrated } from '../model/calibrated';
import { quickForecast, raisesTransactions } from '../model/forecast';
import { expectedGain, type Odds } from '../model/odds';
import type { PlacedField, FieldPlacement } from '../model/placement';
import { startsOf } from '../model/assign';
import { startFor, type StartFacts } from '../model/start';
import { lockObjects, type LockObject } from '../locks/objects';
import { strideBytes } from '../figures/slab';
import { arrange, present, type Arranged, type Arrangement } from './arrange';
import { movedUnits } from './edits';
import type { SuggestInput } from './input';
import type { Scope } from './scopes';
import { ruleMembers } from '../edit/rule';
import { rulesOf } from '../edit/rules';
import { formatRule } from '../edit/words';
import { judgeRule } from '../rules/judge';
import { placesIn } from '../rules/places';

/** An arrangement with all that it is judged by. */
export interface WeighedOrder {
  readonly arrangement: Arrangement;
  /** Laid out again at each call: a search holds thousands of orders, each with the places of hundreds of members. */
  readonly arranged: () => Arranged;
  readonly sizeBytes: number;
  readonly holeBytes: number;
  readonly hitm: number;
  /** The same in steps that can be distinguished. */
  readonly hitmSteps: number;
  readonly transactions: number;
  /** Null by tags, and without heat. */
  readonly odds: Odds | null;
  /** HITM that it is expected to have fewer than the present order. */
  readonly expectedGain: number;
  readonly strideBytes: number;
  readonly edits: number;
  readonly straddles: number;
  /** How many more fields than now cross a line; those that no longer cross one are taken off. */
  readonly moreStraddles: number;
  /** Rules that it breaks, by their words. */
  readonly broken: readonly string[];
  /** Fields that now meet a writer and whose readers nobody could have seen. */
  readonly unknownReaders: readonly MemberPath[];
  readonly hiddenWriters: number;
  /** Locks of which nobody can say whether they get cheaper or dearer. */
  readonly unknownLocks: readonly MemberPath[];
  readonly knockOn: readonly MemberPath[];
  /** Hot written lines that come to lie beside a hot read line: one 128-byte pair, perhaps. */
  readonly pairs: number;
  /** Fields whose offset changed. */
  readonly shifted: number;
  /** Whether it may be suggested; one that may not can still lead to one that may. */
  readonly feasible: boolean;
  /** It might be, if it had no more transactions. */
  readonly isVetoed: boolean;
  /** What candidates are compared by, as one list: see `comparedBy`. */
  readonly objectives: readonly number[];
  /** Decide among equals. */
  readonly preferences: readonly number[];
}

export interface Evaluator {
  readonly scopes: readonly Scope[];
  readonly start: WeighedOrder;
  weigh(arrangement: Arrangement): WeighedOrder;
  /** Members of rules that the present order breaks. */
  readonly violatingMembers: ReadonlySet<MemberPath>;
  /** The places of its fields, with where its objects begin. */
  readonly placed: (arranged: Arranged) => FieldPlacement;
}

/** What an order costs; less is better of each. */
interface Price {
  readonly brokenRules: number;
  /** What is to be expected of the HITM, in steps: see `expectedGain`. */
  readonly expectedSteps: number;
  readonly strideBytes: number;
  readonly sizeBytes: number;
  readonly holeBytes: number;
  readonly straddles: number;
  /** Tagged fields, and locks of one word, that now cross a line. */
  readonly taggedStraddles: number;
  readonly knockOn: number;
  readonly edits: number;
  readonly pairs: number;
  /** Readers and writers that nobody could have seen. */
  readonly unknownUsers: number;
  readonly shifted: number;
}

/** What orders are compared by, the weightiest first: where there is heat, where there is none, and among equals. */
const BY_CONFLICTS = [
  'brokenRules',
  'expectedSteps',
  'strideBytes',
  'straddles',
  'knockOn',
  'edits',
  'pairs',
  'unknownUsers',
] as const satisfies readonly (keyof Price)[];
const BY_HOLES = [
  'brokenRules',
  'strideBytes',
  'sizeBytes',
  'holeBytes',
  'taggedStraddles',
  'edits',
] as const satisfies readonly (keyof Price)[];
const AMONG_EQUALS = [
  'straddles',
  'knockOn',
  'sizeBytes',
  'shifted',
] as const satisfies readonly (keyof Price)[];

/** As numbers, since a search compares thousands with each other; nothing reads one of them by its position. */
function comparedBy(names: readonly (keyof Price)[], price: Price): readonly number[] {
  return names.map((name) => price[name]);
}

/** Predicted HITM is counted in steps of this share of the present one: finer is noise. */
const HITM_STEP = 0.005;

export function evaluatorFor(input: SuggestInput, scopes: readonly Scope[]): Evaluator {
  const { applied, heat, allocation, machine, options } = input;
  const tags = new Set(
    applied.state.tags.filter((tag) => tag.role !== 'lock').map((tag) => tag.member),
  );
  const locks = new Set(
    applied.state.tags.filter((tag) => tag.role === 'lock').map((tag) => tag.member),
  );
  const { lineBytes, wantedBaseBytes } = applied.state;
  const rulerOf = ({ alignBytes }: Arranged): LineRuler => ({
    lineBytes,
    baseBytes: alignedBase(wantedBaseBytes, alignBytes, lineBytes),
  });
  const lay = (arrangement: Arrangement) =>
    arrange(applied.struct, scopes, arrangement, machine.lineBytes);
  const strideOf = ({ sizeBytes, alignBytes }: Arranged) =>
    strideBytes(sizeBytes, alignBytes, allocation, machine);

  const before = lay(present(scopes));
  const whole = wholeObjects(applied, heat);
  const checker = ruleCheckerFor(applied, before);
  const brokenBefore = new Set(checker.broken(before));
  const origin: StartFacts = input.origin ?? { ...before, statedBaseBytes: null };
  const beforeStride = strideOf(before);
  const nextStride = strideBytes(beforeStride + 1, before.alignBytes, allocation, machine);
  const mostStride =
    allocation.kind === 'kmalloc'
      ? strideBytes(beforeStride - allocation.tailBytes + 1, 1, allocation, machine)
      : allocation.kind === 'embedded'
        ? beforeStride + machine.lineBytes
        : nextStride;
  const old = new Map(before.fields.map((field) => [field.path, field] as const));
  const atStart = forecastOf(before);
  const oldUnknown = atStart?.unknownReaders ?? new Set<MemberPath>();
  const oldLocks = atStart?.unknownLocks ?? new Set<MemberPath>();
  const hitmBefore = atStart?.hitm ?? 0;
  const step = Math.max(HITM_STEP * hitmBefore, 1e-9);

  function placed(arranged: Arranged): FieldPlacement {
    const lines = heat?.lineBytes ?? lineBytes;
    return { ...arranged, start: startFor(origin, arranged, allocation, machine, lines) };
  }

  /** Where nothing moved them, objects begin where the struct in view does. */
  function laid(arranged: Arranged): Laid {
    const { offsets, start } = placed(arranged);
    return {
      offsets,
      starts: startsOf(start, applied.state.baseBytes, lineBytes),
    };
  }

  function forecastOf(arranged: Arranged) {
    return heat === null ? null : quickForecast(heat, placed(arranged));
  }

  function weigh(arrangement: Arrangement): WeighedOrder {
    const arranged = lay(arrangement);
    const quick = forecastOf(arranged);
    const hitm = quick?.hitm ?? 0;
    const transactions = quick?.transactions ?? 0;
    const unknownReaders = [...(quick?.unknownReaders ?? [])].filter(
      (field) => !oldUnknown.has(field),
    );
    const pairs = quick?.pairs ?? 0;
    const hiddenWriters = quick?.hiddenWriters ?? 0;
    const unknownLocks = [...(quick?.unknownLocks ?? [])].filter((lock) => !oldLocks.has(lock));
    const stride = strideOf(arranged);
    const named = namedBy(scopes, arrangement);
    const edits = named.edits;
    const { straddles, moreStraddles, tagged, knockOn, shifted } = moves(
      { fields: arranged.fields, ruler: rulerOf(arranged) },
      { fields: old, ruler: rulerOf(before) },
      named.paths,
      tags,
      locks,
    );
    const pinsStay = applied.state.pins.every(
      (pin) => arranged.offsets.get(pin) === before.offsets.get(pin),
    );
    const grows =
      options.growth === 'never'
        ? arranged.sizeBytes > before.sizeBytes || stride > beforeStride
        : stride > mostStride;
    const broken = checker.broken(arranged);
    const raises = heat !== null && raisesTransactions(heat, transactions);
    const mayBe =
      pinsStay &&
      broken.every((words) => brokenBefore.has(words)) &&
      !cuts(whole, laid(before), laid(arranged), lineBytes) &&
      !grows &&
      edits > 0 &&
      edits <= options.mostEdits;
    const gain = expectedGain(hitmBefore, hitm, quick?.odds ?? null);
    const price: Price = {
      brokenRules: broken.length,
      expectedSteps: -Math.round(gain / step),
      strideBytes: stride,
      sizeBytes: arranged.sizeBytes,
      holeBytes: arranged.holeBytes,
      straddles,
      taggedStraddles: tagged,
      knockOn: knockOn.length,
      edits,
      pairs,
      unknownUsers: unknownReaders.length + hiddenWriters,
      shifted,
    };
    return {
      arrangement,
      arranged: () => lay(arrangement),
      sizeBytes: arranged.sizeBytes,
      holeBytes: arranged.holeBytes,
      hitm,
      hitmSteps: Math.round(hitm / step),
      transactions,
      odds: quick?.odds ?? null,
      expectedGain: gain,
      strideBytes: stride,
      edits,
      straddles,
      moreStraddles,
      broken,
      unknownReaders,
      hiddenWriters,
      unknownLocks,
      pairs,
      knockOn,
      shifted,
      feasible: mayBe && !raises,
      isVetoed: mayBe && raises,
      objectives: comparedBy(heat === null ? BY_HOLES : BY_CONFLICTS, price),
      preferences: comparedBy(AMONG_EQUALS, price),
    };
  }

  const { violatingMembers } = checker;
  return { scopes, start: weigh(present(scopes)), weigh, violatingMembers, placed };
}

/** What no suggestion cuts in two: locks by their types, by the functions that use them, and by what a person says. */
function wholeObjects(applied: Applied, heat: Calibrated | null): readonly LockObject[] {
  const layout = computeLayout(applied.struct);
  const tagged = applied.state.tags.flatMap(({ member, role }): readonly LockObject[] => {
    const field = role === 'lock' ? findField(layout, member) : null;
    if (field === null) return [];
    const sizeBytes = Math.ceil((field.sizeBits ?? 0) / 8);
    return [{ field: member, offsetBytes: 0, sizeBytes, kind: 'lock', typeName: null, guards: [] }];
  });
  return [...lockObjects(applied.struct.desc, layout), ...tagged, ...(heat?.locks ?? [])];
}

/** Where the parts of a struct lie, and the bytes of their line at which its objects begin. */
interface Laid {
  readonly offsets: ReadonlyMap<MemberPath, number>;
  readonly starts: readonly number[];
}

/**
 * Whether an arrangement lays a lock, or what is one with it, over more lines than it needs, in more of the struct's
 * objects than now or at another byte of it.
 */
function cuts(objects: readonly LockObject[], old: Laid, now: Laid, lineBytes: number): boolean {
  return objects.some(({ field, offsetBytes, sizeBytes }) => {
    const cutPlaces = ({ offsets, starts }: Laid) => {
      const offset = offsets.get(field);
      const places = starts.map((start) => (start + (offset ?? 0) + offsetBytes) % lineBytes);
      const least = Math.ceil(sizeBytes / lineBytes);
      return places.filter((place) => Math.ceil((place + sizeBytes) / lineBytes) > least);
    };
    const [was, is] = [cutPlaces(old), cutPlaces(now)];
    if (is.length * old.starts.length > was.length * now.starts.length) return true;
    return is.length === 1 && was.length === 1 && is[0] !== was[0];
  });
}

/** Fields that an edit names, which may change their line, and how many units that takes. */
function namedBy(
  scopes: readonly Scope[],
  { orders, aligned }: Arrangement,
): { readonly paths: ReadonlySet<MemberPath>; readonly edits: number } {
  const paths = new Set(aligned);
  let edits = aligned.size;
  scopes.forEach(({ units }, number) => {
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
  { fields, ruler }: { readonly fields: readonly PlacedField[]; readonly ruler: LineRuler },
  before: { readonly fields: ReadonlyMap<MemberPath, PlacedField>; readonly ruler: LineRuler },
  named: ReadonlySet<MemberPath>,
  tags: ReadonlySet<MemberPath>,
  locks: ReadonlySet<MemberPath>,
): {
  straddles: number;
  moreStraddles: number;
  tagged: number;
  knockOn: MemberPath[];
  shifted: number;
} {
  let straddles = 0;
  let mended = 0;
  let tagged = 0;
  let shifted = 0;
  const knockOn: MemberPath[] = [];
  for (const field of fields) {
    const was = before.fields.get(field.path);
    if (was === undefined) continue;
    const isShifted = was.offsetBytes !== field.offsetBytes;
    if (!isShifted && ruler.baseBytes === before.ruler.baseBytes) continue;
    if (isShifted) shifted++;
    if (!crosses(field, ruler) && crosses(was, before.ruler)) mended++;
    if (crosses(field, ruler) && !crosses(was, before.ruler)) {
      straddles++;
      // A lock of several words may well lie over two lines: waiters that poll one word leave the others
      // alone then (mmap_lock, see the study of mm_struct). A word that crosses is two misses for one.
      if (tags.has(field.path) || (field.sizeBytes <= MOST_WORD_BYTES && locks.has(field.path))) {
        tagged++;
      }
    }
    if (named.has(field.path)) continue;
    const then = linesOf(was.offsetBytes * 8, was.sizeBytes * 8, before.ruler);
    const now = linesOf(field.offsetBytes * 8, field.sizeBytes * 8, ruler);
    if (then.first !== now.first || then.last !== now.last) knockOn.push(field.path);
  }
  return { straddles, moreStraddles: straddles - mended, tagged, knockOn, shifted };
}

function crosses({ offsetBytes, sizeBytes }: PlacedField, ruler: LineRuler): boolean {
  if (sizeBytes === 0) return false;
  const { first, last } = linesOf(offsetBytes * 8, sizeBytes * 8, ruler);
  return last - first + 1 > Math.ceil(sizeBytes / ruler.lineBytes);
}

/** Says of an arrangement which rules it breaks. */
interface RuleChecker {
  /** Broken rules by their words, in the order in which they were set. */
  broken(arranged: Arranged): readonly string[];
  /** Members of the rules that the present order breaks: moving these may mend them. */
  readonly violatingMembers: ReadonlySet<MemberPath>;
}

/**
 * The rules that were set, looked up once, so that each of many candidates costs a few additions. Groups of
 * the source need no look: nothing is moved over their marks.
 */
function ruleCheckerFor(applied: Applied, start: Arranged): RuleChecker {
  const rules = rulesOf(applied.state);
  if (rules.length === 0) return { broken: () => [], violatingMembers: new Set() };
  const { lineBytes, wantedBaseBytes } = applied.state;
  const anchors = anchorsOf(applied, start, rules.flatMap(ruleMembers));
  const isBroken = (arranged: Arranged) => (rule: (typeof rules)[number]) =>
    judgeRule(rule, {
      sizeBytes: arranged.sizeBytes,
      places: (path) => placeFrom(anchors.get(path), arranged),
      fields: () => arranged.fields.map(inBits),
      ruler: {
        lineBytes,
        baseBytes: alignedBase(wantedBaseBytes, arranged.alignBytes, lineBytes),
      },
    }) !== null;
  return {
    broken: (arranged) => rules.filter(isBroken(arranged)).map(formatRule),
    violatingMembers: new Set(rules.filter(isBroken(start)).flatMap(ruleMembers)),
  };
}

function inBits({ path, offsetBytes, sizeBytes }: Arranged['fields'][number]) {
  return { path, offsetBits: offsetBytes * 8, sizeBits: sizeBytes * 8 };
}

/** A member by one that is moved: itself, or the field that it lies in. */
interface Anchor {
  readonly held: MemberPath;
  readonly deltaBits: number;
  readonly sizeBits: number | null;
}

function anchorsOf(
  applied: Applied,
  start: Arranged,
  paths: readonly MemberPath[],
): ReadonlyMap<MemberPath, Anchor> {
  const places = placesIn(computeLayout(applied.struct), applied.struct.desc);
  const anchors = new Map<MemberPath, Anchor>();
  for (const path of paths) {
    const place = places(path);
    if (place === null) continue;
    const held = [...start.offsets.keys()].find(
      (each) => each === path || (path.startsWith(each) && /^[.[]/.test(path.slice(each.length))),
    );
    if (held === undefined) continue;
    const deltaBits = place.offsetBits - (start.offsets.get(held) ?? 0) * 8;
    anchors.set(path, { held, deltaBits, sizeBits: place.sizeBits });
  }
  return anchors;
}

function placeFrom(anchor: Anchor | undefined, { offsets }: Arranged) {
  const offsetBytes = anchor === undefined ? undefined : offsets.get(anchor.held);
  if (anchor === undefined || offsetBytes === undefined) return null;
  return { offsetBits: offsetBytes * 8 + anchor.deltaBits, sizeBits: anchor.sizeBits };
}
