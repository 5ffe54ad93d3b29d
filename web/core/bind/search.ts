import type {
  AccessRow,
  Embedding,
  HeldCounts,
  ProfileLine,
  Prototype,
  TouchedAnswer,
} from '../facts/generated';
import { rowCounter } from '../heat/lineUnit';
import { snoopsOf } from '../heat/counts';
import { MOST_CONTAINERS, heldShare, rowWeight, touchProof } from './codeFit';
import { containersOf } from './containers';
import { askedFunctions, evidenceOf, neighboursOf, type Evidence } from './evidence';
import type { Origin } from './origin';
import { otherLayoutOf, type OtherLayout } from './otherLayout';
import { askedEmbeddings, directContainers, preselect, type Chosen } from './preselect';
import { partTest, rankCandidates, rankedByStated, type KnownStruct, type Ranking } from './rank';
import type { BuildMatch } from './loadBias';
import { statedByte, type StatedObject } from './statedObject';
import { touchQuery, functionQuery, touchesOfAnswer, type RowCode } from './touches';

/** What is asked of a loaded file. A question that fails is answered by nothing. */
export interface Binary<Source> {
  prototypes(functions: readonly string[]): Promise<readonly Prototype[]>;
  embeddings(inner: readonly string[]): Promise<readonly Embedding[]>;
  heldCounts(): Promise<HeldCounts | null>;
  describe(chosen: readonly Chosen[]): Promise<readonly KnownStruct<Source>[]>;
  /** What a place in its code touches; null where the file has no code that can be followed, or nobody waits any more. */
  touches(place: string): Promise<TouchedAnswer | null>;
}

/** What is known of a line before any struct is looked at. */
export interface LineInReport {
  readonly line: ProfileLine;
  /** All lines of the report: those at adjacent addresses count. */
  readonly lines: readonly ProfileLine[];
  readonly lineBytes: number;
  /** The object that the report says its lines are of; null for nearly all. */
  readonly stated: StatedObject | null;
}

/** What a file may be asked, as far as the user and the file allow. */
export type SearchBy = 'addresses' | 'functions' | 'prototypes';

export interface FileFor {
  /** Whether the file is the one that the report was recorded on. */
  readonly origin: Origin;
  /** Null where the file has no symbols, or the report no code addresses. */
  readonly buildMatch: BuildMatch | null;
  /** `addresses` allows functions where an address is not known. */
  readonly how: SearchBy;
}

export interface CandidateSearch<Source> {
  readonly evidence: Evidence;
  readonly ranking: Ranking<Source>;
  /** The members that the line touches, where the file lays them out otherwise than the report has them. */
  readonly otherLayout: OtherLayout | null;
  readonly isPart: (aggregate: string) => boolean;
  /** How many places in the code were asked for, of how many. */
  readonly progress: { readonly done: number; readonly total: number };
}

/**
 * Ranks the structs of one file that a line may be of: at once by prototypes, then again as its code is followed, the
 * function with the most heat first. Whoever stops taking answers stops the asking.
 */
export async function* searchCandidates<Source>(
  { line, lines, lineBytes, stated }: LineInReport,
  binary: Binary<Source>,
  { origin, buildMatch, how }: FileFor,
): AsyncGenerator<CandidateSearch<Source>, void, undefined> {
  const near = neighboursOf(line, lines).map(({ other }) => other);
  const prototypes = await binary.prototypes(askedFunctions([line, ...near]));
  const codeQueryOf = (row: AccessRow) =>
    how === 'prototypes' ? null : touchQuery(row, how === 'addresses' ? buildMatch : null);
  const code = new Map<string, RowCode>();
  const codeOf = (row: AccessRow): RowCode | null => {
    const query = codeQueryOf(row);
    return query === null ? null : (code.get(query.place) ?? codeOfFunction(row));
  };
  // A late sample is counted at an instruction that touches nothing: its function does.
  const codeOfFunction = (row: AccessRow) => code.get(functionQuery(row)?.place ?? '') ?? null;

  const place = stated === null ? null : statedByte(stated, line.address, lineBytes);
  const rows = [line, ...near].flatMap(byHeat);
  const places = [
    ...new Set(rows.flatMap((row) => codeQueryOf(row) ?? []).map((each) => each.place)),
  ];
  const ranked = async (done: number): Promise<CandidateSearch<Source>> => {
    const bare = evidenceOf(line, lines, lineBytes, prototypes, codeOf);
    const isTooCommon = code.size > 0 ? commonTest(await binary.heldCounts()) : () => true;
    const inner = new Set([...askedEmbeddings(bare), ...askedContainers(bare, isTooCommon)]);
    const embeddings = await binary.embeddings([...inner]);
    const evidence = { ...bare, containers: containersOf(embeddings) };
    const isPart = partTest(directContainers(embeddings));
    const handed = new Set(askedEmbeddings(evidence));
    const chosen = [
      ...(stated === null ? [] : [{ name: stated.name, kind: null, sizeBytes: stated.sizeBytes }]),
      ...structsByCode(evidence, isPart),
      ...preselect(
        evidence,
        embeddings.filter((each) => handed.has(each.inner)),
      ),
    ];
    const known = await binary.describe(chosen);
    const found = rankCandidates(evidence, known, isPart, origin);
    const ranking =
      stated === null || place === null
        ? found
        : rankedByStated(found, evidence, known, { stated, place });
    const otherLayout =
      stated === null ? otherLayoutOf(evidence, known, isPart, ranking, origin) : null;
    const progress = { done, total: places.length };
    return { evidence, ranking, otherLayout, isPart, progress };
  };

  yield await ranked(0);
  let isNew = false;
  for (const [at, place] of places.entries()) {
    const how = place.startsWith('0x') ? 'address' : 'function';
    const answer = await binary.touches(place);
    if (answer === null) break;
    const touches = touchesOfAnswer(answer);
    if (touches.length > 0) {
      code.set(place, { how, touches });
      isNew = true;
    } else if (how === 'address') {
      isNew = (await followFunction(rows, place)) || isNew;
    }
    // Each ranking looks at some hundred structs: not after every function.
    const done = at + 1;
    if (isNew && (done === places.length || done % RANKED_EACH === 0)) {
      isNew = false;
      yield await ranked(done);
    }
  }
  if (isNew) yield await ranked(places.length);

  async function followFunction(of: readonly AccessRow[], place: string): Promise<boolean> {
    const row = of.find((each) => codeQueryOf(each)?.place === place);
    const wanted = row === undefined ? null : functionQuery(row);
    if (wanted === null || code.has(wanted.place)) return false;
    const answer = await binary.touches(wanted.place);
    const touches = answer === null ? [] : touchesOfAnswer(answer);
    if (touches.length > 0) code.set(wanted.place, { how: 'function', touches });
    return touches.length > 0;
  }
}

/** The last answer: where nobody watches. */
export async function searchedCandidates<Source>(
  report: LineInReport,
  binary: Binary<Source>,
  file: FileFor,
): Promise<CandidateSearch<Source>> {
  let last: CandidateSearch<Source> | null = null;
  for await (const search of searchCandidates(report, binary, file)) last = search;
  if (last === null) throw new Error('bug: a search without an answer');
  return last;
}

const RANKED_EACH = 4;

/** The rows of a line, those with the most HITM and stores first. */
function byHeat(line: ProfileLine): readonly AccessRow[] {
  const count = rowCounter(line);
  const heat = (row: AccessRow) => {
    const counts = count(row);
    return snoopsOf(counts) + counts.stores;
  };
  return [...line.rows].sort((a, b) => heat(b) - heat(a));
}

/** Tells what so many structs hold that it says nothing. */
function commonTest(counts: HeldCounts | null): (aggregate: string) => boolean {
  const names = counts === null || counts.names === '' ? [] : counts.names.split('\n');
  const common = new Set(names.filter((_, at) => (counts?.counts[at] ?? 0) > MOST_CONTAINERS));
  return (aggregate) => common.has(aggregate);
}

/** More descriptions than this would take longer than a person waits. */
const MAX_CHOSEN = 60;
/** A part that many hold is seldom what a line is of. */
const PART = 0.45;

/** Structs that a line's code touches, directly or as what holds a part that it touches: the best explained first. */
function structsByCode(
  evidence: Evidence,
  isPart: (aggregate: string) => boolean,
): readonly Chosen[] {
  const { touches, containers, lineBytes } = evidence;
  const sizes = new Map<string, number | null>();
  const total = new Map<string, Map<number, number>>();
  for (const row of touches) {
    const own = new Map<string, Map<number, number>>();
    const add = (struct: string, at: number, proof: number) => {
      if (at <= -lineBytes || at % 4 !== 0) return;
      let places = own.get(struct);
      if (places === undefined) own.set(struct, (places = new Map<number, number>()));
      if ((places.get(at) ?? 0) < proof) places.set(at, proof);
    };
    for (const touch of row.code?.touches ?? []) {
      const proof = touchProof(row, touch);
      add(touch.struct, touch.offsetBytes - row.offsetBytes, proof);
      if (!sizes.has(touch.struct)) sizes.set(touch.struct, touch.sizeBytes);
      const by = containers.get(touch.struct);
      const share = by === undefined ? 0 : heldShare(by.size);
      if (share === 0) continue;
      for (const [outer, { offsetsBytes }] of by ?? []) {
        for (const offset of offsetsBytes) {
          add(outer, offset + touch.offsetBytes - row.offsetBytes, proof * share);
        }
      }
    }
    const weight = rowWeight(row);
    for (const [struct, places] of own) {
      let sums = total.get(struct);
      if (sums === undefined) total.set(struct, (sums = new Map<number, number>()));
      for (const [at, proof] of places) sums.set(at, (sums.get(at) ?? 0) + weight * proof);
    }
  }
  return [...total]
    .map(([name, places]) => {
      let best = 0;
      for (const sum of places.values()) best = Math.max(best, sum);
      return { name, score: best * (isPart(name) ? PART : 1) };
    })
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_CHOSEN)
    .map(({ name }) => ({ name, kind: null, sizeBytes: sizes.get(name) ?? null }));
}

/** Structs that are touched, to be asked for what holds them; those that too many hold are left out. */
function askedContainers(
  evidence: Pick<Evidence, 'touches' | 'neighbours'>,
  isTooCommon: (aggregate: string) => boolean,
): readonly string[] {
  const rows = [...evidence.touches, ...evidence.neighbours.flatMap(({ touches }) => touches)];
  const names = new Set(rows.flatMap(({ code }) => (code?.touches ?? []).map((t) => t.struct)));
  return [...names].filter((name) => !isTooCommon(name));
}
