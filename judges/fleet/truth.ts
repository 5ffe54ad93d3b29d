import { LINE_OFFSETS, type TrueReport, type TrueRow } from '../../web/cli/rows/testing/fleet';

const STRUCT = 'address_space';
const UNBOUND = '(unbound)';

/** A row of an answer, or those of its columns that have a truth. */
export type TruthRow = Readonly<Record<string, string | number | null>>;

/** What something has over the reports that it occurs in. */
interface Sums {
  hits: number;
  loads: number;
  stores: number;
  readonly machines: Map<string, number>;
  readonly recordings: Set<string>;
}

/**
 * What each question of `hitmap fleet` has to answer, from what was put into the reports: never from rows. A layout is
 * called by what its kernels have more of than the first one (`layoutName`), as its key is the engine's.
 */
export function truthOf(
  fleet: readonly TrueReport[],
): Readonly<Record<string, readonly TruthRow[]>> {
  const structs = sumsOf(fleet, (_, name) => [name]);
  const members = sumsOf(fleet, (report, name, row) => {
    const member = row?.member ?? null;
    return member === null ? null : [name, layoutOf(report), member];
  });
  const layouts = sumsOf(fleet, (report, name) =>
    name === UNBOUND ? null : [name, layoutOf(report), report.kernel.buildId],
  );
  const machines = sumsOf(fleet, (report, name) =>
    name === UNBOUND ? null : [name, layoutOf(report), report.host],
  );
  const hosts = sumsOf(fleet, ({ host, kernel }) => [host, kernel.buildId]);
  const kernels = sumsOf(fleet, ({ kernel }) => [kernel.buildId]);
  const ofKernels = sumsOf(fleet, ({ kernel }, name) => [name, kernel.buildId]);
  const all = sum([...structs.values()].map(({ hits }) => hits));
  const layoutIds = new Map(fleet.map((report) => [report.kernel.buildId, layoutOf(report)]));
  return {
    struct: rowsOf(structs, ['name'], ({ hits, loads, stores, machines: on }, [name]) => {
      const hit = [...on.values()].filter((each) => each > 0);
      return {
        hits,
        share_percent: (100 * hits) / all,
        loads,
        stores,
        machines: hit.length,
        mean_hits: sum(hit) / hit.length,
        most_hits: Math.max(...hit),
        layouts: name === UNBOUND ? 0 : new Set(layoutIds.values()).size,
      };
    }),
    member: rowsOf(
      members,
      ['name', 'layout', 'member'],
      ({ hits, loads, stores, machines: on }) => ({
        hits,
        loads,
        stores,
        machines: on.size,
      }),
    ),
    byte: [...members].map(([key, { hits, stores, machines: on }]): TruthRow => {
      const [name = '', layout = '', member = ''] = JSON.parse(key) as string[];
      return {
        name,
        layout,
        line_offset: LINE_OFFSETS[member] ?? null,
        hits,
        stores,
        machines: on.size,
      };
    }),
    conflict: [...members].flatMap(([key, victim]) => {
      const [name = '', layout = '', member = ''] = JSON.parse(key) as string[];
      const others = [...members].filter(([other]) => {
        const [, itsLayout, itsMember] = JSON.parse(other) as string[];
        return itsLayout === layout && itsMember !== member;
      });
      return others.flatMap(([other, writer]): readonly TruthRow[] => {
        const [, , writer_member = ''] = JSON.parse(other) as string[];
        if (victim.hits === 0 || writer.stores === 0) return [];
        const { hits, machines: on } = victim;
        const { stores } = writer;
        return [
          { name, layout, victim_member: member, writer_member, hits, stores, machines: on.size },
        ];
      });
    }),
    layout: rowsOf(layouts, ['name', 'layout', 'kernel'], ({ hits, machines: on, recordings }) => ({
      hits,
      machines: on.size,
      recordings: recordings.size,
    })),
    machine: rowsOf(machines, ['name', 'layout', 'machine'], ({ hits, stores, recordings }) => ({
      hits,
      stores,
      recordings: recordings.size,
      hits_each: hits / recordings.size,
    })),
    host: rowsOf(hosts, ['machine', 'kernel'], ({ hits, recordings }, [machine, kernel]) => {
      const others = [...hosts].flatMap(([key, each]) => {
        const [itsMachine, itsKernel] = JSON.parse(key) as string[];
        const isOther = itsKernel === kernel && itsMachine !== machine;
        return isOther ? [each.hits / each.recordings.size] : [];
      });
      const each = hits / recordings.size;
      const mean = others.length === 0 ? null : sum(others) / others.length;
      return {
        recordings: recordings.size,
        hits,
        hits_each: each,
        others_each: mean,
        times_others: mean === null ? null : each / mean,
      };
    }),
    kernel: rowsOf(kernels, ['kernel'], ({ hits, machines: on, recordings }) => ({
      machines: on.size,
      recordings: recordings.size,
      hits,
      hits_each: hits / recordings.size,
    })),
    worse: worseRows(ofKernels, kernels, layoutIds),
  };
}

/** The name of a kernel's layout of the struct. */
function layoutOf({ kernel }: TrueReport): string {
  return layoutName(kernel.shiftBytes);
}

export function layoutName(shiftBytes: number): string {
  return `+${shiftBytes} bytes`;
}

function worseRows(
  ofKernels: ReadonlyMap<string, Sums>,
  kernels: ReadonlyMap<string, Sums>,
  layoutIds: ReadonlyMap<string, string>,
): readonly TruthRow[] {
  const each = (name: string, kernel: string) =>
    (ofKernels.get(JSON.stringify([name, kernel]))?.hits ?? 0) /
    (kernels.get(JSON.stringify([kernel]))?.recordings.size ?? 1);
  const ids = [...layoutIds.keys()];
  return [STRUCT, UNBOUND].flatMap((name) =>
    ids.flatMap((before) =>
      ids.flatMap((after): readonly TruthRow[] => {
        const [was, is] = [each(name, before), each(name, after)];
        if (is <= was) return [];
        const same = layoutIds.get(before) === layoutIds.get(after) ? 'same' : 'other';
        return [
          {
            name,
            before_kernel: before,
            after_kernel: after,
            before_each: was,
            after_each: is,
            times: is / was,
            layout: name === UNBOUND ? 'unknown' : same,
          },
        ];
      }),
    ),
  );
}

/** @param keyOf null for what does not count; of what is on unlisted lines there is no row */
function sumsOf(
  fleet: readonly TrueReport[],
  keyOf: (report: TrueReport, name: string, row: TrueRow | null) => readonly string[] | null,
): ReadonlyMap<string, Sums> {
  const found = new Map<string, Sums>();
  const add = (
    report: TrueReport,
    key: readonly string[] | null,
    { hits, loads, stores }: { hits: number; loads: number; stores: number },
  ) => {
    if (key === null) return;
    const text = JSON.stringify(key);
    const sums = found.get(text) ?? {
      ...{ hits: 0, loads: 0, stores: 0 },
      machines: new Map<string, number>(),
      recordings: new Set<string>(),
    };
    found.set(text, sums);
    sums.hits += hits;
    sums.loads += loads;
    sums.stores += stores;
    sums.machines.set(report.host, (sums.machines.get(report.host) ?? 0) + hits);
    sums.recordings.add(report.id);
  };
  for (const report of fleet) {
    for (const row of report.rows) {
      const hits = row.remote + row.local;
      const name = row.member === null ? UNBOUND : STRUCT;
      const { stores } = row;
      add(report, keyOf(report, name, row), { hits, loads: hits + row.otherLoads, stores });
    }
    const { local, loads, stores } = report.unlisted;
    add(report, keyOf(report, UNBOUND, null), { hits: local, loads, stores });
  }
  return found;
}

function rowsOf(
  all: ReadonlyMap<string, Sums>,
  names: readonly string[],
  figures: (sums: Sums, key: readonly string[]) => TruthRow,
): readonly TruthRow[] {
  return [...all].map(([text, sums]) => {
    const key = JSON.parse(text) as string[];
    const named = Object.fromEntries(names.map((name, at) => [name, key[at] ?? null]));
    return { ...named, ...figures(sums, key) };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
