import type { TrueReport, TrueRow } from '../../web/cli/rows/testing/fleet';

const STRUCT = 'address_space';

/** Sums by the queries' own keys, from what was put into the reports. */
export interface FleetTruth {
  readonly structs: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, { readonly hits: number; readonly stores: number }>;
  readonly machines: ReadonlyMap<string, number>;
  readonly kernels: ReadonlyMap<string, number>;
}

export function truthOf(fleet: readonly TrueReport[]): FleetTruth {
  const structs = new Map<string, number>();
  const members = new Map<string, { hits: number; stores: number }>();
  const machines = new Map<string, number>();
  const kernels = new Map<string, number>();
  const add = (map: Map<string, number>, key: string, count: number) =>
    map.set(key, (map.get(key) ?? 0) + count);
  for (const { host, kernel, rows, unlisted } of fleet) {
    for (const row of rows) {
      const hits = hitsOf(row);
      add(structs, row.member === null ? '(unbound)' : STRUCT, hits);
      add(machines, host, hits);
      add(kernels, kernel.buildId, hits);
      if (row.member === null) continue;
      const known = members.get(row.member) ?? { hits: 0, stores: 0 };
      members.set(row.member, { hits: known.hits + hits, stores: known.stores + row.stores });
    }
    add(structs, '(unbound)', unlisted.local);
    add(machines, host, unlisted.local);
    add(kernels, kernel.buildId, unlisted.local);
  }
  return { structs, members, machines, kernels };
}

function hitsOf({ remote, local }: TrueRow): number {
  return remote + local;
}
