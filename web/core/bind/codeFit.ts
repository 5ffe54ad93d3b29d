import type { Evidence, Touch } from './evidence';
import type { Containers } from './containers';
import type { CodeTouch } from './touches';

/** How a row's code touches a struct there. */
export interface Reading {
  /** 0 to 1: how much it says for the place. */
  readonly proof: number;
  readonly touch: CodeTouch;
  /** `held`: it touches a part that the struct holds there, as others may. */
  readonly how: 'direct' | 'held';
  /** Bytes after the access begins. */
  readonly insideBytes: number;
  /** How far the place lies from that of the other rows: the struct may come from another version. */
  readonly shiftBytes: number;
}

/** What code says of one place of a struct. */
export interface CodeFit {
  /** 0 to 1, over the rows whose functions are known. */
  readonly score: number;
  /** Share of the line's heat whose rows touch the struct there. */
  readonly explainedShare: number;
  /** The same of rows that touch it as itself, not as a part that others hold too. */
  readonly directShare: number;
  /** For each touch of the line; null where its code does not touch the struct there, or is not known. */
  readonly readings: readonly (Reading | null)[];
  /** Functions that touch it there as itself, on every path. */
  readonly functions: ReadonlySet<string>;
  /** Bytes of the line at which they do. */
  readonly touchedBytes: ReadonlySet<number>;
  /** Rows whose instruction is known: how many touch the struct itself there, and how many something else. */
  readonly agreeing: number;
  readonly contradicting: number;
}

export interface CodeJudge {
  fit(offsetBytes: number): CodeFit;
  /** Places of the line that its rows speak for. */
  places(): Iterable<number>;
  /** What a row's code, of this line or one beside it, says of a place. */
  read(touch: Touch, offsetBytes: number): Reading | null;
}

/** The longest access that is found by a byte in its middle: a vector's. */
const MAX_ACCESS_BYTES = 64;
const INSIDE = 0.6;
const OUTSIDE = 0.3;
const SHIFTED = 0.7;
const MAX_SHIFT_BYTES = 64;
/** A function that is handed a struct, and has no code here, says that it touches it somewhere. */
const HANDED = 0.3;
/** What so many hold tells nothing. */
export const MOST_CONTAINERS = 2500;

/** What a place weighs that its functions only know as part of something. */
export function heldShare(containers: number): number {
  return containers > MOST_CONTAINERS ? 0 : Math.max(0.25, 0.8 / Math.sqrt(1 + containers / 200));
}

/** A row counts by its heat, but a cold one counts too: it is as true. */
export function rowWeight(touch: Touch): number {
  return 0.15 + Math.sqrt(touch.weight);
}

/** What a function that touches little says more surely, and a touch near where the report saw it. */
export function touchProof(row: Touch, touch: CodeTouch): number {
  const count = row.code?.touches.length ?? 1;
  const few = row.code?.how === 'address' ? 1 : 0.6 + 0.4 / (1 + Math.sqrt(count / 40));
  return touch.weight * few * hintOf(row, touch);
}

/** Builds that are near keep the places of instructions in their functions. */
function hintOf({ inFunctionBytes }: Touch, touch: CodeTouch): number {
  let best = 1;
  for (const seen of inFunctionBytes) {
    const apart = Math.abs(seen - touch.inFunctionBytes);
    const hint = apart === 0 ? 1.5 : apart <= 4 ? 1.25 : apart <= 16 ? 1.1 : 1;
    best = Math.max(best, hint);
  }
  return best;
}

/**
 * @param isHanded whether a row's function, whose code is not known, is handed the struct or what it holds there
 * @param maySlip whether the struct may be laid out otherwise where the report was recorded
 */
export function codeJudgeOf(
  name: string,
  sizeBytes: number,
  evidence: Evidence,
  isHanded: (touch: Touch, offsetBytes: number) => boolean,
  maySlip: boolean,
): CodeJudge {
  const { touches, containers } = evidence;
  const known = new Map<Touch, ReadonlyMap<number, Reading>>();
  const readingsOf = (row: Touch) => {
    let made = known.get(row);
    if (made === undefined) {
      made = readings(row, name, containers);
      known.set(row, made);
    }
    return made;
  };
  const counted = touches.filter(({ code, handed }) => code !== null || handed.length > 0);
  const all = counted.reduce((sum, touch) => sum + rowWeight(touch), 0);

  const read = (row: Touch, offsetBytes: number): Reading | null => {
    const at = offsetBytes + row.offsetBytes;
    const own = readingsOf(row);
    const begins = own.get(at) ?? null;
    if (begins !== null) return begins;
    if (own.size === 0) return null;
    for (let inside = 1; inside < MAX_ACCESS_BYTES; inside += 1) {
      const reading = own.get(at - inside);
      if (reading?.how !== 'direct' || reading.touch.bytes <= inside) continue;
      return { ...reading, proof: reading.proof * INSIDE, insideBytes: inside };
    }
    return null;
  };

  return {
    read,
    fit(offsetBytes) {
      const plain = touches.map((touch) => read(touch, offsetBytes));
      const found = maySlip && plain.some(Boolean) ? slipped(offsetBytes, plain) : plain;
      let [sum, explained, direct] = [0, 0, 0];
      let [agreeing, contradicting] = [0, 0];
      const functions = new Set<string>();
      const touchedBytes = new Set<number>();
      for (const [place, touch] of touches.entries()) {
        const reading = found[place] ?? null;
        const byte = offsetBytes + touch.offsetBytes;
        const isInstruction = touch.code?.how === 'address' && touch.code.touches.length > 0;
        if (isInstruction && reading === null) contradicting += 1;
        if (reading !== null) {
          sum += rowWeight(touch) * Math.min(1, reading.proof);
          explained += touch.weight;
          if (reading.how !== 'held') {
            direct += touch.weight;
            if (isPlain(reading) && touch.functionName !== null) {
              functions.add(touch.functionName);
              touchedBytes.add(touch.offsetBytes);
            }
            if (isPlain(reading) && touch.code?.how === 'address') agreeing += 1;
          }
        } else if (touch.code === null && isHanded(touch, offsetBytes)) {
          sum += rowWeight(touch) * HANDED;
        } else if (touch.code !== null && (byte < 0 || byte >= sizeBytes)) {
          sum -= rowWeight(touch) * OUTSIDE;
        }
      }
      return {
        score: all > 0 ? sum / all : 0,
        explainedShare: explained,
        directShare: direct,
        readings: found,
        functions,
        touchedBytes,
        agreeing,
        contradicting,
      };
    },
    *places() {
      for (const row of touches) {
        for (const at of readingsOf(row).keys()) yield at - row.offsetBytes;
      }
    },
  };

  /** Rows that the place does not explain, where one shift of the struct explains them. */
  function slipped(
    offsetBytes: number,
    plain: readonly (Reading | null)[],
  ): readonly (Reading | null)[] {
    const open = touches.filter((touch, place) => touch.code !== null && plain[place] === null);
    if (open.length === 0) return plain;
    let [best, bestSum] = [0, 0];
    for (let shift = -MAX_SHIFT_BYTES; shift <= MAX_SHIFT_BYTES; shift += 8) {
      if (shift === 0) continue;
      let sum = 0;
      for (const touch of open) {
        const reading = readingsOf(touch).get(offsetBytes + shift + touch.offsetBytes);
        sum += (reading?.proof ?? 0) * rowWeight(touch);
      }
      if (sum > bestSum) [best, bestSum] = [shift, sum];
    }
    if (bestSum === 0) return plain;
    return plain.map((reading, place) => {
      const touch = touches[place];
      if (reading !== null || touch === undefined) return reading;
      const found = readingsOf(touch).get(offsetBytes + best + touch.offsetBytes);
      return found === undefined
        ? null
        : { ...found, proof: found.proof * SHIFTED, shiftBytes: best };
    });
  }
}

/** Whether code touches just this byte, and on every path. */
function isPlain({ insideBytes, shiftBytes, touch }: Reading): boolean {
  return (
    insideBytes === 0 &&
    shiftBytes === 0 &&
    (touch.confidence === 'direct' || touch.confidence === 'must')
  );
}

/** The strongest of what a row's code does, by byte of the struct. */
export function readings(
  row: Touch,
  name: string,
  containers: Containers,
): ReadonlyMap<number, Reading> {
  const found = new Map<number, Reading>();
  const add = (byte: number, touch: CodeTouch, how: Reading['how'], proof: number) => {
    const known = found.get(byte);
    if (known !== undefined && known.proof >= proof) return;
    found.set(byte, { proof, touch, how, insideBytes: 0, shiftBytes: 0 });
  };
  for (const touch of row.code?.touches ?? []) {
    const proof = touchProof(row, touch);
    if (touch.struct === name) add(touch.offsetBytes, touch, 'direct', proof);
    const by = containers.get(touch.struct);
    const share = by === undefined ? 0 : heldShare(by.size);
    if (share === 0) continue;
    for (const offset of by?.get(name)?.offsetsBytes ?? []) {
      add(offset + touch.offsetBytes, touch, 'held', proof * share);
    }
  }
  return found;
}
