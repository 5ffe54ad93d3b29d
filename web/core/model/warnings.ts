import { linesOfBytes } from '../layout/lines';
import { derived } from '../base/derived';
import type { MemberPath } from '../layout/ids';
import type { Assignment } from './assign';
import type { Calibrated } from './calibrated';
import { pairOf, type CalibratedGroup } from './group';
import type { Flag } from './flags';
import type { FieldPlacement } from './placement';

/**
 * Fields whose reads the profile could not have seen, by the line on which they now meet a writer that they did not
 * meet before. A field that is read on a line which nobody writes never misses, so the profile has no record of it.
 */
export function unknownReaders(
  { unobservable, baseline, lineBytes }: Calibrated,
  { group, baseBytes, lines }: Assignment,
  placement: FieldPlacement,
): ReadonlyMap<number, readonly MemberPath[]> {
  const met = new Map<number, MemberPath[]>();
  if (unobservable.size === 0) return met;
  const writersOf = (atoms: readonly number[]) =>
    atoms.filter((index) => (group.central.storeVisits[index] ?? 0) > 0);
  const writers = new Map([...lines].map(([line, atoms]) => [line, writersOf(atoms)]));
  for (const { path, offsetBytes, sizeBytes } of placement.fields) {
    if (!unobservable.has(path)) continue;
    const { first, last } = linesOfBytes(offsetBytes, sizeBytes, { lineBytes, baseBytes });
    const before = baseline.offsets.get(path);
    const metBefore = (writer: number) => {
      if (before === undefined) return false;
      const was = linesOfBytes(before, sizeBytes, { lineBytes, baseBytes: group.baseBytes });
      for (let line = was.first; line <= was.last; line++) {
        if (group.lineAtoms.get(line)?.includes(writer) === true) return true;
      }
      return false;
    };
    for (let line = first; line <= last; line++) {
      if (writers.get(line)?.every(metBefore) ?? true) continue;
      const here = met.get(line);
      if (here === undefined) met.set(line, [path]);
      else here.push(path);
      break;
    }
  }
  return met;
}

/**
 * Readers on a line whose writer may be hidden: perf leaves out lines under 0.1 % of all HITM and rows under 0.5 %, so
 * that a line of which nothing is shown may be written.
 */
export function besideHiddenWriters(
  { baseline, isWhole, lineBytes, unobservable }: Calibrated,
  { group, baseBytes, lines }: Assignment,
  placement: FieldPlacement,
): readonly MemberPath[] {
  if (isWhole || unobservable.size === 0) return [];
  const shown = (path: MemberPath) => {
    const start = baseline.offsets.get(path);
    if (start === undefined) return true;
    return group.lineAtoms.has(Math.floor((group.baseBytes + start) / lineBytes));
  };
  const dark = new Set<number>();
  for (const { path, offsetBytes, sizeBytes } of placement.fields) {
    if (!unobservable.has(path) || shown(path)) continue;
    const { first, last } = linesOfBytes(offsetBytes, sizeBytes, { lineBytes, baseBytes });
    for (let line = first; line <= last; line++) dark.add(line);
  }
  const { exposed, storeVisits } = group.central;
  return [...dark].flatMap((line) => {
    const here = lines.get(line) ?? [];
    // Where a writer is shown, another one changes little.
    if (here.some((index) => (storeVisits[index] ?? 0) > 0)) return [];
    return here.flatMap((index): readonly MemberPath[] => {
      const site = group.sites[index];
      const isRead = exposed[index]?.some((visits) => visits > 0) === true;
      return site?.kind === 'field' && isRead ? [site.field] : [];
    });
  });
}

/** Flags of one order: unknown readers, adjacent lines, atoms across a boundary. */
export function orderFlags(
  calibrated: Calibrated,
  assignments: readonly Assignment[],
  placement: FieldPlacement,
): readonly Flag[] {
  const flags: Flag[] = [];
  const straddling = new Set<MemberPath>();
  const reported = new Set<string>();
  for (const assignment of assignments) {
    for (const [line, fields] of unknownReaders(calibrated, assignment, placement)) {
      const key = `${line} ${fields.join()}`;
      if (reported.has(key)) continue;
      reported.add(key);
      flags.push({ kind: 'unknownReaders', line, fields });
    }
    for (const { writerLine, readerLine } of newPairs(calibrated, assignment)) {
      const key = `${writerLine}/${readerLine}`;
      if (reported.has(key)) continue;
      reported.add(key);
      flags.push({ kind: 'pair', writerLine, readerLine });
    }
    for (const field of straddlers(assignment)) straddling.add(field);
  }
  if (straddling.size > 0) flags.push({ kind: 'straddles', fields: [...straddling] });
  return flags;
}

function straddlers({ group, lines }: Assignment): MemberPath[] {
  const seen = new Set<number>();
  const fields: MemberPath[] = [];
  for (const atoms of lines.values()) {
    for (const index of atoms) {
      const site = group.sites[index];
      if (seen.has(index) && site?.kind === 'field') fields.push(site.field);
      seen.add(index);
    }
  }
  return fields;
}

/** A line counts as hot from this share of all stores or exposed loads of the struct. */
const HOT_SHARE = 0.1;

/**
 * Pairs of a hot written line and a hot read line that the profiled order did not have. Such a pair
 * cost mem_cgroup 22.7 % (kernel commit 4df910620beb).
 */
export function newPairs(
  { isPrefetchKnown }: Calibrated,
  { group, lines }: Assignment,
): { writerLine: number; readerLine: number }[] {
  // What it does is in the figures then.
  if (isPrefetchKnown) return [];
  const found: { writerLine: number; readerLine: number }[] = [];
  const before = profiledPairs(group);
  forHotPairs(group, lines, (writerLine, readerLine, key) => {
    if (!before.has(key)) found.push({ writerLine, readerLine });
  });
  return found;
}

const profiledPairs = derived((group: CalibratedGroup): ReadonlySet<string> => {
  const keys = new Set<string>();
  forHotPairs(group, group.lineAtoms, (_, __, key) => keys.add(key));
  return keys;
});

function forHotPairs(
  group: CalibratedGroup,
  lines: ReadonlyMap<number, readonly number[]>,
  visit: (writerLine: number, readerLine: number, key: string) => void,
): void {
  const { storeVisits } = group.central;
  const { loads, allLoads, allStores } = amountsOf(group);
  const amount = (line: number, of: (index: number) => number) =>
    lines.get(line)?.reduce((sum, index) => sum + of(index), 0) ?? 0;
  for (const [line, atoms] of lines) {
    const stores = amount(line, (index) => storeVisits[index] ?? 0);
    if (stores <= 0 || stores < HOT_SHARE * allStores) continue;
    const neighbours =
      group.firstOfPair === null ? [line - 1, line + 1] : [pairOf(line, group.firstOfPair)];
    for (const other of neighbours) {
      const read = amount(other, (index) => loads[index] ?? 0);
      if (read <= 0 || read < HOT_SHARE * allLoads) continue;
      visit(line, other, `${atoms.join()}|${lines.get(other)?.join() ?? ''}`);
    }
  }
}

interface Amounts {
  /** Exposed loads of each atom. */
  readonly loads: readonly number[];
  readonly allLoads: number;
  readonly allStores: number;
}

const amountsOf = derived(({ central }: CalibratedGroup): Amounts => {
  const loads = central.exposed.map((visits) => visits.reduce((sum, v) => sum + v, 0));
  return {
    loads,
    allLoads: loads.reduce((sum, value) => sum + value, 0),
    allStores: central.storeVisits.reduce((sum, value) => sum + value, 0),
  };
});
