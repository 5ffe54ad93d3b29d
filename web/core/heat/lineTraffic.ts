import type { AccessProfile, AccessRow } from '../facts/generated';
import { cpusOf, largest, union } from './accessor';
import { snoopName, snoopsOf, subtractCounts, type HeatCounts, type SnoopName } from './counts';
import { lineCounts, rowsCounts } from './lineCounts';
import { rowCounter } from './lineUnit';
import type { LineRow } from './lineRows';

/** Bytes of a line that something touches: from an offset of the report, or a field of the struct that is bound. */
export interface Spot {
  /** `0x18`, or the field's path. */
  readonly name: string;
  /** Bytes of the line: from `fromByte` up to `toByte`, which is outside. Of an offset the end is where it ends at the latest. */
  readonly fromByte: number;
  readonly toByte: number;
  readonly stores: number;
  /** HITM, or peer snoops, of its loads. */
  readonly snoops: number;
  readonly writers: Cpus;
  readonly readers: Cpus;
  /** Functions whose loads found it modified, and those that store to it. */
  readonly readBy: ReadonlySet<string>;
  readonly storedBy: ReadonlySet<string>;
}

/** How many CPUs did something. */
export interface Cpus {
  /** Null where the report does not say. */
  readonly count: number | null;
  /** Whether there may be more: rows of several instructions state a number each, and not which. */
  readonly isAtLeast: boolean;
  readonly ids: readonly number[];
}

/** What one function does to a line. */
export interface Actor {
  /** Its name, else the instruction's address. */
  readonly name: string;
  /** The program, where the line's rows are of several. */
  readonly object: string | null;
  /** Stores of a writer; HITM, or peer snoops, of a reader. */
  readonly count: number;
  readonly cpus: Cpus;
  readonly nodes: readonly number[];
  /** Where, by place among the spots; rows without an offset are in none. */
  readonly parts: readonly { readonly spot: number; readonly count: number }[];
}

/** Who stores to a cache line, which bytes, and whose loads find them modified. */
export interface LineTraffic {
  readonly lineBytes: number;
  /** By their first byte. */
  readonly spots: readonly Spot[];
  /** Most stores first. */
  readonly writers: readonly Actor[];
  /** Those whose loads found the line modified, most first. */
  readonly readers: readonly Actor[];
  /** Whether counts are percent of the line, each kind of its own total. */
  readonly isPercent: boolean;
  readonly snoop: SnoopName;
  /** Stores and snoops of the line that are in none of its rows. */
  readonly cut: { readonly stores: number; readonly snoops: number };
}

/** A row with the bytes that it touches; null where the report does not say which. */
export interface Touch {
  readonly row: AccessRow;
  readonly counts: HeatCounts;
  readonly spot: Pick<Spot, 'name' | 'fromByte' | 'toByte'> | null;
}

/** The last name of a path says most. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** What is nearer than this may be one field, as a report does not say how many bytes were touched. */
const WORD_BYTES = 8;

/** A line of a report by its offsets alone; no struct is asked for. */
export function reportTraffic({ line, unit }: LineRow, profile: AccessProfile): LineTraffic {
  const count = rowCounter(line);
  // A variable may be longer than a line.
  const lastByte = Math.max(0, ...line.rows.map(({ offsetBytes }) => offsetBytes));
  const lineBytes = Math.max(profile.lineBytes, wordEnd(lastByte));
  const cut = subtractCounts(lineCounts(line), rowsCounts(line));
  return trafficOf(
    [
      ...line.rows.map((row) => ({
        row,
        counts: count(row),
        spot: {
          name: `0x${row.offsetBytes.toString(16)}`,
          fromByte: row.offsetBytes,
          toByte: wordEnd(row.offsetBytes),
        },
      })),
      ...(line.unplaced ?? []).map((row) => ({ row, counts: count(row), spot: null })),
    ],
    {
      lineBytes,
      isPercent: unit === 'percent',
      snoop: snoopName({ peer: profile.display === 'peer' }),
      cut: { stores: Math.max(0, cut.stores), snoops: Math.max(0, snoopsOf(cut)) },
    },
  );
}

function wordEnd(byte: number): number {
  return (Math.floor(byte / WORD_BYTES) + 1) * WORD_BYTES;
}

export function trafficOf(
  touches: readonly Touch[],
  line: Pick<LineTraffic, 'lineBytes' | 'isPercent' | 'snoop' | 'cut'>,
): LineTraffic {
  const spots = new Map<string, Making<Spot>>();
  for (const { row, counts, spot } of touches) {
    const snoops = snoopsOf(counts);
    if (spot === null || (counts.stores <= 0 && snoops <= 0)) continue;
    const known = spots.get(spot.name) ?? {
      ...{ ...spot, stores: 0, snoops: 0, writers: NO_CPUS, readers: NO_CPUS },
      ...{ readBy: new Set<string>(), storedBy: new Set<string>() },
    };
    spots.set(spot.name, known);
    known.stores += counts.stores;
    known.snoops += snoops;
    if (counts.stores > 0) {
      known.writers = withCpus(known.writers, row);
      known.storedBy.add(nameOf(row));
    }
    if (snoops > 0) {
      known.readers = withCpus(known.readers, row);
      known.readBy.add(nameOf(row));
    }
  }
  const inOrder = [...spots.values()].sort((a, b) => a.fromByte - b.fromByte);
  const places = new Map(inOrder.map(({ name }, at) => [name, at]));
  return {
    ...line,
    spots: inOrder,
    writers: actors(touches, places, ({ stores }) => stores),
    readers: actors(touches, places, snoopsOf),
  };
}

type Making<T> = {
  -readonly [Key in keyof T]: T[Key] extends ReadonlySet<string> ? Set<string> : T[Key];
};

const NO_CPUS: Cpus = { count: null, isAtLeast: false, ids: [] };

function withCpus({ count, isAtLeast, ids }: Cpus, row: AccessRow): Cpus {
  const own = cpusOf(row);
  const stated = row.cpuCount ?? (own.length || null);
  const all = union(ids, own);
  const most = largest(largest(count, stated), all.length || null);
  // Which CPUs a row means is known of all or of none.
  const isKnown = all.length > 0 && all.length === most;
  return { count: most, isAtLeast: !isKnown && (isAtLeast || count !== null), ids: all };
}

function nameOf({ symbol, codeAddress }: AccessRow): string {
  return symbol ?? codeAddress ?? 'unknown code';
}

function actors(
  touches: readonly Touch[],
  places: ReadonlyMap<string, number>,
  countOf: (counts: HeatCounts) => number,
): readonly Actor[] {
  const programs = new Set(touches.map(({ row }) => row.object));
  const found = new Map<
    string,
    Making<Omit<Actor, 'parts'>> & { readonly at: Map<number, number> }
  >();
  for (const { row, counts, spot } of touches) {
    const count = countOf(counts);
    if (count <= 0) continue;
    const name = nameOf(row);
    const object = programs.size > 1 ? row.object : null;
    const key = `${name}\n${object ?? ''}`;
    const known = found.get(key) ?? {
      ...{ name, object, count: 0, cpus: NO_CPUS, nodes: [], at: new Map<number, number>() },
    };
    found.set(key, known);
    known.count += count;
    known.cpus = withCpus(known.cpus, row);
    if (row.nodes.length > 0) {
      known.nodes = union(
        known.nodes,
        row.nodes.map(({ node }) => node),
      );
    }
    const at = spot === null ? undefined : places.get(spot.name);
    if (at !== undefined) known.at.set(at, (known.at.get(at) ?? 0) + count);
  }
  return [...found.values()]
    .map(({ at, ...actor }) => ({
      ...actor,
      parts: [...at].map(([spot, count]) => ({ spot, count })),
    }))
    .sort((a, b) => b.count - a.count);
}
