import { formatReason, formatSentence } from '../figures/wireFormat';
import type { MemberPath } from '../layout/ids';
import { forecast } from '../model/forecast';
import { editsOf } from './edits';
import { arrangementKey, type Arrangement } from './arrange';
import type { SuggestInput, SuggestProgress, Suggestion, Vetoed } from './input';
import { neighbours, type Moves } from './neighbours';
import { reasonOf } from './reason';
import { scopesOf, type Scope } from './scopes';
import { evaluatorFor, type WeighedOrder, type Evaluator } from './weigh';
import { itemAt } from '../base/itemAt';

/** Steps from the present order; each relocates, swaps or aligns. */
const MOST_STEPS = 4;
const BEAM = 32;
/**
 * Orders that are tried in a step: of a struct of hundreds of members there would be millions. Those of the best
 * candidates come first, and of each the moves of its hot members.
 */
const MOST_TRIED = 96_000;
/** At most this many orders of a step are held at once; a struct of hundreds of members has hundreds of thousands. */
const MOST_HELD = 4096;
/** Small enough to try every order: the front is then exact. */
const SMALL = 5040;
/** Gains are alike that differ by this share of the present HITM. */
const ALIKE = 0.02;
const REPORT_EVERY = 256;
const FRONT_EVERY = 4096;
/** Points of the front that are shown, and orders at one point. */
const MOST_POINTS = 40;
const MOST_AT_POINT = 24;

/**
 * Searches orders of a struct that are better than the present one. Runs a little at each `next()` and
 * can be left at any time; each front is complete as far as it goes.
 */
export function* suggest(input: SuggestInput): Generator<SuggestProgress, void> {
  const { applied, heat } = input;
  const { readOnly } = applied.struct.root;
  if (readOnly !== null) {
    yield { kind: 'none', reason: `No order can be suggested: ${readOnly}` };
    return;
  }
  const format = input.options.mayChangeFormat ? null : formatReason(applied.struct.desc);
  if (format !== null) {
    yield {
      kind: 'none',
      format: true,
      reason: `No order is suggested. ${formatSentence(format)}`,
    };
    return;
  }
  const scopes = scopesOf(applied.struct, applied.state.together);
  if (scopes.every(({ units }) => units.filter(({ movable }) => movable).length < 2)) {
    yield { kind: 'none', reason: 'No two members may trade places.' };
    return;
  }
  const evaluator = evaluatorFor(input, scopes);
  const known = new Map<string, Described | null>();
  const front = createFront(heat === null ? 0 : ALIKE * evaluator.start.hitm);
  let vetoed: Vetoed | null = null;
  const isBetter = (candidate: WeighedOrder) => {
    if (!candidate.feasible && !candidate.isVetoed) return false;
    if (!improves(input, evaluator, candidate)) return false;
    if (candidate.isVetoed) {
      const rise = candidate.transactions / evaluator.start.transactions - 1;
      vetoed = {
        orders: (vetoed?.orders ?? 0) + 1,
        leastRise: Math.min(rise, vetoed?.leastRise ?? Infinity),
      };
    }
    return candidate.feasible;
  };
  let evaluated = 0;
  let hasShown = false;
  // While searching one order for each point will do; its equals come with the last front.
  const report = (done: boolean): SuggestProgress => ({
    kind: 'front',
    suggestions: front
      .points()
      .slice(0, MOST_POINTS)
      .flatMap((candidates, point) =>
        candidates.slice(0, done ? MOST_AT_POINT : 1).flatMap((candidate) => {
          const suggestion = described(input, evaluator, candidate, known);
          return suggestion === null ? [] : [{ ...suggestion, point }];
        }),
      ),
    evaluated,
    vetoed,
    done,
  });

  const all = everyOrder(scopes, SMALL);
  if (all !== null && !input.options.mayAlign) {
    for (const arrangement of all) {
      const candidate = evaluator.weigh(arrangement);
      if (isBetter(candidate)) front.offer(candidate);
      if (++evaluated % REPORT_EVERY === 0) yield { kind: 'working', evaluated };
    }
    yield report(true);
    return;
  }

  const moves: Moves = {
    hot: new Set([...hotFields(input, scopes), ...evaluator.violatingMembers]),
    lineBytes: applied.state.lineBytes,
    baseBytes: applied.state.baseBytes,
    mayAlign: input.options.mayAlign,
    packing: heat === null,
  };
  // Hashes, since a key has the length of a struct. One order of a million might be taken for another.
  const seen = new Set([hashOf(arrangementKey(evaluator.start.arrangement))]);
  let beam: readonly WeighedOrder[] = [evaluator.start];
  const steps = Math.min(MOST_STEPS, input.options.mostEdits);
  for (let step = 0; step < steps && beam.length > 0; step++) {
    let found: WeighedOrder[] = [];
    const share = Math.ceil(MOST_TRIED / beam.length);
    for (const from of beam) {
      let tried = 0;
      for (const arrangement of neighbours(from, scopes, moves)) {
        if ((tried += 1) > share) break;
        const key = hashOf(arrangementKey(arrangement));
        if (seen.has(key)) continue;
        seen.add(key);
        const candidate = evaluator.weigh(arrangement);
        found.push(candidate);
        if (found.length >= MOST_HELD) found = worthHolding(found, input.options.mostEdits);
        if (isBetter(candidate)) front.offer(candidate);
        evaluated++;
        if (evaluated % FRONT_EVERY === 0) yield report(false);
        else if (evaluated % REPORT_EVERY === 0) {
          // The first that is found is shown at once.
          const isFirst: boolean = !hasShown && front.points().length > 0;
          hasShown ||= isFirst;
          yield isFirst ? report(false) : { kind: 'working', evaluated };
        }
      }
    }
    yield report(false);
    beam = nextBeam(found, input.options.mostEdits);
  }
  yield report(true);
}

/** Half the best that may be suggested, half the best though they may grow: a filler can mend that. */
function nextBeam(found: readonly WeighedOrder[], mostEdits: number): readonly WeighedOrder[] {
  const { feasible, bold } = leadersOf(found, mostEdits);
  const beam = new Set(feasible);
  for (const candidate of bold) {
    if (beam.size >= BEAM) break;
    beam.add(candidate);
  }
  return [...beam];
}

/** The orders that may be in the next beam whatever else is found, in their present order. */
function worthHolding(found: readonly WeighedOrder[], mostEdits: number): WeighedOrder[] {
  const { feasible, bold } = leadersOf(found, mostEdits);
  const held = new Set([...feasible, ...bold]);
  return found.filter((candidate) => held.has(candidate));
}

/** The best that may be suggested, and the best of each kind though they may grow. */
function leadersOf(found: readonly WeighedOrder[], mostEdits: number) {
  const open = found.filter(({ edits }) => edits < mostEdits);
  const feasible = open.filter((each) => each.feasible).sort((a, b) => comparePreferred(a, b));
  const byHitm = [...open].sort(
    (a, b) => a.hitm - b.hitm || a.holeBytes - b.holeBytes || comparePreferred(a, b),
  );
  // Equal orders lead equally far, so one is kept for each set of objectives. A beam of both has at
  // most so many kinds.
  const kinds = new Map<string, WeighedOrder>();
  for (const candidate of byHitm) {
    const kind = candidate.objectives.join();
    if (!kinds.has(kind)) kinds.set(kind, candidate);
    if (kinds.size >= BEAM) break;
  }
  return { feasible: feasible.slice(0, BEAM / 2), bold: [...kinds.values()] };
}

/** Two hashes of 32 bits (FNV-1a, by two primes) as one number of 53. */
function hashOf(text: string): number {
  let [a, b] = [0x811c9dc5, 0x9dc5811c];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}

/** A count differs from a second one of the same by two standard deviations of each. */
const NOISE = 2;

/** Fewer broken rules; or with no more of them a gain beyond the noise of the counts, or less room for no more HITM. */
function improves({ heat }: SuggestInput, { start }: Evaluator, candidate: WeighedOrder): boolean {
  const { broken, strideBytes, sizeBytes, holeBytes } = candidate;
  if (broken.length !== start.broken.length) return broken.length < start.broken.length;
  if (heat !== null) {
    const { hitm, hitmSteps, expectedGain } = candidate;
    const gains =
      heat.kind === 'tags'
        ? hitmSteps < start.hitmSteps
        : expectedGain > 0 && start.hitm - hitm > NOISE * Math.sqrt(start.hitm);
    return gains || (hitmSteps <= start.hitmSteps && strideBytes < start.strideBytes);
  }
  const isWorse =
    strideBytes > start.strideBytes || sizeBytes > start.sizeBytes || holeBytes > start.holeBytes;
  const isBetter =
    strideBytes < start.strideBytes || sizeBytes < start.sizeBytes || holeBytes < start.holeBytes;
  return isBetter && !isWorse;
}

function hotFields({ heat, applied }: SuggestInput, scopes: readonly Scope[]): Set<MemberPath> {
  const hot = new Set<MemberPath>(applied.state.tags.map(({ member }) => member));
  for (const { sites } of heat?.groups ?? []) {
    for (const site of sites) if (site.kind === 'field') hot.add(site.field);
  }
  if (heat !== null || hot.size > 0) return hot;
  // Without heat, every member of less than eight bytes may fill a hole.
  for (const { units } of scopes) {
    for (const { members, alignBits } of units) {
      if (alignBits < 64) for (const { path } of members) hot.add(path);
    }
  }
  return hot;
}

type Described = Omit<Suggestion, 'point'>;

/** Null where its edits would not apply. */
function described(
  input: SuggestInput,
  evaluator: Evaluator,
  candidate: WeighedOrder,
  known: Map<string, Described | null>,
): Described | null {
  const { scopes, start, placed } = evaluator;
  const key = arrangementKey(candidate.arrangement);
  const made = known.get(key);
  if (made !== undefined) return made;
  const arranged = candidate.arranged();
  const edits = editsOf(input.applied, scopes, candidate.arrangement, arranged);
  const { heat } = input;
  const suggestion: Described | null =
    edits === null
      ? null
      : {
          edits,
          figures: {
            hitm: heat && {
              before: start.hitm,
              after: candidate.hitm,
              band: forecast(heat, placed(arranged)).seenBand,
            },
            odds: candidate.odds,
            transactions: heat && { before: start.transactions, after: candidate.transactions },
            sizeBytes: candidate.sizeBytes,
            strideBytes: candidate.strideBytes,
            holeBytes: candidate.holeBytes,
            edits: candidate.edits,
            straddles: candidate.moreStraddles,
            unknownReaders: candidate.unknownReaders.length,
            unknownReaderFields: candidate.unknownReaders,
            hiddenWriters: candidate.hiddenWriters,
            unknownLocks: candidate.unknownLocks,
            pairs: candidate.pairs,
            knockOn: candidate.knockOn,
          },
          aim: heat === null ? 'holes' : 'conflicts',
          reason: reasonOf(input, evaluator, candidate),
        };
  known.set(key, suggestion);
  return suggestion;
}

/** Every order of a struct's movable units within their segments; null where there are more than `most`. */
function everyOrder(scopes: readonly Scope[], most: number): Iterable<Arrangement> | null {
  let count = 1;
  for (const { units } of scopes) {
    for (const group of segmentsOf(units)) {
      for (let k = 2; k <= group.length; k++) count *= k;
      if (count > most) return null;
    }
  }
  return ordersFrom(scopes, 0, []);
}

function* ordersFrom(
  scopes: readonly Scope[],
  from: number,
  chosen: readonly (readonly number[])[],
): Generator<Arrangement> {
  if (from === scopes.length) {
    yield { orders: chosen, aligned: new Set() };
    return;
  }
  const { units } = itemAt(scopes, from);
  for (const order of ordersOf(segmentsOf(units), [...units.keys()])) {
    yield* ordersFrom(scopes, from + 1, [...chosen, order]);
  }
}

/** Places that a segment's movable units share among them; what may not move keeps its place between them. */
function segmentsOf(units: Scope['units']): readonly (readonly number[])[] {
  const bySegment = new Map<number, number[]>();
  units.forEach(({ segment, movable }, index) => {
    if (!movable) return;
    const group = bySegment.get(segment);
    if (group === undefined) bySegment.set(segment, [index]);
    else group.push(index);
  });
  return [...bySegment.values()];
}

function* ordersOf(
  groups: readonly (readonly number[])[],
  order: readonly number[],
): Generator<readonly number[]> {
  const [group, ...rest] = groups;
  if (group === undefined) {
    yield order;
    return;
  }
  for (const permutation of permutations(group)) {
    const next = [...order];
    group.forEach((place, k) => (next[place] = itemAt(permutation, k)));
    yield* ordersOf(rest, next);
  }
}

function* permutations(values: readonly number[]): Generator<readonly number[]> {
  if (values.length <= 1) {
    yield values;
    return;
  }
  for (let at = 0; at < values.length; at++) {
    const rest = values.filter((_, k) => k !== at);
    for (const tail of permutations(rest)) yield [itemAt(values, at), ...tail];
  }
}

/** The candidates that no other beats in everything, the best first. */
interface Front {
  /** Points of the front, the best first; the candidates of a point have the same price. */
  points(): readonly (readonly WeighedOrder[])[];
  offer(candidate: WeighedOrder): void;
}

/** Equal in all that counts, yet different orders: so many of them are worth keeping. */
const MOST_EQUALS = 64;
/** Points that are held: some forty are shown, and the worst of a thousand never are. */
const MOST_POINTS_HELD = 1000;

/** @param noise expected gains that differ by no more than this are distinguished by what they take */
export function createFront(noise = 0): Front {
  let points: WeighedOrder[][] = [];
  return {
    points: () =>
      byGain(
        points
          .map((point) => [...point].sort(comparePreferred))
          .sort((a, b) => compareObjectives(leader(a), leader(b))),
        noise,
      ),
    offer(candidate) {
      let own: WeighedOrder[] | null = null;
      for (const point of points) {
        if (compareObjectives(leader(point), candidate) === 0) own = point;
        else if (dominates(leader(point), candidate)) return;
      }
      if (own === null) {
        points = points.filter((point) => !dominates(candidate, leader(point)));
        points.push([candidate]);
        if (points.length > MOST_POINTS_HELD) {
          const worst = points.reduce((a, b) =>
            compareObjectives(leader(a), leader(b)) < 0 ? b : a,
          );
          points = points.filter((point) => point !== worst);
        }
        return;
      }
      if (own.length < MOST_EQUALS) {
        own.push(candidate);
        return;
      }
      const worst = own.reduce((a, b) => (comparePreferred(a, b) < 0 ? b : a));
      if (comparePreferred(candidate, worst) < 0) own[own.indexOf(worst)] = candidate;
    },
  };
}

/**
 * By the gain that is to be expected; where it is as good as the best one's, by fewer moves, then by fewer members that
 * change their line.
 */
function byGain(points: readonly WeighedOrder[][], noise: number): readonly WeighedOrder[][] {
  const rest = [...points];
  const sorted: WeighedOrder[][] = [];
  while (noise > 0 && rest.length > 0) {
    const best = rest.reduce((a, b) => (rankOf(b) < rankOf(a) ? b : a));
    const top = leader(best);
    const alike = rest.filter((point) => {
      const { broken, expectedGain } = leader(point);
      return broken.length === top.broken.length && expectedGain >= top.expectedGain - noise;
    });
    const next = alike.reduce((a, b) => (isCheaper(leader(b), leader(a)) ? b : a));
    sorted.push(...rest.splice(rest.indexOf(next), 1));
  }
  return [...sorted, ...rest];
}

function rankOf(point: readonly WeighedOrder[]): number {
  const { broken, expectedGain } = leader(point);
  return broken.length > 0 ? broken.length * Number.MAX_SAFE_INTEGER : -expectedGain;
}

/** A field that comes to cross a line is as dear as one more move. */
function isCheaper(a: WeighedOrder, b: WeighedOrder): boolean {
  const price = ({ edits, straddles, knockOn }: WeighedOrder) => [
    edits + straddles,
    knockOn.length,
  ];
  return byEach(price(a), price(b)) < 0;
}

function leader(point: readonly WeighedOrder[]): WeighedOrder {
  return point[0] as WeighedOrder;
}

/**
 * At least as good in everything and better in something. An alignment and an order do not compare:
 * an order costs nothing, an alignment holds when somebody adds a field.
 */
function dominates(a: WeighedOrder, b: WeighedOrder): boolean {
  if (a.arrangement.aligned.size > 0 !== b.arrangement.aligned.size > 0) return false;
  let better = false;
  for (let k = 0; k < a.objectives.length; k++) {
    const difference = (a.objectives[k] ?? 0) - (b.objectives[k] ?? 0);
    if (difference > 0) return false;
    if (difference < 0) better = true;
  }
  return better;
}

/** Sorts by objectives, then orders before alignments, then by what decides among equals. */
function comparePreferred(a: WeighedOrder, b: WeighedOrder): number {
  return compareObjectives(a, b) || byEach(a.preferences, b.preferences);
}

/** 0 where two candidates are the same point of the front. */
function compareObjectives(a: WeighedOrder, b: WeighedOrder): number {
  return (
    byEach(a.objectives, b.objectives) || a.arrangement.aligned.size - b.arrangement.aligned.size
  );
}

function byEach(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < a.length; k++) {
    const difference = (a[k] ?? 0) - (b[k] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
