/**
 * How likely two accesses come from different CPUs, as a linear map: `foreign(x)_i = sum_j d_ij x_j`
 * over the atoms of one line.
 */
export interface CpuOverlap {
  /** Writes `sum_j d_ij x_j` for each of `atoms` (indices into the mix) to `out`. */
  foreign(atoms: readonly number[], x: Float64Array, out: Float64Array): void;
}

/** CPUs of one atom: how many, and their shares where they are known. */
export interface AtomCpus {
  readonly cpus: number;
  readonly cpuShares: ReadonlyMap<number, number> | null;
}

/**
 * With listed CPUs `d_ij = 1 - sum_c p_i(c) p_j(c)`; otherwise accesses of an atom spread evenly over
 * its CPUs, and those of two atoms over all CPUs of the profile (at least 2).
 */
export function cpuOverlap(atoms: readonly AtomCpus[], cpuCount: number): CpuOverlap {
  const self = Float64Array.from(atoms, (atom) => ownShare(atom));
  const other = 1 - 1 / Math.max(2, cpuCount);
  return atoms.some((atom) => atom.cpuShares !== null)
    ? listedCpus(atoms, self, other)
    : evenCpus(self, other);
}

function ownShare({ cpus, cpuShares }: AtomCpus): number {
  return cpuShares === null ? 1 - 1 / Math.max(1, cpus) : 1 - overlap(cpuShares, cpuShares);
}

function overlap(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [cpu, share] of a) sum += share * (b.get(cpu) ?? 0);
  return sum;
}

/** One value off the diagonal: the sum is had from the total, without looking at pairs. */
function evenCpus(self: Float64Array, other: number): CpuOverlap {
  return {
    foreign(atoms, x, out) {
      let total = 0;
      for (let i = 0; i < atoms.length; i++) total += x[i] as number;
      for (let i = 0; i < atoms.length; i++) {
        const own = x[i] as number;
        out[i] = other * (total - own) + (self[atoms[i] as number] as number) * own;
      }
    },
  };
}

function listedCpus(atoms: readonly AtomCpus[], self: Float64Array, other: number): CpuOverlap {
  const known = new Map<number, number>();
  const between = (i: number, j: number): number => {
    if (i === j) return self[i] as number;
    const key = Math.min(i, j) * atoms.length + Math.max(i, j);
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    const a = atoms[i]?.cpuShares ?? null;
    const b = atoms[j]?.cpuShares ?? null;
    const value = a !== null && b !== null ? 1 - overlap(a, b) : other;
    known.set(key, value);
    return value;
  };
  return {
    foreign(line, x, out) {
      for (let i = 0; i < line.length; i++) {
        let sum = 0;
        for (let j = 0; j < line.length; j++) {
          const value = x[j] as number;
          if (value !== 0) sum += between(line[i] as number, line[j] as number) * value;
        }
        out[i] = sum;
      }
    },
  };
}
