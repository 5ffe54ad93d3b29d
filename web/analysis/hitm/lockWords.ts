import type { LockObject } from '../locks/objects';
import type { Site } from './site';
import type { AccessRow } from './profile';

/** The stores of a lock, for those of its words that met HITM though no store of theirs was sampled. */
export interface LockWords {
  readonly site: Extract<Site, { kind: 'lockWords' }>;
  /** The line of such a word when the profile was measured; where there is none, the line of the stores. */
  readonly line: number;
  /** Whether there was such a line: then these stores are among its own. */
  readonly isAlone: boolean;
  readonly rows: readonly AccessRow[];
}

interface Placed {
  readonly site: Site;
  readonly rows: readonly AccessRow[];
}

/**
 * Whoever takes or releases a lock writes its count and its owner, sampled or not. A word that met HITM is written: laid
 * on another line than the word whose stores were sampled, it would otherwise seem free of all stores.
 */
export function lockWords(
  locks: readonly LockObject[],
  lines: ReadonlyMap<number, readonly Placed[]>,
): readonly LockWords[] {
  return locks.flatMap(({ kind, field, offsetBytes, sizeBytes }): readonly LockWords[] => {
    if (kind !== 'lock') return [];
    const site = { kind: 'lockWords', field, offsetBytes, sizeBytes } as const;
    const own = [...lines].map(([line, atoms]) => ({
      line,
      rows: atoms.filter((atom) => isWordOf(atom.site, site)).flatMap(({ rows }) => rows),
    }));
    const written = own.filter(({ rows }) => rows.some(hasStores));
    const [first] = written;
    if (first === undefined) return [];
    const alone = own.find(({ rows }) => rows.some(hasHitm) && !rows.some(hasStores));
    const writes = written.flatMap(({ rows }) => rows).filter(hasStores);
    const rows = writes.map(({ stores, cpus }, at): AccessRow => ({
      // Functions of their own: what else those that store do on a line is told by their rows.
      symbol: `${field} is taken ${at}`,
      codeOffset: 0,
      rmtHitm: 0,
      lclHitm: 0,
      otherLoads: 0,
      stores,
      cpus,
    }));
    return [{ site, line: alone?.line ?? first.line, isAlone: alone !== undefined, rows }];
  });
}

/** Whether an atom is one of the words of a lock. */
export function isWordOf(
  atom: Site,
  lock: { readonly field: string; readonly offsetBytes: number; readonly sizeBytes: number },
): boolean {
  if (atom.kind !== 'field' || atom.field !== lock.field) return false;
  const into = atom.offsetBytes - lock.offsetBytes;
  return into >= 0 && into < lock.sizeBytes;
}

function hasStores({ stores }: AccessRow): boolean {
  return stores > 0;
}

function hasHitm({ rmtHitm, lclHitm }: AccessRow): boolean {
  return rmtHitm + lclHitm > 0;
}
