import type { AccessProfile, AccessRow, InstanceGroup } from './profile';

/** Counts beyond this are no longer exact in a double, and no machine samples as many. */
const MOST = Number.MAX_SAFE_INTEGER;

/** A profile whose numbers are numbers, and how many rows were left out for it. */
export function cleanProfile(profile: AccessProfile): {
  readonly profile: AccessProfile;
  readonly badRows: number;
} {
  let badRows = 0;
  const keep = (rows: readonly AccessRow[]): AccessRow[] => {
    const good = rows.filter(isGood);
    badRows += rows.length - good.length;
    return good.map((row) => ({
      ...row,
      rmtHitm: countable(row.rmtHitm),
      lclHitm: countable(row.lclHitm),
      otherLoads: countable(row.otherLoads),
      stores: countable(row.stores),
      cpus: Number.isFinite(row.cpus) ? Math.max(1, Math.min(row.cpus, MOST)) : 1,
      codeOffset: Number.isFinite(row.codeOffset) ? row.codeOffset : 0,
    }));
  };
  const instances = profile.instances.map((group): InstanceGroup => ({
    ...group,
    baseBytes: isCount(group.baseBytes) ? Math.floor(group.baseBytes) % profile.lineBytes : 0,
    atoms: group.atoms
      .filter(({ offsetBytes }) => isCount(offsetBytes))
      .map((atom) => ({
        ...atom,
        sizeBytes: isCount(atom.sizeBytes) ? Math.max(1, atom.sizeBytes) : 1,
        rows: keep(atom.rows),
        cpuShares: cleanShares(atom.cpuShares),
      })),
    foreign: group.foreign
      .filter(({ line }) => isCount(line))
      .map((atom) => ({ ...atom, rows: keep(atom.rows) })),
    lines: group.lines.filter(({ cleanLoads }) => isCount(cleanLoads)),
    waits: (group.waits ?? []).filter(({ times }) => isCount(times) && times >= 1),
  }));
  const { cpuCount, storeRatio } = profile;
  return {
    profile: {
      ...profile,
      instances,
      cpuCount: cpuCount !== null && isCount(cpuCount) && cpuCount >= 1 ? cpuCount : null,
      storeRatio:
        storeRatio !== null && storeRatio >= 1e-6 && storeRatio <= 1e6 ? storeRatio : null,
    },
    badRows,
  };
}

/** A count as the model takes it: less than a millionth of a sample is none, and 2^53 is the most. */
export function countable(value: number): number {
  return value < 1e-6 ? 0 : Math.min(value, MOST);
}

function isGood(row: AccessRow): boolean {
  return [row.rmtHitm, row.lclHitm, row.otherLoads, row.stores].every(isCount);
}

function isCount(value: number): boolean {
  return value >= 0 && value <= MOST;
}

function cleanShares(
  shares: ReadonlyMap<number, number> | null,
): ReadonlyMap<number, number> | null {
  if (shares === null) return null;
  const good = [...shares].filter(([, share]) => isCount(share) && share > 0);
  const all = good.reduce((sum, [, share]) => sum + share, 0);
  return all > 0 ? new Map(good.map(([cpu, share]) => [cpu, share / all])) : null;
}
