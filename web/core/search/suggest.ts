import { formatReason, formatSentence } from '../figures/wireFormat';
import type { MemberPath } from '../layout/ids';
import { forecast } from '../model/forecast';
import { editsOf } from './edits';
import { everyOrder } from './exhaustive';
import { arrangementKey } from './arrange';
import { comparePreferred, createFront } from './front';
import type { SuggestInput, SuggestProgress, Suggestion, Vetoed } from './input';
import { neighbours, type Moves } from './neighbours';
import { reasonOf } from './reason';
import { scopesOf, type Scope } from './scopes';
import { scorerFor, type WeighedOrder, type Scorer } from './weigh';

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
  const scales = scorerFor(input, scopes);
  const known = new Map<string, Described | null>();
  const front = createFront(heat === null ? 0 : ALIKE * scales.start.hitm);
  let vetoed: Vetoed | null = null;
  const isBetter = (candidate: WeighedOrder) => {
    if (!candidate.feasible && !candidate.isVetoed) return false;
    if (!improves(input, scales, candidate)) return false;
    if (candidate.isVetoed) {
      const rise = candidate.transactions / scales.start.transactions - 1;
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
          const suggestion = described(input, scales, candidate, known);
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
      const candidate = scales.weigh(arrangement);
      if (isBetter(candidate)) front.offer(candidate);
      if (++evaluated % REPORT_EVERY === 0) yield { kind: 'working', evaluated };
    }
    yield report(true);
    return;
  }

  const moves: Moves = {
    hot: new Set([...hotFields(input, scopes), ...scales.offenders]),
    lineBytes: applied.state.lineBytes,
    baseBytes: applied.state.baseBytes,
    mayAlign: input.options.mayAlign,
    packing: heat === null,
  };
  // Hashes, since a key has the length of a struct. One order of a million might be taken for another.
  const seen = new Set([hashOf(arrangementKey(scales.start.arrangement))]);
  let beam: readonly WeighedOrder[] = [scales.start];
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
        const candidate = scales.weigh(arrangement);
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
function improves({ heat }: SuggestInput, { start }: Scorer, candidate: WeighedOrder): boolean {
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
  scales: Scorer,
  candidate: WeighedOrder,
  known: Map<string, Described | null>,
): Described | null {
  const { scopes, start, placed } = scales;
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
          reason: reasonOf(input, scales, candidate),
        };
  known.set(key, suggestion);
  return suggestion;
}
