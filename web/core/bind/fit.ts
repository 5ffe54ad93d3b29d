import { modulo } from '../base/math';
import { computeLayout } from '../layout/compute';
import type { MemberOrder } from '../layout/order';
import { codeJudgeOf, type CodeFit, type Reading } from './codeFit';
import type { Evidence, Handed, Touch } from './evidence';
import { leafFinder, partsIn, type Leaf } from './leaves';
import { wordsOf } from './symbols';

/** How well a line sits at one place of a struct. Shares are of the line's heat. */
export interface Fit {
  /** Where in the struct the line's first byte lies; negative where the struct begins later. */
  readonly offsetBytes: number;
  /** Bytes of its line that come before the struct. */
  readonly baseBytes: number;
  /** Whether an object of its alignment can begin there. */
  readonly possible: boolean;
  readonly score: number;
  /** The share on a part of the struct that its function is handed. */
  readonly heldShare: number;
  /** The share by functions that are handed the struct itself, or an object in it that they touch. */
  readonly ownShare: number;
  /** The share on a part or an inner object that its function is handed: that fixes the byte. */
  readonly placedShare: number;
  /** The share on the first byte of a field. */
  readonly startShare: number;
  /** The share that falls into holes. */
  readonly gapShare: number;
  /** Before the struct or behind it. */
  readonly outsideShare: number;
  /** The share by functions that are handed a part and touch something else. */
  readonly againstShare: number;
  /** The share of the line's stores that go into members declared const. */
  readonly constShare: number;
  /** Functions that touch it where they would, on lines beside this one too. */
  readonly functions: ReadonlySet<string>;
  /** Aggregates that were found where their functions touch, on lines beside this one too. */
  readonly held: ReadonlySet<string>;
  /** Parts that it holds as well, but not where their functions touch: it may come from another version. */
  readonly elsewhere: ReadonlySet<string>;
  /** How many of the neighbouring lines that the struct covers fit, and how many do not. */
  readonly neighboursFor: number;
  readonly neighboursAgainst: number;
  /** What the code of its functions says. */
  readonly code: CodeFit;
}

/** A touch and the field that it lands on; null in a hole or outside. */
export interface TouchHit {
  readonly touch: Touch;
  readonly leaf: Leaf | null;
  /** The aggregate on which its function works there, if any. */
  readonly held: string | null;
  /** A word that the function's name and the field's share. */
  readonly word: string | null;
  /** What its code does there; null where it does nothing there, or is not known. */
  readonly reading: Reading | null;
}

/** Judges one struct at any place. */
export interface Judge {
  readonly struct: MemberOrder;
  readonly sizeBytes: number;
  readonly alignBytes: number;
  fit(offsetBytes: number): Fit;
  hits(offsetBytes: number): readonly TouchHit[];
  /** Every place of the line that its alignment allows, at which it reaches over the struct. */
  places(): Iterable<number>;
}

/** A line beside is a witness where so little of what its functions touch does not fit, and so much fits the start. */
const MOST_BAD_OF_WITNESS = 0.2;
const LEAST_START_OF_WITNESS = 0.5;
/** A place is spoken against where at least this part does not fit. */
const LEAST_BAD_AGAINST = 0.5;

const WEIGHTS = {
  /** All functions touch the struct at just these bytes: nothing else says so much. */
  code: 200,
  /** The same of a part that many hold: it is theirs. */
  codeOfPart: 90,
  /** A part that the function is handed: it proves the most. */
  held: 50,
  own: 40,
  /** An object of its own that the function is handed, inside the struct: true of it without the struct, too. */
  inObject: 32,
  /** The part itself, as if it were the object: true of any of its containers. */
  partItself: 15,
  start: 20,
  atomicStore: 8,
  word: 12,
  /** The second and third kind of part at their right distance: chance does not give that. */
  secondPart: 30,
  /** Stores of a function on the first word of the part that it is handed: the lock word, the count. */
  firstWord: 15,
  /** A part that is there, but not at the right distance. */
  elsewhere: 8,
  against: -30,
  gap: -60,
  outside: -60,
  /** Stores into a member that is declared const. */
  constStore: -40,
  neighbour: 4,
  /** A line beside it whose functions are where they would be, too: it is of the same object. */
  explainedNeighbour: 20,
  neighbourAgainst: -12,
  /** Added for each doubling of the places at which the line could lie: chance finds one in a large struct. */
  placeBit: -2,
  impossible: -200,
} as const;

/** Lines beside it that count. */
const MAX_JOINED = 2;
const NOTHING_BAD = { gap: 0, outside: 0, against: 0, const: 0 };

/** Larger structs are tried at their first places only. */
const MAX_PLACES = 8192;

/**
 * @param isPart whether an aggregate is made to be part of others, as a lock is
 * @param maySlip whether the struct may be laid out otherwise where the report was recorded
 */
export function judgeOf(
  struct: MemberOrder,
  name: string,
  evidence: Evidence,
  isPart: (aggregate: string) => boolean,
  maySlip = true,
): Judge {
  const layout = computeLayout(struct);
  const sizeBytes = Math.ceil(layout.sizeBits / 8);
  const alignBytes = Math.max(1, layout.alignBits / 8);
  const find = leafFinder(struct);
  const { lineBytes } = evidence;
  const handed = new Map(evidence.handed.map((each) => [each.aggregate, each]));
  const self = evidence.handed.find(({ names }) => names.has(name))?.aggregate ?? null;

  const land = (touch: Touch, byte: number): TouchHit => {
    const leaves = byte < 0 || byte >= sizeBytes ? [] : find(byte);
    let best: TouchHit = { touch, leaf: null, held: null, word: null, reading: null };
    let bestValue = -1;
    for (const leaf of leaves) {
      const held = heldBy(touch, leaf, handed) ?? (isHandedOwn(touch, self) ? self : null);
      const word = sharedWord(touch, leaf);
      const value =
        (held !== null ? 4 : 0) + (word !== null ? 2 : 0) + (leaf.offsetBytes === byte ? 1 : 0);
      if (value > bestValue) {
        best = { touch, leaf, held, word, reading: null };
        bestValue = value;
      }
    }
    return best;
  };

  const isHanded = (touch: Touch, offsetBytes: number) =>
    land(touch, offsetBytes + touch.offsetBytes).held !== null;
  const code = codeJudgeOf(name, sizeBytes, evidence, isHanded, maySlip);

  const scoreOf = (touches: readonly Touch[], offsetBytes: number) => {
    const sum = { held: 0, own: 0, inside: 0, self: 0, start: 0, ...NOTHING_BAD };
    let extra = 0;
    const parts = new Set<string>();
    const functions = new Set<string>();
    for (const touch of touches) {
      const byte = offsetBytes + touch.offsetBytes;
      const hit = land(touch, byte);
      const { leaf, held } = hit;
      if (byte < 0 || byte >= sizeBytes) sum.outside += touch.weight;
      else if (leaf === null) sum.gap += touch.weight;
      if (leaf === null) continue;
      if (leaf.offsetBytes === byte) sum.start += touch.weight;
      if (hit.word !== null) extra += WEIGHTS.word * touch.weight;
      if (leaf.atomic) extra += WEIGHTS.atomicStore * touch.storeShare;
      if (leaf.isConst) sum.const += touch.storeShare;
      if (held === null) {
        const isElsewhere = touch.handed.some(isPart) && code.read(touch, offsetBytes) === null;
        if (isElsewhere) sum.against += touch.weight;
      } else {
        parts.add(held);
        if (touch.functionName !== null) functions.add(touch.functionName);
        const first = leaf.containers.some(
          (container) =>
            container.offsetBytes === leaf.offsetBytes &&
            handed.get(held)?.names.has(container.name),
        );
        if (first) extra += WEIGHTS.firstWord * touch.storeShare;
        if (held !== self) sum[isPart(held) ? 'held' : 'inside'] += touch.weight;
        else sum[isPart(held) ? 'self' : 'own'] += touch.weight;
      }
    }
    const score =
      WEIGHTS.held * sum.held +
      WEIGHTS.own * sum.own +
      WEIGHTS.inObject * sum.inside +
      WEIGHTS.partItself * sum.self +
      WEIGHTS.start * sum.start +
      WEIGHTS.against * sum.against +
      WEIGHTS.gap * sum.gap +
      WEIGHTS.outside * sum.outside +
      WEIGHTS.constStore * sum.const +
      WEIGHTS.secondPart * kinds(parts) +
      extra;
    return { sum, parts, functions, score };
  };

  const touched = new Set(evidence.touches.flatMap((touch) => touch.handed));
  const parts = partsIn(struct, new Set(evidence.handed.flatMap(({ names }) => [...names])));
  const holds = new Set(
    evidence.handed
      .filter(({ aggregate, names }) => {
        return touched.has(aggregate) && parts.some((part) => names.has(part.name));
      })
      .map(({ aggregate }) => aggregate),
  );

  /** Places at which a touch lands on a part that its function is handed. */
  const nearParts = (step: number): ReadonlySet<number> => {
    const near = new Set<number>();
    for (const part of parts) {
      for (const touch of evidence.touches) {
        if (!touch.handed.some((each) => handed.get(each)?.names.has(part.name))) continue;
        const from = Math.ceil((part.offsetBytes - touch.offsetBytes) / step) * step;
        const until = part.offsetBytes + part.sizeBytes - touch.offsetBytes;
        for (let at = from; at < until; at += step) near.add(at);
      }
    }
    return near;
  };

  /** Share of a line's heat that is where its functions would be, or where their code is. */
  const explainedBy = (
    sum: { readonly held: number; readonly own: number; readonly inside: number },
    touches: readonly Touch[],
    offsetBytes: number,
  ) => {
    const read = touches.filter((touch) => code.read(touch, offsetBytes) !== null);
    const byCode = read.reduce((share, { weight }) => share + weight, 0);
    return Math.max(byCode, sum.held + sum.own + sum.inside);
  };

  return {
    struct,
    sizeBytes,
    alignBytes,
    fit(offsetBytes) {
      const { sum, parts: held, functions, score: own } = scoreOf(evidence.touches, offsetBytes);
      const baseBytes = modulo(-offsetBytes, lineBytes);
      const byCode = code.fit(offsetBytes);
      const possible = offsetBytes % Math.min(alignBytes, lineBytes) === 0;
      // All lines of one object lie at one place: where this one is known by a part, parts at their distance on a line
      // beside it are witnesses as its own are. They are not liked for it: a container holds more kinds than what is meant.
      const joint = { parts: new Set(held), functions: new Set(functions) };
      let [neighboursFor, neighboursAgainst, beside] = [0, 0, 0];
      for (const { distanceBytes, touches } of evidence.neighbours) {
        const there = offsetBytes + distanceBytes;
        if (there <= -lineBytes || there >= sizeBytes) continue;
        const {
          sum: theirs,
          parts: theirParts,
          functions: theirFunctions,
        } = scoreOf(touches, there);
        const bad = theirs.gap + theirs.outside + theirs.against;
        if (bad < MOST_BAD_OF_WITNESS && theirs.start > LEAST_START_OF_WITNESS) {
          neighboursFor += 1;
          if (neighboursFor > MAX_JOINED) continue;
          beside +=
            WEIGHTS.neighbour + WEIGHTS.explainedNeighbour * explainedBy(theirs, touches, there);
          if (held.size === 0) continue;
          for (const part of theirParts) joint.parts.add(part);
          for (const name of theirFunctions) joint.functions.add(name);
        } else if (bad > LEAST_BAD_AGAINST) {
          neighboursAgainst += 1;
          if (neighboursAgainst <= MAX_JOINED) beside += WEIGHTS.neighbourAgainst;
        }
      }
      const elsewhere = new Set([...holds].filter((each) => !joint.parts.has(each)));
      const score =
        own +
        beside +
        (isPart(name) ? WEIGHTS.codeOfPart : WEIGHTS.code) * byCode.score +
        WEIGHTS.elsewhere * (held.size > 0 ? Math.min(2, elsewhere.size) : 0) +
        WEIGHTS.placeBit * Math.log2((sizeBytes + lineBytes) / Math.min(alignBytes, lineBytes)) +
        (possible ? 0 : WEIGHTS.impossible);
      return {
        offsetBytes,
        baseBytes,
        possible,
        score,
        heldShare: sum.held,
        ownShare: sum.own + sum.inside,
        placedShare: sum.held + sum.inside,
        startShare: sum.start,
        gapShare: sum.gap,
        outsideShare: sum.outside,
        againstShare: sum.against,
        constShare: sum.const,
        functions: joint.functions,
        held: joint.parts,
        elsewhere,
        neighboursFor,
        neighboursAgainst,
        code: byCode,
      };
    },
    hits(offsetBytes) {
      const { readings } = code.fit(offsetBytes);
      return evidence.touches.map((touch, place) => ({
        ...land(touch, offsetBytes + touch.offsetBytes),
        reading: readings[place] ?? null,
      }));
    },
    *places() {
      // A pointer's step also where the alignment is larger: an impossible place is shown as one.
      const step = Math.min(8, alignBytes);
      for (const at of code.places()) {
        if (at > -lineBytes && at < sizeBytes && at % Math.min(4, step) === 0) yield at;
      }
      if (self === null || isPart(self)) {
        const near = nearParts(step);
        if (near.size > 0) {
          yield* near;
          return;
        }
      }
      const first = -(lineBytes - step);
      const last = Math.min(sizeBytes - 1, first + MAX_PLACES * step);
      for (let at = first; at <= last; at += step) yield at;
    },
  };
}

/** How many kinds of parts there are after the first, as far as more of them prove more. */
function kinds(parts: ReadonlySet<string>): number {
  return Math.max(0, Math.min(2, parts.size - 1));
}

/** The innermost part around a leaf that the touching function is handed. */
function heldBy(touch: Touch, leaf: Leaf, handed: ReadonlyMap<string, Handed>): string | null {
  for (const container of leaf.containers.toReversed()) {
    const found = touch.handed.find((name) => handed.get(name)?.names.has(container.name) === true);
    if (found !== undefined) return found;
  }
  return null;
}

function isHandedOwn(touch: Touch, name: string | null): name is string {
  return name !== null && touch.handed.includes(name);
}

/** `rwsem_spin_on_owner` on `i_mmap_rwsem.owner`: a word of the field's last name that the function has too. */
function sharedWord(touch: Touch, leaf: Leaf): string | null {
  if (touch.functionName === null) return null;
  const lastName = leaf.path.replace(/\.(?:counter|val)$/, '').replace(/^.*\./, '');
  const words = wordsOf(touch.functionName);
  return wordsOf(lastName).find((word) => words.includes(word)) ?? null;
}
