import { type AccessRow, isAtomic } from './profile';

/** The rows of one accessed place, summed up the way the model needs them. Counts are samples. */
export interface Atom {
  readonly id: string;
  /** The baseline line that its rows were measured on, as an index into the model's lines. */
  readonly line: number;
  readonly cpus: number;
  readonly cpuShares: ReadonlyMap<number, number> | null;
  /** HITM of plain loads. */
  readonly hitm: number;
  /** HITM of read-modify-writes. */
  readonly atomicHitm: number;
  readonly stores: number;
  readonly atomicStores: number;
  readonly otherLoads: number;
  /** Remote share of its HITM; null where it has none. */
  readonly rmtShare: number | null;
  readonly users: readonly AtomUser[];
}

/** What one symbol does to one atom. */
export interface AtomUser {
  /** Index of the symbol within the model. */
  readonly symbol: number;
  /** Whether it loads by plain loads. */
  readonly loads: boolean;
  readonly hitm: number;
  readonly otherLoads: number;
  /** Smallest code offset of its plain loads; Infinity without. */
  readonly firstLoad: number;
  readonly stores: number;
  /** Stores of the row that stores most: rows of one visit store about equally often. */
  readonly topStores: number;
  /** Smallest code offset of its stores, atomic ones included; Infinity without. */
  readonly firstStore: number;
}

/** Rows before they are summed up. */
export interface AtomRows {
  readonly id: string;
  readonly cpuShares: ReadonlyMap<number, number> | null;
  readonly rows: readonly AccessRow[];
}

/** Sums up the rows of each line's atoms. Symbols are counted through over all of them. */
export function sumAtoms(lines: readonly (readonly AtomRows[])[]): readonly Atom[] {
  const symbols = new Map<string, number>();
  return lines.flatMap((atoms, line) => atoms.map((atom) => sumAtom(atom, line, symbols)));
}

function sumAtom(source: AtomRows, line: number, symbols: Map<string, number>): Atom {
  const users = new Map<number, { -readonly [K in keyof AtomUser]: AtomUser[K] }>();
  let cpus = 1;
  let hitm = 0;
  let atomicHitm = 0;
  let rmt = 0;
  let stores = 0;
  let atomicStores = 0;
  let otherLoads = 0;
  for (const row of source.rows) {
    const user = userOf(row.symbol, symbols, users);
    const rowHitm = row.rmtHitm + row.lclHitm;
    const atomic = isAtomic(row);
    cpus = Math.max(cpus, row.cpus);
    rmt += row.rmtHitm;
    if (row.stores > 0) {
      stores += row.stores;
      user.stores += row.stores;
      user.topStores = Math.max(user.topStores, row.stores);
      user.firstStore = Math.min(user.firstStore, row.codeOffset);
    }
    if (atomic) {
      atomicHitm += rowHitm;
      atomicStores += row.stores;
    } else if (rowHitm + row.otherLoads > 0 || row.isUnsampled) {
      hitm += rowHitm;
      otherLoads += row.otherLoads;
      user.loads = true;
      user.hitm += rowHitm;
      user.otherLoads += row.otherLoads;
      user.firstLoad = Math.min(user.firstLoad, row.codeOffset);
    }
  }
  const all = hitm + atomicHitm;
  return {
    id: source.id,
    line,
    cpus,
    cpuShares: source.cpuShares,
    hitm,
    atomicHitm,
    stores,
    atomicStores,
    otherLoads,
    rmtShare: all > 0 ? rmt / all : null,
    users: [...users.values()],
  };
}

function userOf(
  name: string,
  symbols: Map<string, number>,
  users: Map<number, { -readonly [K in keyof AtomUser]: AtomUser[K] }>,
) {
  let symbol = symbols.get(name);
  if (symbol === undefined) symbols.set(name, (symbol = symbols.size));
  let user = users.get(symbol);
  if (user === undefined) {
    user = {
      symbol,
      loads: false,
      hitm: 0,
      otherLoads: 0,
      firstLoad: Infinity,
      stores: 0,
      topStores: 0,
      firstStore: Infinity,
    };
    users.set(symbol, user);
  }
  return user;
}
