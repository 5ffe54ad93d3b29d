import type { Attribution } from '../../heat/attribute';
import { snoopsOf } from '../../heat/counts';
import { rowsByLine } from './heatCells';
import type { Layout } from '../../layout/layout';
import type { LineRuler } from '../../layout/lines';
import type { MemberPath } from '../../layout/ids';

/** A function on a field of one line. */
export interface Traffic {
  /** Null where the report has an address and no name. */
  readonly symbol: string | null;
  readonly path: MemberPath;
  /** Stores of a writer; HITM, or peer snoops, of who suffers. */
  readonly count: number;
  /** How many CPUs did it; null where the report does not say. */
  readonly cpuCount: number | null;
  readonly nodes: readonly number[];
}

/** Who writes a line, and whose loads find it modified elsewhere. */
export interface LineTraffic {
  readonly line: number;
  /** The touched fields in their order, each with its counts. */
  readonly fields: readonly {
    readonly path: MemberPath;
    readonly stores: number;
    readonly snoops: number;
  }[];
  /** Most stores first. */
  readonly writers: readonly Traffic[];
  /** Most HITM first. */
  readonly sufferers: readonly Traffic[];
  /** Whether counts are percent of the line, each kind of its own total. */
  readonly isPercent: boolean;
  /** Stores and snoops of the report's lines that are in no row of it, as it was cut. */
  readonly cut: { readonly stores: number; readonly snoops: number };
}

/** What is known of one line of a layout; empty lists where no row of the profile falls on it. */
export function lineTraffic(
  attribution: Attribution,
  layout: Layout,
  ruler: LineRuler,
  line: number,
): LineTraffic {
  const rows = rowsByLine(attribution, layout, ruler).get(line) ?? [];
  const fields = new Map<MemberPath, { at: number; stores: number; snoops: number }>();
  const writers = new Map<string, Traffic>();
  const sufferers = new Map<string, Traffic>();
  for (const { place, counts, row } of rows) {
    if (place.kind !== 'field') continue;
    const { path } = place;
    const snoops = snoopsOf(counts);
    const before = fields.get(path) ?? { at: place.offsetBytes, stores: 0, snoops: 0 };
    fields.set(path, {
      at: before.at,
      stores: before.stores + counts.stores,
      snoops: before.snoops + snoops,
    });
    const by = {
      symbol: row.symbol,
      path,
      cpuCount: row.cpuCount,
      nodes: row.nodes.map(({ node }) => node),
    };
    if (counts.stores > 0) add(writers, { ...by, count: counts.stores });
    if (snoops > 0) add(sufferers, { ...by, count: snoops });
  }
  return {
    line,
    fields: [...fields]
      .sort(([, a], [, b]) => a.at - b.at)
      .map(([path, { stores, snoops }]) => ({ path, stores, snoops })),
    writers: byCount(writers),
    sufferers: byCount(sufferers),
    isPercent: attribution.unit === 'percent',
    cut: cutOf(attribution),
  };
}

function cutOf({ unattributed }: Attribution): LineTraffic['cut'] {
  const cut = unattributed.find(({ reason }) => reason === 'trimmed');
  return cut === undefined
    ? { stores: 0, snoops: 0 }
    : { stores: cut.counts.stores, snoops: snoopsOf(cut.counts) };
}

function add(all: Map<string, Traffic>, traffic: Traffic): void {
  const key = `${traffic.symbol ?? ''} ${traffic.path}`;
  const before = all.get(key);
  all.set(
    key,
    before === undefined
      ? traffic
      : {
          ...before,
          count: before.count + traffic.count,
          // The same CPUs may stand in both rows: the larger number is what is known.
          cpuCount: Math.max(before.cpuCount ?? 0, traffic.cpuCount ?? 0) || null,
          nodes: [...new Set([...before.nodes, ...traffic.nodes])].sort((a, b) => a - b),
        },
  );
}

function byCount(all: ReadonlyMap<string, Traffic>): readonly Traffic[] {
  return [...all.values()].sort((a, b) => b.count - a.count);
}
