import { linesOfBytes } from '../layout/lines';
import { derived } from '../base/derived';
import type { MemberPath } from '../layout/ids';
import type { LockObject } from '../locks/objects';
import type { Assignment } from './assign';
import type { Calibrated } from './calibrated';
import type { Flag } from './flags';
import type { CalibratedGroup, Site } from './group';
import type { FieldPlacement } from './placement';

/** What an order does to locks that were sampled. */
export interface LockChanges {
  /** Locks whose words lie on more lines than before. */
  readonly split: ReadonlySet<MemberPath>;
  /**
   * Locks, and written fields that one protects, that lose a neighbour which is written. Who waits and who holds then
   * meet each other in another way, and whether that is more or less no count tells.
   */
  readonly loses: ReadonlySet<MemberPath>;
  /** Those that get a neighbour which contends: by how much no count tells. */
  readonly gains: ReadonlySet<MemberPath>;
}

/** An atom with less than this share of its struct's accesses does not contend. */
const CONTENDS_SHARE = 0.01;
/** An atom with less than this share of a line's stores is as good as only read. */
const WRITTEN_SHARE = 0.05;

export function lockChanges(
  { baseline, lineBytes, locks }: Calibrated,
  assignments: readonly Assignment[],
  placement: FieldPlacement,
): LockChanges {
  const split = new Set<MemberPath>();
  const loses = new Set<MemberPath>();
  const gains = new Set<MemberPath>();
  for (const assignment of assignments) {
    const { group } = assignment;
    const profiled = { lines: group.lineAtoms, placement: baseline, baseBytes: group.baseBytes };
    const now = { lines: assignment.lines, placement, baseBytes: assignment.baseBytes };
    for (const place of watched(group, locks)) {
      const before = around(place, profiled, lineBytes);
      const after = around(place, now, lineBytes);
      if (before === null || after === null) continue;
      if (place.isLock && after.lineCount > before.lineCount) split.add(place.field);
      const isOwn = (index: number) => place.atoms.includes(index);
      const comes = [...after.atoms].some(
        (index) => !isOwn(index) && !before.atoms.has(index) && contends(group, index),
      );
      const goes = [...before.atoms].some(
        (index) =>
          !isOwn(index) && !after.atoms.has(index) && isWritten(group, index, before.atoms),
      );
      if (comes) gains.add(place.field);
      if (goes) loses.add(place.field);
    }
  }
  return { split, loses, gains };
}

/** What is said of locks of which nobody can say whether an order makes them cheaper or dearer. */
export function lockFlags({ split, loses }: LockChanges): readonly Flag[] {
  const others = [...loses].filter((field) => !split.has(field));
  return [
    ...(split.size > 0 ? [{ kind: 'lockSplit' as const, fields: [...split] }] : []),
    ...(others.length > 0 ? [{ kind: 'lockNeighbours' as const, fields: others }] : []),
  ];
}

/** A line that a lock left, of which it is unknown how many HITM its other stores make. */
export interface LeftByLock {
  readonly assignment: Assignment;
  readonly line: number;
  /** What its fields had beside the lock: fewer writers give no more. */
  readonly most: number;
}

/**
 * How many HITM a store makes is learned from lines that have both. Where all of these held a lock, it is of the lock:
 * whoever takes and releases it stores several times while the line changes hands once. The stores that stay behind,
 * few as they are, may each make one.
 */
export function leftByLock(
  { isStoreRatioKnown, locks }: Calibrated,
  assignments: readonly Assignment[],
): readonly LeftByLock[] {
  if (isStoreRatioKnown) return [];
  return assignments.flatMap((assignment) => {
    const { group, lines, weight } = assignment;
    const { atoms, central, lineAtoms } = group;
    const words = lockAtoms(group, locks);
    const isKnown = [...lineAtoms.values()].some(
      (line, at) => central.lines[at]?.theta !== null && !line.some((index) => words.has(index)),
    );
    if (isKnown) return [];
    return [...lines].flatMap(([line, here]): readonly LeftByLock[] => {
      const wasBeside = [...lineAtoms.values()].find(
        (before) =>
          before.some((index) => words.has(index)) && here.some((index) => before.includes(index)),
      );
      const isWritten = here.some((index) => (atoms[index]?.stores ?? 0) > 0);
      if (wasBeside === undefined || !isWritten || here.some((index) => words.has(index)))
        return [];
      const { hitmTotal, measured } = group.cache.figures(here);
      if (measured <= 0) return [];
      return [{ assignment, line, most: Math.max(measured, hitmTotal) * weight }];
    });
  });
}

/**
 * Measured HITM of fields that an order takes away from all stores that rows show, while rows with stores are missing
 * from the report: these may be the field's own, or go with it.
 */
export function partedFromStores(assignments: readonly Assignment[]): number {
  let hitm = 0;
  for (const { group, lines, weight } of assignments) {
    for (const before of group.lineAtoms.values()) {
      const isCutOff = (index: number) => {
        const site = group.sites[index];
        return site?.kind === 'foreign' && site.isCutOff && (group.atoms[index]?.stores ?? 0) > 0;
      };
      if (!before.some(isCutOff)) continue;
      const stores = (index: number) => !isCutOff(index) && (group.atoms[index]?.stores ?? 0) > 0;
      for (const index of before) {
        const atom = group.atoms[index];
        if (group.sites[index]?.kind !== 'field' || !atom || atom.hitm <= 0 || stores(index))
          continue;
        const now = [...lines.values()].filter((line) => line.includes(index)).flat();
        if (!now.some(stores)) hitm += atom.hitm * weight;
      }
    }
  }
  return hitm;
}

/** The atoms of a group that are words of a lock. */
export const lockAtoms = derived(
  ({ sites }: CalibratedGroup, locks: Calibrated['locks']): ReadonlySet<number> => {
    const own = locks.filter(({ kind }) => kind === 'lock');
    const isWord = (site: Site) =>
      site.kind === 'field' &&
      own.some(
        ({ field, offsetBytes, sizeBytes }) =>
          site.field === field &&
          site.offsetBytes >= offsetBytes &&
          site.offsetBytes < offsetBytes + sizeBytes,
      );
    return new Set(sites.flatMap((site, index) => (isWord(site) ? [index] : [])));
  },
);

/** Bytes whose neighbours matter: a lock, or a field that it protects. */
interface Watched {
  readonly field: MemberPath;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  readonly isLock: boolean;
  readonly atoms: readonly number[];
}

/** Locks of which something was sampled, and the fields that they protect and that are written. */
const watched = derived(
  (group: CalibratedGroup, locks: readonly LockObject[]): readonly Watched[] => {
    const atomsIn = (field: MemberPath, from: number, size: number) =>
      group.sites.flatMap((site, index) => {
        const inside = site.kind !== 'foreign' && site.field === field;
        return inside && site.offsetBytes >= from && site.offsetBytes < from + size ? [index] : [];
      });
    const all: Watched[] = [];
    for (const { kind, field, offsetBytes, sizeBytes, guards } of locks) {
      const atoms = atomsIn(field, offsetBytes, sizeBytes);
      if (kind !== 'lock' || !atoms.some((index) => contends(group, index))) continue;
      all.push({ field, offsetBytes, sizeBytes, isLock: true, atoms });
      for (const guarded of guards) {
        const own = atomsIn(guarded, 0, Infinity);
        const first = own[0];
        if (first === undefined) continue;
        const line = group.atoms[first]?.line ?? -1;
        const here = new Set(
          group.atoms.flatMap((atom, index) => (atom.line === line ? [index] : [])),
        );
        if (!own.some((index) => isWritten(group, index, here))) continue;
        all.push({ field: guarded, offsetBytes: 0, sizeBytes: 1, isLock: false, atoms: own });
      }
    }
    return all;
  },
);

interface Where {
  readonly lines: ReadonlyMap<number, readonly number[]>;
  readonly placement: FieldPlacement;
  readonly baseBytes: number;
}

/** The atoms on the lines of some bytes, but for what a cut report lost; null where the field is not placed. */
function around(
  { field, offsetBytes, sizeBytes }: Watched,
  { lines, placement, baseBytes }: Where,
  lineBytes: number,
): { readonly lineCount: number; readonly atoms: ReadonlySet<number> } | null {
  const start = placement.offsets.get(field);
  if (start === undefined) return null;
  const ruler = { lineBytes, baseBytes };
  const { first, last } = linesOfBytes(start + offsetBytes, sizeBytes, ruler);
  const atoms = new Set<number>();
  for (let line = first; line <= last; line++) {
    for (const index of lines.get(line) ?? []) atoms.add(index);
  }
  return { lineCount: last - first + 1, atoms };
}

function accesses({ central }: CalibratedGroup, index: number): number {
  const loads = central.exposed[index]?.reduce((sum, visits) => sum + visits, 0) ?? 0;
  return loads + (central.storeVisits[index] ?? 0);
}

/** Whether an atom is accessed often enough to be in the way. What a cut report lost is no atom of its own. */
function contends(group: CalibratedGroup, index: number): boolean {
  return contending(group).has(index);
}

const contending = derived((group: CalibratedGroup): ReadonlySet<number> => {
  const amounts = group.atoms.map((_, at) => accesses(group, at));
  const least = CONTENDS_SHARE * amounts.reduce((sum, amount) => sum + amount, 0);
  const isCutOff = (at: number) => {
    const site = group.sites[at];
    return site?.kind === 'foreign' && site.isCutOff;
  };
  return new Set(amounts.flatMap((amount, at) => (amount > least && !isCutOff(at) ? [at] : [])));
});

function isWritten(group: CalibratedGroup, index: number, line: ReadonlySet<number>): boolean {
  const site = group.sites[index];
  if (site?.kind === 'foreign' && site.isCutOff) return false;
  const { storeVisits } = group.central;
  const all = [...line].reduce((sum, at) => sum + (storeVisits[at] ?? 0), 0);
  return (storeVisits[index] ?? 0) > WRITTEN_SHARE * all;
}
