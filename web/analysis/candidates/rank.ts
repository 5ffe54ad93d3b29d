import type { StructDesc } from '../../facts/generated';
import { orderedAggregate } from '../../layout/original';
import type { OrderedStruct } from '../../layout/order';
import type { Evidence } from './evidence';
import { judgeOf, type Fit, type Judge, type Landing } from './fit';
import type { Holder } from './leaves';
import { reasonsOf } from './reasons';
import { isWellKnownPart } from './wellKnown';

/** A struct that the line may be part of. `Source` says where it comes from, as the caller has it. */
export interface Known<Source> {
  readonly struct: OrderedStruct;
  readonly name: string;
  readonly source: Source;
}

/** A guess: this line lies there in this struct. */
export interface Candidate<Source> {
  readonly name: string;
  readonly sizeBytes: number;
  /** Where it was found; it may be inside that struct (`inside`). */
  readonly source: Source;
  readonly struct: OrderedStruct;
  readonly fit: Fit;
  readonly grade: Grade;
  /** Whole sentences, the strongest first. */
  readonly reasons: readonly string[];
  readonly landings: readonly Landing[];
  /** Structs that hold it, and where in them it begins. */
  readonly inside: readonly Outer[];
  /** Other places in it that fit as well. */
  readonly otherPlaces: number;
}

/** A struct that holds a candidate. */
export interface Outer {
  readonly name: string;
  readonly sizeBytes: number;
  /** Where in it the candidate begins. */
  readonly offsetBytes: number;
}

/** `strong`: the functions say so, and nothing speaks against it. `weak`: little more than offsets. */
export type Grade = 'strong' | 'fair' | 'weak';

export interface Ranking<Source> {
  /** The best first. */
  readonly candidates: readonly Candidate<Source>[];
  /** How many more fit about as well as the last of them. */
  readonly more: number;
}

const MAX_CANDIDATES = 8;
/** Scores that differ by less are not told apart. */
const SAME_SCORE = 2;
/** Where more than these fit alike, none of them stands out. */
const MAX_ALIKE = 3;
/** Types of this size and less that many structs hold are parts, not objects. */
const PART_BYTES = 128;
const PART_HOLDERS = 6;

/**
 * A struct at the offsets that its file states, for ranking only: whether the engine could recompute
 * them does not matter here and takes time.
 */
export function statedStruct(desc: StructDesc): OrderedStruct {
  const reason = 'It is only looked at.';
  return {
    desc,
    root: { ...orderedAggregate(desc, desc.root, ''), readOnly: reason },
    verdict: { kind: 'readOnly', reason },
  };
}

/** Tells parts (locks, lists, counters) from objects, by who holds them. */
export function partTest(
  directHolders: ReadonlyMap<string, { readonly holders: number; readonly sizeBytes: number }>,
): (aggregate: string) => boolean {
  return (aggregate) => {
    if (isWellKnownPart(aggregate)) return true;
    const known = directHolders.get(aggregate);
    return known !== undefined && known.holders >= PART_HOLDERS && known.sizeBytes <= PART_BYTES;
  };
}

/** Ranks structs as the home of a line. */
export function rankCandidates<Source>(
  evidence: Evidence,
  known: readonly Known<Source>[],
  isPart: (aggregate: string) => boolean,
): Ranking<Source> {
  const found = new Map<string, Draft<Source>>();
  const judges = new Map<OrderedStruct, Judge>();
  const judge = (struct: OrderedStruct, name: string): Judge => {
    let made = judges.get(struct);
    if (made === undefined) {
      made = judgeOf(struct, name, evidence, isPart);
      judges.set(struct, made);
    }
    return made;
  };
  for (const outer of known) {
    const best = bestFits(judge(outer.struct, outer.name));
    const [first] = best.fits;
    if (first === undefined) continue;
    const home = innermost(
      outer,
      judge(outer.struct, outer.name).landings(first.offsetBytes),
      isPart,
    );
    const offsetBytes = first.offsetBytes - home.offsetBytes;
    const fit =
      home.offsetBytes === 0 && home.struct === outer.struct
        ? first
        : judge(home.struct, home.name).fit(offsetBytes);
    const key = `${home.name} ${fit.offsetBytes} ${judge(home.struct, home.name).sizeBytes}`;
    const inside =
      home.struct === outer.struct
        ? []
        : [
            {
              name: outer.name,
              sizeBytes: judge(outer.struct, outer.name).sizeBytes,
              offsetBytes: home.offsetBytes,
            },
          ];
    const before = found.get(key);
    const own = home.struct === outer.struct;
    found.set(key, {
      name: home.name,
      struct: own || before === undefined ? home.struct : before.struct,
      source: own || before === undefined ? outer.source : before.source,
      fit: own || before === undefined ? fit : before.fit,
      otherPlaces: own || before === undefined ? best.others : before.otherPlaces,
      inside: [...(before?.inside ?? []), ...inside],
    });
  }
  const drafts = [...found.values()].sort(
    (a, b) =>
      b.fit.score - a.fit.score ||
      judge(a.struct, a.name).sizeBytes - judge(b.struct, b.name).sizeBytes ||
      (a.name < b.name ? -1 : 1),
  );
  // A container's best place may be another place in the same struct: one guess for each.
  const seen = new Set<string>();
  const sorted = drafts.filter((draft) => {
    const key = `${draft.name} ${judge(draft.struct, draft.name).sizeBytes}`;
    return !seen.has(key) && seen.add(key);
  });
  const shown = sorted.slice(0, MAX_CANDIDATES);
  const last = shown.at(-1);
  const more = sorted
    .slice(MAX_CANDIDATES)
    .filter((draft) => last !== undefined && last.fit.score - draft.fit.score < SAME_SCORE).length;
  const top = sorted[0]?.fit.score ?? 0;
  const alike = sorted.filter((draft) => top - draft.fit.score < SAME_SCORE).length;
  return {
    candidates: shown.map((draft) => {
      const candidate = finish(draft, judge(draft.struct, draft.name), evidence);
      return alike > MAX_ALIKE && candidate.grade === 'strong'
        ? { ...candidate, grade: 'fair' }
        : candidate;
    }),
    more,
  };
}

/**
 * Ranks the places of one struct, as it is ordered now: of a struct that somebody has named.
 *
 * @param isWanted whether the line's first byte may lie there, in bytes of the struct
 */
export function rankPlaces<Source>(
  evidence: Evidence,
  known: Known<Source>,
  isPart: (aggregate: string) => boolean,
  isWanted: (offsetBytes: number) => boolean = () => true,
): readonly Candidate<Source>[] {
  const judge = judgeOf(known.struct, known.name, evidence, isPart);
  const { fits, others } = bestFits(judge, isWanted);
  return fits
    .slice(0, 3)
    .map((fit) => finish({ ...known, fit, inside: [], otherPlaces: others }, judge, evidence));
}

interface Draft<Source> extends Known<Source> {
  readonly fit: Fit;
  readonly inside: readonly Outer[];
  readonly otherPlaces: number;
}

function finish<Source>(draft: Draft<Source>, judge: Judge, evidence: Evidence): Candidate<Source> {
  const landings = judge.landings(draft.fit.offsetBytes);
  const { name, struct, source, fit, otherPlaces } = draft;
  const inside = [...draft.inside].sort((a, b) => a.name.length - b.name.length);
  const candidate = { name, struct, source, fit, otherPlaces, inside, landings };
  return {
    ...candidate,
    sizeBytes: judge.sizeBytes,
    grade: gradeOf(fit, otherPlaces),
    reasons: reasonsOf(candidate, judge, evidence),
  };
}

function gradeOf(fit: Fit, otherPlaces: number): Grade {
  const spoken = fit.heldShare + fit.ownShare;
  if (!fit.possible || spoken < 0.3 || fit.gapShare + fit.outsideShare > 0.3) return 'weak';
  const contradicted = fit.againstShare >= 0.02 || fit.elsewhere.size > 0;
  return spoken > 0.6 && !contradicted && otherPlaces === 0 ? 'strong' : 'fair';
}

function bestFits(
  judge: Judge,
  isWanted: (offsetBytes: number) => boolean = () => true,
): { readonly fits: readonly Fit[]; readonly others: number } {
  const fits: Fit[] = [];
  for (const at of judge.places()) if (isWanted(at)) fits.push(judge.fit(at));
  fits.sort((a, b) => b.score - a.score || Math.abs(a.offsetBytes) - Math.abs(b.offsetBytes));
  const [first] = fits;
  const others =
    first === undefined ? 0 : fits.filter((fit) => first.score - fit.score < SAME_SCORE).length - 1;
  return { fits, others };
}

/**
 * The innermost struct that holds all that the line touched and is an object of its own: an inode holds
 * the same lock in its `address_space`, and it is the latter that is meant. A part that the functions
 * are handed is not that: which struct holds it is the question.
 */
function innermost<Source>(
  outer: Known<Source>,
  landings: readonly Landing[],
  isPart: (aggregate: string) => boolean,
): { readonly name: string; readonly struct: OrderedStruct; readonly offsetBytes: number } {
  const here = { name: outer.name, struct: outer.struct, offsetBytes: 0 };
  let common: readonly Holder[] | null = null;
  for (const { leaf } of landings) {
    if (leaf === null) continue;
    const { holders }: { holders: readonly Holder[] } = leaf;
    common = common === null ? holders : shared(common, holders);
  }
  const object = (common ?? []).findLast(
    (holder) => !isPart(holder.name) && holder.sizeBytes > PART_BYTES / 4,
  );
  // Moved members have no nested type of their own in the description.
  if (object === undefined) return here;
  return {
    name: object.name,
    struct: nestedStruct(outer.struct.desc, object),
    offsetBytes: object.offsetBytes,
  };
}

function shared(a: readonly Holder[], b: readonly Holder[]): readonly Holder[] {
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

const nestedStructs = new WeakMap<StructDesc, Map<number, OrderedStruct>>();

function nestedStruct(desc: StructDesc, { typeIndex, name }: Holder): OrderedStruct {
  let kept = nestedStructs.get(desc);
  if (kept === undefined) {
    kept = new Map();
    nestedStructs.set(desc, kept);
  }
  let struct = kept.get(typeIndex);
  if (struct === undefined) {
    struct = statedStruct({ ...desc, root: typeIndex, name });
    kept.set(typeIndex, struct);
  }
  return struct;
}
