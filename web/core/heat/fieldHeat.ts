import type { MemberPath } from '../layout/ids';
import {
  accessorOf,
  addLatency,
  largest,
  mergeAccessors,
  NO_LATENCY,
  union,
  type Accessor,
  type Latency,
} from './accessor';
import type { PlacedRow } from './placedRow';
import { addCounts, loadsOf, NO_COUNTS, snoopsOf, type HeatCounts } from './counts';
import type { FieldPlace } from './byteFinder';
import type { PlacedTypeRow } from './types';

/** Who touched a field, and how often. */
export interface FieldHeat {
  readonly path: MemberPath;
  readonly counts: HeatCounts;
  readonly latency: Latency;
  readonly cpuCount: number | null;
  readonly nodes: readonly number[];
  /** Hottest first. Empty where the source names none (type profiles). */
  readonly accessors: readonly Accessor[];
  /** Offsets cannot distinguish these: the heat may be any one's of them. */
  readonly oneOf: readonly MemberPath[];
}

export interface HeatByPath {
  /** The innermost known fields, each with its own heat only, hottest first. Their sum is all that was attributed. */
  readonly fields: readonly FieldHeat[];
  /** The same, and every member that holds them with the sum of what it holds. */
  readonly byPath: ReadonlyMap<MemberPath, FieldHeat>;
}

interface Touch {
  readonly place: FieldPlace;
  readonly counts: HeatCounts;
  readonly accessor: Accessor | null;
}

/** @param isCounted whether the rows' counts are samples, and no percentages */
export function fieldHeat(
  rows: readonly PlacedRow[],
  typeRows: readonly PlacedTypeRow[],
  isCounted: boolean,
): HeatByPath {
  const touches: Touch[] = [];
  for (const { place, counts, row, offsetBytes } of rows) {
    if (place.kind !== 'field') continue;
    touches.push({ place, counts, accessor: accessorOf(row, { offsetBytes, counts, isCounted }) });
  }
  for (const { place, counts } of typeRows) {
    if (place.kind === 'field') touches.push({ place, counts, accessor: null });
  }
  const own = new Map<MemberPath, Touch[]>();
  const held = new Map<MemberPath, Touch[]>();
  for (const touch of touches) {
    put(own, touch.place.path, touch);
    for (const path of new Set([touch.place.path, ...touch.place.chain])) put(held, path, touch);
  }
  return {
    fields: [...own].map(([path, all]) => sumUp(path, all)).sort(hotter),
    byPath: new Map([...held].map(([path, all]) => [path, sumUp(path, all)])),
  };
}

/** Sorts by snoops, then stores, then loads: readers that suffer come first, then their writers. */
function hotter(a: FieldHeat, b: FieldHeat): number {
  return (
    snoopsOf(b.counts) - snoopsOf(a.counts) ||
    b.counts.stores - a.counts.stores ||
    loadsOf(b.counts) - loadsOf(a.counts)
  );
}

function put(into: Map<MemberPath, Touch[]>, path: MemberPath, touch: Touch): void {
  const here = into.get(path);
  if (here === undefined) into.set(path, [touch]);
  else here.push(touch);
}

function sumUp(path: MemberPath, touches: readonly Touch[]): FieldHeat {
  const accessors = mergeAccessors(touches.flatMap(({ accessor }) => accessor ?? []));
  let counts = NO_COUNTS;
  for (const touch of touches) counts = addCounts(counts, touch.counts);
  let latency = NO_LATENCY;
  let cpuCount: number | null = null;
  let nodes: readonly number[] = [];
  for (const each of accessors) {
    latency = addLatency(latency, each.latency);
    cpuCount = largest(cpuCount, each.cpuCount);
    nodes = union(nodes, each.nodes);
  }
  return {
    path,
    counts,
    latency,
    cpuCount,
    nodes,
    accessors: accessors.toSorted(
      (a, b) =>
        snoopsOf(b.counts) - snoopsOf(a.counts) ||
        b.counts.stores - a.counts.stores ||
        loadsOf(b.counts) - loadsOf(a.counts) ||
        a.offsetBytes - b.offsetBytes,
    ),
    oneOf: touches.find(({ place }) => place.path === path)?.place.oneOf ?? [],
  };
}
