import { derived } from '../base/derived';
import type { DocumentLine } from '../edit/profiles';
import type { AccessProfile, AccessRow } from '../facts/generated';
import { rowCounter, lineUnit } from '../heat/lineUnit';
import {
  isOfAccesses,
  loadsOf,
  snoopName,
  snoopsOf,
  sumCounts,
  type HeatCounts,
} from '../heat/counts';
import { profileLines } from '../heat/slice';
import { addressInFile, type BuildMatch } from './loadBias';

/** A row of a report whose very instruction is known. */
export interface PlacedAccess {
  readonly line: DocumentLine;
  readonly row: AccessRow;
  /** Its instruction in the file, as the question `touches` takes it. */
  readonly place: string;
  /** In the unit of `Asking.total`. */
  readonly heat: number;
}

/** What a file's code is asked for a whole report, and in which order. */
export interface Asking {
  readonly accesses: readonly PlacedAccess[];
  /** Heat of the whole recording, also of rows whose instruction is not of this file. */
  readonly total: number;
  /** What heat counts: all accesses where the report has no snoop at all. */
  readonly of: 'HITM' | 'peer snoops' | 'loads and stores' | 'accesses';
  /** Places to ask for, each once: those that made most of the heat first, those near each other together. */
  readonly batches: readonly (readonly string[])[];
  /** How many of the batches hold that share of the heat which matters. */
  readonly hottest: number;
}

/** So much of the heat is asked first. */
const FIRST_SHARE = 0.9;
/** Code of one source file lies together, and is read once for all that is asked of it. */
const NEIGHBOURHOOD_BITS = 16n;
const BATCH = 32;

/** Null where the report is not of the file, or has no row of it. */
export const askingOf = derived((profile: AccessProfile, buildMatch: BuildMatch): Asking | null => {
  const lines = profileLines(profile).filter((line) => lineUnit(line) === 'samples');
  const rows = lines.flatMap((line) => {
    const count = rowCounter(line);
    return line.rows.map((row) => ({ line, row, counts: count(row) }));
  });
  const { hitmLocal, hitmRemote, peerLocal, peerRemote, loads, stores } = profile.totals;
  const listed = sumCounts(rows.map(({ counts }) => counts));
  const isPeer = profile.display === 'peer';
  const stated = isPeer ? sum(peerLocal, peerRemote) : sum(hitmLocal, hitmRemote);
  const isSnoops = snoopsOf(listed) > 0;
  const heatOf = (counts: HeatCounts) =>
    isSnoops ? snoopsOf(counts) : loadsOf(counts) + counts.stores;
  const accesses = rows.flatMap(({ line, row, counts }): PlacedAccess[] => {
    const address = addressInFile(buildMatch, row);
    if (address === null) return [];
    return [{ line, row, place: `0x${address.toString(16)}`, heat: heatOf(counts) }];
  });
  if (accesses.length === 0) return null;
  const total = Math.max(heatOf(listed), (isSnoops ? stated : sum(loads, stores)) ?? 0);
  const isBare = lines.every(({ counts }) => isOfAccesses(counts));
  const others = isBare ? 'accesses' : 'loads and stores';
  const of = isSnoops ? snoopName({ peer: isPeer }) : others;
  return { accesses, total, of, ...batchesOf(accesses) };
});

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function batchesOf(accesses: readonly PlacedAccess[]): Pick<Asking, 'batches' | 'hottest'> {
  const heat = new Map<string, number>();
  for (const { place, heat: own } of accesses) heat.set(place, (heat.get(place) ?? 0) + own);
  const byHeat = [...heat].sort((a, b) => b[1] - a[1]);
  const all = byHeat.reduce((known, [, own]) => known + own, 0);
  const hot: (readonly [string, number])[] = [];
  let reached = 0;
  for (const each of byHeat) {
    if (reached >= FIRST_SHARE * all) break;
    reached += each[1];
    hot.push(each);
  }
  const first = inBatches(hot);
  return {
    batches: [...first, ...inBatches(byHeat.slice(hot.length))],
    hottest: first.length,
  };
}

/** Places near each other together, those with the most heat first. */
function inBatches(places: readonly (readonly [string, number])[]): readonly (readonly string[])[] {
  const near = new Map<bigint, { heat: number; places: bigint[] }>();
  for (const [place, heat] of places) {
    const address = BigInt(place);
    const key = address >> NEIGHBOURHOOD_BITS;
    const known = near.get(key) ?? { heat: 0, places: [] };
    near.set(key, known);
    known.heat += heat;
    known.places.push(address);
  }
  const ordered = [...near.values()]
    .sort((a, b) => b.heat - a.heat)
    .flatMap((each) => each.places.sort((a, b) => (a < b ? -1 : 1)));
  const batches: string[][] = [];
  for (let at = 0; at < ordered.length; at += BATCH) {
    batches.push(ordered.slice(at, at + BATCH).map((address) => `0x${address.toString(16)}`));
  }
  return batches;
}
