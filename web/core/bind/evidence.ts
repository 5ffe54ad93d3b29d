import type { AccessRow, Prototype, ProfileLine } from '../facts/generated';
import { snoopsOf } from '../heat/counts';
import { rowCounter } from '../heat/lineUnit';
import type { Containers } from './containers';
import { askedName, inFunction, methodClass, sourceName } from './symbols';
import type { RowCode } from './touches';
import { aliasesOf, wellKnownStruct } from './wellKnown';

/** All that a report says of an object: a line, and those beside it. */
export interface Evidence {
  readonly lineBytes: number;
  /** Touches of the line itself; their weights sum to 1. */
  readonly touches: readonly Touch[];
  /** Lines at adjacent addresses, each with weights that sum to 1. */
  readonly neighbours: readonly NeighbourLine[];
  /** Everything that a function of the line or its neighbours is handed. */
  readonly handed: readonly Handed[];
  /** Functions of the line of which nothing is known, the hottest first. */
  readonly unknown: readonly string[];
  /** What holds the structs that the rows' code touches. */
  readonly containers: Containers;
  /** Structs by the functions of rows that have no offset: where in them the line lies is unknown. The likeliest first. */
  readonly byFunction: readonly Handed[];
  /** Whether rows of the line say at which instruction they were seen. */
  readonly hasAddresses: boolean;
}

/** What is known of the code behind a row; null where nothing is. */
export type CodeOfRow = (row: AccessRow) => RowCode | null;

export interface NeighbourLine {
  /** Its address less that of the line, in bytes. */
  readonly distanceBytes: number;
  readonly touches: readonly Touch[];
}

/** One function at one offset of a line. */
export interface Touch {
  /** From the line's first byte. */
  readonly offsetBytes: number;
  /** Share of the line's heat: snoops and stores count alike, other records little. */
  readonly weight: number;
  /** Share of the line's stores. */
  readonly storeShare: number;
  /** As the source names it; null where perf knew none. */
  readonly functionName: string | null;
  /** Aggregates that it is handed, by `Handed.aggregate`. */
  readonly handed: readonly string[];
  /** What its code touches; null where that is not known. */
  readonly code: RowCode | null;
  /** The address of the instruction where it is known; null where the code stands for its whole function. */
  readonly codeAddress: string | null;
  /** Where in its function the report saw it, as it prints that (`down_write+28`). */
  readonly inFunctionBytes: readonly number[];
}

/** A struct that functions of the report are handed. */
export interface Handed {
  readonly aggregate: string;
  /** Other names of its bytes: typedefs, and the lock inside a lock. */
  readonly names: ReadonlySet<string>;
  readonly functions: readonly string[];
  /** Whether the binary says so, or only what is known of such names (`wellKnown.ts`). */
  readonly from: 'prototype' | 'byName';
}

/** Neighbours further away than this are taken for other objects. */
const MAX_DISTANCE_BYTES = 4096;

const MOST_BY_FUNCTION = 8;

/** What rows without offsets still say: `root_domain` by rto_push_work and pull_rt_task, … Null where they say nothing. */
export function byFunctionText({ byFunction }: Pick<Evidence, 'byFunction'>): string | null {
  if (byFunction.length === 0) return null;
  const all = byFunction.map(({ aggregate, functions }) => {
    const [first = '', second, ...more] = functions;
    const others = second === undefined ? '' : more.length > 0 ? ' and others' : ` and ${second}`;
    return `\`${aggregate}\` (by ${first}${others})`;
  });
  return `The rows have no offsets. Their functions take ${all.join(', ')}: it may belong to one of these, or to a containing struct.`;
}

/** The functions of these lines, as a binary is asked for them. */
export function askedFunctions(lines: readonly ProfileLine[]): readonly string[] {
  const names = lines.flatMap((line) =>
    [...line.rows, ...(line.unplaced ?? [])].flatMap((row) =>
      row.symbol === null ? [] : [askedName(row.symbol, row.symbolMayBeCut)],
    ),
  );
  return [...new Set(names)];
}

/** @param lines of the same report; those near the line by their address are its neighbours */
export function evidenceOf(
  line: ProfileLine,
  lines: readonly ProfileLine[],
  lineBytes: number,
  prototypes: readonly Prototype[],
  code: CodeOfRow = () => null,
  containers: Containers = new Map(),
): Evidence {
  const handed = new HandedStructs(prototypes);
  const touches = touchesOf(line, handed, code);
  const neighbours = neighboursOf(line, lines).map(({ other, distanceBytes }) => ({
    distanceBytes,
    touches: touchesOf(other, handed, code),
  }));
  const ofFunctions = new HandedStructs(prototypes);
  for (const row of line.unplaced ?? []) ofFunctions.of(row);
  const unknown = new Set<string>();
  for (const touch of [...touches].sort((a, b) => b.weight - a.weight)) {
    const isKnown = touch.handed.length > 0 || (touch.code?.touches.length ?? 0) > 0;
    if (!isKnown && touch.functionName !== null) unknown.add(touch.functionName);
  }
  return {
    lineBytes,
    touches,
    neighbours,
    handed: handed.all(),
    unknown: [...unknown],
    containers,
    byFunction: ofFunctions
      .all()
      .toSorted((a, b) => b.functions.length - a.functions.length)
      .slice(0, MOST_BY_FUNCTION),
    hasAddresses: line.rows.some(({ codeAddress }) => codeAddress !== null),
  };
}

/** Lines near another by their address, the nearest first. */
export function neighboursOf(
  line: ProfileLine,
  lines: readonly ProfileLine[],
): readonly { readonly other: ProfileLine; readonly distanceBytes: number }[] {
  const { address } = line;
  if (address === null) return [];
  return lines
    .flatMap((other) => {
      if (other === line || other.address === null) return [];
      const distance = BigInt(other.address) - BigInt(address);
      const near = distance < MAX_DISTANCE_BYTES && distance > -MAX_DISTANCE_BYTES;
      return near && distance !== 0n ? [{ other, distanceBytes: Number(distance) }] : [];
    })
    .sort((a, b) => Math.abs(a.distanceBytes) - Math.abs(b.distanceBytes));
}

function touchesOf(line: ProfileLine, handed: HandedStructs, codeOf: CodeOfRow): readonly Touch[] {
  const merged = new Map<string, MergedRow>();
  const total = { snoops: 0, stores: 0, records: 0 };
  const count = rowCounter(line);
  const counted = line.rows.map((row) => {
    const counts = count(row);
    const one = {
      row,
      snoops: snoopsOf(counts),
      stores: counts.stores,
      records: row.counts.records ?? snoopsOf(counts) + counts.otherLoads + counts.stores,
    };
    total.snoops += one.snoops;
    total.stores += one.stores;
    total.records += one.records;
    return one;
  });
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
  let sum = 0;
  for (const { row, snoops, stores, records } of counted) {
    const heat =
      share(snoops, total.snoops) +
      share(stores, total.stores) +
      0.1 * share(records, total.records);
    const storeShare = share(stores, total.stores);
    sum += heat;
    const code = codeOf(row);
    // Each instruction of a function says something else.
    const own = code?.how === 'address' ? row.codeAddress : '';
    const key = `${row.offsetBytes} ${row.symbol ?? ''} ${own}`;
    const known = merged.get(key);
    const seen = inFunction(row);
    merged.set(key, {
      row,
      code,
      seen: [...(known?.seen ?? []), ...(seen === null ? [] : [seen])],
      heat: heat + (known?.heat ?? 0),
      stores: storeShare + (known?.stores ?? 0),
    });
  }
  return [...merged.values()].map(({ row, code, seen, heat, stores }) => ({
    offsetBytes: row.offsetBytes,
    weight: sum > 0 ? heat / sum : 1 / merged.size,
    storeShare: stores,
    functionName: row.symbol === null ? null : sourceName(row.symbol),
    handed: handed.of(row),
    code,
    codeAddress: code?.how === 'address' ? row.codeAddress : null,
    inFunctionBytes: seen,
  }));
}

interface MergedRow {
  readonly row: AccessRow;
  readonly code: RowCode | null;
  readonly seen: readonly number[];
  readonly heat: number;
  readonly stores: number;
}

/** Collects what the functions of rows are handed. */
class HandedStructs {
  private readonly byQuery: ReadonlyMap<string, Prototype>;
  private readonly found = new Map<
    string,
    { names: Set<string>; functions: Set<string>; from: Handed['from'] }
  >();

  constructor(prototypes: readonly Prototype[]) {
    this.byQuery = new Map(prototypes.map((prototype) => [prototype.query, prototype]));
  }

  of(row: AccessRow): readonly string[] {
    if (row.symbol === null) return [];
    const functionName = sourceName(row.symbol);
    const prototype = this.byQuery.get(askedName(row.symbol, row.symbolMayBeCut));
    const found: string[] = [];
    for (const type of prototype?.parameters ?? []) {
      // What lies behind two pointers is a place that the function fills in, not what it works on.
      if (type.aggregate === null || type.pointers !== 1) continue;
      const name = prototype?.name ?? functionName;
      found.push(this.note(type.aggregate, type.alias, name, 'prototype'));
    }
    const known = prototype === undefined ? wellKnownStruct(functionName) : null;
    if (known !== null) found.push(this.note(known, null, functionName, 'byName'));
    const method = methodClass(row.symbol);
    if (method !== null) found.push(this.note(method, null, functionName, 'prototype'));
    return found;
  }

  all(): readonly Handed[] {
    return [...this.found].map(([aggregate, { names, functions, from }]) => ({
      aggregate,
      names,
      functions: [...functions],
      from,
    }));
  }

  private note(
    aggregate: string,
    alias: string | null,
    functionName: string,
    from: Handed['from'],
  ): string {
    let known = this.found.get(aggregate);
    if (known === undefined) {
      known = { names: new Set(aliasesOf(aggregate)), functions: new Set(), from };
      this.found.set(aggregate, known);
    }
    if (alias !== null) known.names.add(alias);
    known.functions.add(functionName);
    return aggregate;
  }
}
