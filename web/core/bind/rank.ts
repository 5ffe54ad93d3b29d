import { derived } from '../base/derived';
import type { StructDesc } from '../facts/generated';
import { orderedAggregate } from '../layout/original';
import type { MemberOrder } from '../layout/order';
import type { Evidence } from './evidence';
import { judgeOf, type Fit, type Judge, type TouchHit } from './fit';
import { heldByOf, NOT_HELD, type HeldBy } from './heldBy';
import { isAsProven, SAME_SCORE, gradingOf, type Grade, type Graded } from './grade';
import type { Container } from './leaves';
import type { Origin } from './origin';
import { reasonsOf } from './reasons';
import type { StatedObject } from './statedObject';
import { isWellKnownPart } from './wellKnown';

/** A struct that the line may be part of. `Source` says where it comes from, as the caller has it. */
export interface KnownStruct<Source> {
  readonly struct: MemberOrder;
  readonly name: string;
  readonly source: Source;
}

/** A guess: this line lies there in this struct. */
export interface Candidate<Source> extends Graded {
  /** Where it was found; it may be inside that struct (`inside`). */
  readonly source: Source;
  readonly struct: MemberOrder;
  readonly grade: Grade;
  /** How many other structs, and other places in this one, fit as well. */
  readonly alike: number;
  /** Whole sentences, the strongest first. */
  readonly reasons: readonly string[];
  /** The strongest of these that speaks against it; null where none does. */
  readonly against: string | null;
  readonly hits: readonly TouchHit[];
  readonly inside: readonly ContainerOfCandidate[];
  /** The report says so itself. */
  readonly isStated: boolean;
}

/** A struct that holds a candidate. */
export interface ContainerOfCandidate {
  readonly name: string;
  readonly sizeBytes: number;
  /** Where in it the candidate begins. */
  readonly offsetBytes: number;
}

export interface Ranking<Source> {
  /** The best first. */
  readonly candidates: readonly Candidate<Source>[];
  /** How many more fit about as well as the last of them. */
  readonly more: number;
}

const MAX_CANDIDATES = 8;
/** Types of this size and less that many structs hold are parts, not objects. */
const PART_BYTES = 128;
const PART_CONTAINERS = 6;

/**
 * A struct at the offsets that its file states, for ranking only: whether the engine could recompute
 * them does not matter here and takes time.
 */
export function statedStruct(desc: StructDesc): MemberOrder {
  const root = orderedAggregate(desc, desc.root, '');
  return { desc, root: { ...root, readOnly: 'It is only looked at.' } };
}

/** Tells parts (locks, lists, counters) from objects, by who holds them. */
export function partTest(
  directContainers: ReadonlyMap<
    string,
    { readonly containers: number; readonly sizeBytes: number }
  >,
): (aggregate: string) => boolean {
  return (aggregate) => {
    if (isWellKnownPart(aggregate)) return true;
    const known = directContainers.get(aggregate);
    return (
      known !== undefined && known.containers >= PART_CONTAINERS && known.sizeBytes <= PART_BYTES
    );
  };
}

/**
 * Ranks structs by how well a line fits them.
 *
 * @param origin whether they are of the file that the report was recorded on
 */
export function rankCandidates<Source>(
  evidence: Evidence,
  known: readonly KnownStruct<Source>[],
  isPart: (aggregate: string) => boolean,
  origin: Origin = 'unknown',
): Ranking<Source> {
  const judge = judgesOf(evidence, isPart, origin !== 'same');
  const found = new Map<string, Draft<Source>>();
  const add = (draft: Draft<Source>, isOwn: boolean) => {
    const { sizeBytes } = judge(draft);
    const key = `${draft.name} ${draft.places.best.offsetBytes} ${sizeBytes}`;
    const before = found.get(key);
    const base = isOwn || before === undefined ? draft : before;
    found.set(key, { ...base, inside: [...(before?.inside ?? []), ...draft.inside] });
  };
  for (const outer of known) {
    const places = placesIn(judge(outer));
    if (places === null) continue;
    const inner = innermost(outer, judge(outer).hits(places.best.offsetBytes), isPart);
    if (inner === null) {
      add({ ...outer, places, inside: [] }, true);
      continue;
    }
    const at = places.best.offsetBytes - inner.offsetBytes;
    const { sizeBytes } = judge(outer);
    const inside = [{ name: outer.name, sizeBytes, offsetBytes: inner.offsetBytes }];
    const fit = judge(inner).fit(at);
    add({ ...inner, source: outer.source, places: { ...places, best: fit }, inside }, false);
    // What only the container explains stays its own.
    if (explainsMore(places.best, fit)) add({ ...outer, places, inside: [] }, true);
  }
  const sorted = [...found.values()].sort(
    (a, b) =>
      b.places.best.score - a.places.best.score ||
      judge(a).sizeBytes - judge(b).sizeBytes ||
      (a.name < b.name ? -1 : 1),
  );
  const graded = onePlaceEach(sorted, (draft) => judge(draft).sizeBytes).map((draft) => ({
    draft,
    graded: gradedOf(draft, judge(draft), origin, {
      isPart: isPart(draft.name),
      heldBy: heldByOf(draft.name, draft.places.best.offsetBytes, evidence),
    }),
  }));
  const all = graded.map((each) => each.graded);
  const shown = graded.slice(0, MAX_CANDIDATES);
  const last = shown.at(-1)?.graded;
  return {
    candidates: shown.map(({ draft, graded: of }) =>
      finish(draft, of, all, judge(draft), evidence),
    ),
    more: all
      .slice(MAX_CANDIDATES)
      .filter(({ fit }) => last !== undefined && last.fit.score - fit.score < SAME_SCORE).length,
  };
}

/**
 * Ranks the places of one struct, as it is ordered now: of a struct that somebody has named.
 *
 * @param isWanted whether the line's first byte may lie there, in bytes of the struct
 */
export function rankPlaces<Source>(
  evidence: Evidence,
  known: KnownStruct<Source>,
  isPart: (aggregate: string) => boolean,
  origin: Origin = 'unknown',
  isWanted: (offsetBytes: number) => boolean = () => true,
): readonly Candidate<Source>[] {
  const judge = judgeOf(known.struct, known.name, evidence, isPart, origin !== 'same');
  const fits = fitsOf(judge, isWanted);
  return fits.slice(0, MAX_PLACES).map((best) => {
    const others = fits.filter((fit) => fit !== best);
    const draft = { ...known, places: { best, ...compared(best, others) }, inside: [] };
    // That it is this struct, and not what holds it, has been said.
    const whole = { isPart: isPart(known.name), heldBy: NOT_HELD };
    return finish(draft, gradedOf(draft, judge, origin, whole), [], judge, evidence);
  });
}

const MAX_PLACES = 3;

/**
 * A ranking by what the report says itself: the struct that it names comes first where the file has its layout. Where
 * the file has another one, or none, nothing is sure.
 *
 * @param place which byte of the object the line begins at
 */
export function rankedByStated<Source>(
  ranking: Ranking<Source>,
  evidence: Evidence,
  known: readonly KnownStruct<Source>[],
  { stated, place }: { readonly stated: StatedObject; readonly place: number },
): Ranking<Source> {
  const own = known.find(({ struct }) => struct.desc.key === stated.key);
  const [first] =
    own === undefined
      ? []
      : rankPlaces(
          evidence,
          own,
          () => false,
          'same',
          (at) => at === place,
        );
  const others = ranking.candidates
    .filter(({ name }) => first === undefined || name !== first.name)
    .map((each) => notStated(each, stated));
  if (first === undefined) return { ...ranking, candidates: others };
  const sentence = `The report says so: it was made of lines of \`${stated.name}\`.`;
  const candidate: Candidate<Source> = {
    ...first,
    ...{ grade: 'named', alike: 0, otherPlaces: 0, isStated: true },
    reasons: [sentence, ...first.reasons],
  };
  return { ...ranking, candidates: [candidate, ...others].slice(0, MAX_CANDIDATES) };
}

/** What a report does not say it is may be possible, and no more; a layout of that name is another one. */
function notStated<Source>(
  candidate: Candidate<Source>,
  { name, sizeBytes }: StatedObject,
): Candidate<Source> {
  const isOther = candidate.name === name;
  const sentence = isOther
    ? `The report comes from another layout of \`${name}\` (${sizeBytes} bytes): in this one its members may be at other offsets.`
    : `The report says that it is of \`${name}\` (${sizeBytes} bytes).`;
  return {
    ...candidate,
    origin: isOther ? 'other' : candidate.origin,
    grade: candidate.grade === 'weak' ? 'weak' : 'fair',
    reasons: [sentence, ...candidate.reasons],
  };
}

/** The same candidate among those of other files too. */
export function regraded<Source>(
  candidate: Candidate<Source>,
  all: readonly Graded[],
): Candidate<Source> {
  // What the report says itself no other struct takes back.
  if (candidate.isStated) return candidate;
  const { grade, alike } = gradingOf(candidate, all);
  const isLess = candidate.grade === 'strong' && grade !== 'strong' && grade !== 'named';
  return {
    ...candidate,
    grade: isLess ? grade : candidate.grade,
    alike: Math.max(alike, candidate.alike),
  };
}

interface Draft<Source> extends KnownStruct<Source> {
  readonly places: Places;
  readonly inside: readonly ContainerOfCandidate[];
}

/** The best place in a struct, beside the others. */
interface Places {
  readonly best: Fit;
  /** The score of the next best; null where there is none. */
  readonly nextScore: number | null;
  /** How many others fit as well. */
  readonly others: number;
  /** How many others are as well proven. */
  readonly open: number;
}

/** Judges of structs, each made once. */
function judgesOf(
  evidence: Evidence,
  isPart: (aggregate: string) => boolean,
  maySlip: boolean,
): (of: { readonly struct: MemberOrder; readonly name: string }) => Judge {
  const judges = new Map<MemberOrder, Judge>();
  return ({ struct, name }) => {
    let made = judges.get(struct);
    if (made === undefined) {
      made = judgeOf(struct, name, evidence, isPart, maySlip);
      judges.set(struct, made);
    }
    return made;
  };
}

/** Whether a container is known by more than what it holds there. */
function explainsMore(outer: Fit, inner: Fit): boolean {
  const explained = (fit: Fit) => fit.heldShare + fit.ownShare;
  return (
    explained(outer) > explained(inner) + STRAY ||
    outer.code.score > inner.code.score + STRAY ||
    outer.held.size > inner.held.size ||
    outer.neighboursFor > inner.neighboursFor
  );
}

/** A share of the heat that tells nothing. */
const STRAY = 0.02;

/** A container's best place may be another place in the same struct: one guess for each. */
function onePlaceEach<Source>(
  sorted: readonly Draft<Source>[],
  sizeOf: (draft: Draft<Source>) => number,
): readonly Draft<Source>[] {
  const seen = new Set<string>();
  return sorted.filter((draft) => {
    const key = `${draft.name} ${sizeOf(draft)}`;
    return !seen.has(key) && seen.add(key);
  });
}

function gradedOf<Source>(
  { name, places, inside }: Draft<Source>,
  { sizeBytes }: Judge,
  origin: Origin,
  whole: { readonly isPart: boolean; readonly heldBy: HeldBy },
): Graded {
  return {
    ...whole,
    name,
    sizeBytes,
    fit: places.best,
    nextPlaceScore: places.nextScore,
    otherPlaces: places.others,
    openPlaces: places.open,
    inside,
    origin,
  };
}

function finish<Source>(
  { struct, source, inside }: Draft<Source>,
  graded: Graded,
  all: readonly Graded[],
  judge: Judge,
  evidence: Evidence,
): Candidate<Source> {
  const candidate = {
    ...graded,
    ...gradingOf(graded, all),
    struct,
    source,
    isStated: false,
    inside: [...inside].sort((a, b) => a.name.length - b.name.length),
    hits: judge.hits(graded.fit.offsetBytes),
  };
  const found = reasonsOf(candidate, judge, evidence);
  return {
    ...candidate,
    reasons: found.map(({ text }) => text),
    against: found.find(({ isAgainst }) => isAgainst)?.text ?? null,
  };
}

function placesIn(judge: Judge): Places | null {
  const [best, ...others] = fitsOf(judge, () => true);
  return best === undefined ? null : { best, ...compared(best, others) };
}

function compared(best: Fit, others: readonly Fit[]): Omit<Places, 'best'> {
  const [next] = others;
  return {
    nextScore: next?.score ?? null,
    others: others.filter((fit) => Math.abs(best.score - fit.score) < SAME_SCORE).length,
    open: others.filter((fit) => isAsProven(fit, best)).length,
  };
}

/** The best first. */
function fitsOf(judge: Judge, isWanted: (offsetBytes: number) => boolean): readonly Fit[] {
  const fits: Fit[] = [];
  for (const at of new Set(judge.places())) if (isWanted(at)) fits.push(judge.fit(at));
  return fits.sort(
    (a, b) => b.score - a.score || Math.abs(a.offsetBytes) - Math.abs(b.offsetBytes),
  );
}

/**
 * The innermost struct that holds all that the line touched and is an object of its own: an inode holds
 * the same lock in its `address_space`, and it is the latter that is meant. A part that the functions
 * are handed is not that: which struct holds it is the question. Null where it is the struct itself.
 */
function innermost<Source>(
  outer: KnownStruct<Source>,
  hits: readonly TouchHit[],
  isPart: (aggregate: string) => boolean,
): { readonly name: string; readonly struct: MemberOrder; readonly offsetBytes: number } | null {
  let common: readonly Container[] | null = null;
  for (const { leaf } of hits) {
    if (leaf === null) continue;
    const { containers }: { containers: readonly Container[] } = leaf;
    common = common === null ? containers : shared(common, containers);
  }
  const object = (common ?? []).findLast(
    (container) => !isPart(container.name) && container.sizeBytes > PART_BYTES / 4,
  );
  // Moved members have no nested type of their own in the description.
  if (object === undefined) return null;
  return {
    name: object.name,
    struct: nestedStruct(outer.struct.desc, object.typeIndex, object.name),
    offsetBytes: object.offsetBytes,
  };
}

function shared(a: readonly Container[], b: readonly Container[]): readonly Container[] {
  let length = 0;
  while (
    length < Math.min(a.length, b.length) &&
    a[length]?.typeIndex === b[length]?.typeIndex &&
    a[length]?.offsetBytes === b[length]?.offsetBytes
  ) {
    length += 1;
  }
  return a.slice(0, length);
}

const nestedStruct = derived((desc: StructDesc, typeIndex: number, name: string) =>
  statedStruct({ ...desc, root: typeIndex, name }),
);
