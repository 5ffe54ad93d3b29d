import type { DocumentLine } from '../edit/profiles';
import type { TouchedAnswer } from '../facts/generated';
import type { Asking, PlacedAccess } from './asking';
import { touchesOfAnswer, type CodeTouch } from './touches';

/** How much of a report falls on a struct, by the very instructions. */
export interface HotStruct {
  readonly name: string;
  /** Null where the file does not state it. */
  readonly sizeBytes: number | null;
  readonly heat: number;
  /** Its part of all heat of the recording, 0 to 1. */
  readonly share: number;
  /** The hottest first. */
  readonly lines: readonly HotLine[];
  /** Members by their heat, the hottest first. */
  readonly members: readonly { readonly path: string; readonly heat: number }[];
}

/** A line of the report on which an object of the struct lies. */
export interface HotLine {
  readonly line: DocumentLine;
  /** The byte of the struct that is the line's first byte; negative where the object begins later. */
  readonly offsetBytes: number;
  readonly heat: number;
  /** Rows whose instruction touches the struct there, and rows of the line that touch something else. */
  readonly rows: number;
  readonly others: number;
  /** Whether one of them does on every path, and none touches anything else. */
  readonly isCertain: boolean;
}

export interface HotStructs {
  /** The hottest first. */
  readonly structs: readonly HotStruct[];
  /** Why rows are of no struct, with their heat; the hottest first. */
  readonly unnamed: readonly { readonly reason: string; readonly heat: number }[];
  /** Lines of which every answer names no struct, with their heat; the hottest first. */
  readonly linesOfNone: readonly { readonly line: DocumentLine; readonly heat: number }[];
  /** Structs on lines that others are on too: they may be parts of those. */
  readonly contested: readonly string[];
  /** Parts of all heat: on structs, asked without an answer, and not asked (not yet, or because another object has it). */
  readonly namedShare: number;
  readonly unnamedShare: number;
  readonly otherShare: number;
}

/** Where what is held lies in its container, by `holdingKey`. */
export type Holdings = ReadonlySet<string>;

interface Place {
  readonly struct: string;
  readonly sizeBytes: number | null;
  readonly offsetBytes: number;
}

interface Reading extends Place {
  readonly touch: CodeTouch;
}

interface Read {
  readonly access: PlacedAccess;
  readonly readings: readonly Reading[];
}

const NOT_A_STRUCT = 'it is a number or a pointer of no struct';

/**
 * Ranks the structs of a whole report by the heat of the instructions that touch them.
 *
 * @param answers to the places that were asked so far
 * @param held what the file says of structs that hold others
 */
export function hotStructs(
  asking: Asking,
  answers: ReadonlyMap<string, TouchedAnswer>,
  held: Holdings = new Set(),
): HotStructs {
  const touches = new Map([...answers].map(([place, answer]) => [place, touchesOfAnswer(answer)]));
  const holdings = new Set([...held, ...holdingsSeen(answers.values())]);
  const byLine = new Map<DocumentLine, Read[]>();
  const unnamed = new Map<string, number>();
  const ofNone = new Map<DocumentLine, number>();
  let lookedUp = 0;
  for (const access of asking.accesses) {
    const answer = answers.get(access.place);
    if (answer === undefined) continue;
    lookedUp += access.heat;
    const readings = (touches.get(access.place) ?? []).map((touch) => readingOf(access, touch));
    if (readings.length === 0) {
      const reason = whyNone(answer);
      unnamed.set(reason, (unnamed.get(reason) ?? 0) + access.heat);
      ofNone.set(access.line, (ofNone.get(access.line) ?? 0) + access.heat);
      continue;
    }
    const known = byLine.get(access.line);
    if (known) known.push({ access, readings });
    else byLine.set(access.line, [{ access, readings }]);
  }
  const found = new Map<string, Gathered>();
  for (const [line, rows] of byLine) gatherLine(line, rows, holdings, found);
  const { total } = asking;
  const contested = [...found.values()].filter(({ lines }) =>
    lines.some((each) => each.others > 0),
  );
  const share = (heat: number) => (total > 0 ? heat / total : 0);
  const structs = [...found.values()]
    .map((each): HotStruct => ({
      name: each.name,
      sizeBytes: each.sizeBytes,
      heat: each.heat,
      share: share(each.heat),
      lines: each.lines.sort((a, b) => b.heat - a.heat),
      members: [...each.members]
        .map(([path, heat]) => ({ path, heat }))
        .sort((a, b) => b.heat - a.heat),
    }))
    .sort((a, b) => b.heat - a.heat || b.lines.length - a.lines.length);
  const named = structs.reduce((sum, each) => sum + each.heat, 0);
  return {
    structs,
    unnamed: [...unnamed]
      .map(([reason, heat]) => ({ reason, heat }))
      .sort((a, b) => b.heat - a.heat),
    linesOfNone: [...ofNone]
      .filter(([line]) => !byLine.has(line))
      .map(([line, heat]) => ({ line, heat }))
      .sort((a, b) => b.heat - a.heat),
    contested: contested.map(({ name }) => name),
    namedShare: share(named),
    unnamedShare: share(lookedUp - named),
    otherShare: Math.max(0, 1 - share(lookedUp)),
  };
}

function readingOf({ row }: PlacedAccess, touch: CodeTouch): Reading {
  const { struct, sizeBytes } = touch;
  return { struct, sizeBytes, offsetBytes: touch.offsetBytes - row.offsetBytes, touch };
}

function whyNone({ nothing, accesses }: TouchedAnswer): string {
  return nothing ?? accesses.find(({ unknown }) => unknown !== null)?.unknown ?? NOT_A_STRUCT;
}

interface Gathered {
  readonly name: string;
  readonly sizeBytes: number | null;
  heat: number;
  readonly lines: HotLine[];
  readonly members: Map<string, number>;
}

/** A row without heat is a witness too. */
const LEAST_WEIGHT = 1e-3;

/** Takes the place that explains most of the line, then the one that explains most of the rest. */
function gatherLine(
  line: DocumentLine,
  rows: readonly Read[],
  holdings: Holdings,
  found: Map<string, Gathered>,
): void {
  let left = rows;
  while (left.length > 0) {
    const place = bestPlace(left);
    if (place === null) return;
    const own = left.flatMap((read) => {
      const reading = at(read, place, holdings);
      return reading === null ? [] : [{ ...read, reading }];
    });
    const heat = own.reduce((sum, { access }) => sum + access.heat, 0);
    const key = `${place.struct} ${place.sizeBytes ?? ''}`;
    const struct: Gathered = found.get(key) ?? {
      name: place.struct,
      sizeBytes: place.sizeBytes,
      heat: 0,
      lines: [],
      members: new Map(),
    };
    found.set(key, struct);
    struct.heat += heat;
    for (const { access, reading } of own) {
      const path = reading.struct === place.struct ? reading.touch.path : '';
      if (path !== '') struct.members.set(path, (struct.members.get(path) ?? 0) + access.heat);
    }
    const others = rows.length - own.length;
    struct.lines.push({
      line,
      offsetBytes: place.offsetBytes,
      heat,
      rows: own.length,
      others,
      isCertain: others === 0 && own.some(({ reading }) => isCertain(reading.touch)),
    });
    const taken = new Set(own.map(({ access }) => access));
    left = left.filter(({ access }) => !taken.has(access));
  }
}

function isCertain({ confidence }: CodeTouch): boolean {
  return confidence === 'direct' || confidence === 'must';
}

function bestPlace(rows: readonly Read[]): Place | null {
  const weights = new Map<string, { place: Place; weight: number }>();
  for (const { access, readings } of rows) {
    const seen = new Set<string>();
    for (const reading of readings) {
      const key = keyOf(reading);
      if (seen.has(key)) continue;
      seen.add(key);
      const known = weights.get(key) ?? { place: reading, weight: 0 };
      known.weight += reading.touch.weight * (access.heat + LEAST_WEIGHT);
      weights.set(key, known);
    }
  }
  let best: { place: Place; weight: number } | null = null;
  for (const each of weights.values()) {
    const isMore = best === null || each.weight > best.weight;
    const isAlike = best !== null && each.weight === best.weight;
    if (isMore || (isAlike && (each.place.sizeBytes ?? 0) > (best?.place.sizeBytes ?? 0))) {
      best = each;
    }
  }
  return best?.place ?? null;
}

/** How a row's code touches the object there: itself, or a part that it holds. */
function at({ readings }: Read, place: Place, holdings: Holdings): Reading | null {
  const direct = readings.find((reading) => keyOf(reading) === keyOf(place));
  if (direct !== undefined) return direct;
  return (
    readings.find((reading) => {
      // Both begin at bytes of the line: the part lies that far in.
      const inside = place.offsetBytes - reading.offsetBytes;
      return holdings.has(holdingKey(place.struct, inside, reading.struct));
    }) ?? null
  );
}

function keyOf({ struct, sizeBytes, offsetBytes }: Place): string {
  return `${struct} ${sizeBytes ?? ''} ${offsetBytes}`;
}

export function holdingKey(outer: string, insideBytes: number, inner: string): string {
  return `${outer} ${insideBytes} ${inner}`;
}

/** Each access that reached a part through its container says where the one has the other. */
function holdingsSeen(answers: Iterable<TouchedAnswer>): Holdings {
  const found = new Set<string>();
  for (const { accesses } of answers) {
    for (const { objects } of accesses) {
      for (const { name, offsetBytes, chain } of objects) {
        for (const part of chain) {
          found.add(holdingKey(name, offsetBytes - part.offsetBytes, part.name));
        }
      }
    }
  }
  return found;
}
