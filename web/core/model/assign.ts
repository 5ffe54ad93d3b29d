import type { MemberPath } from '../layout/ids';
import type { CalibratedGroup, Site } from './group';
import type { Flag } from './flags';
import { alignedBase, linesOfBytes } from '../layout/lines';
import type { FieldPlacement, Start } from './placement';

/** One way in which objects of an instance group may begin: which atoms meet on which line. */
export interface Assignment {
  readonly group: CalibratedGroup;
  readonly baseBytes: number;
  /** Share of the group's objects that begin so. */
  readonly weight: number;
  /** Line 0 holds the struct's first byte; atoms ascend. */
  readonly lines: ReadonlyMap<number, readonly number[]>;
  /** Atoms that could not be placed. */
  readonly leftOut: readonly number[];
  /**
   * Bytes outside the struct that lay on its lines, where it begins elsewhere now: nobody knows where they lie. They are
   * kept with the hottest field of their line: left out, they would be a gain of every order that lets the struct begin
   * elsewhere.
   */
  readonly adrift: readonly number[];
}

/** An atom that crosses a line boundary belongs to each of its lines, with its full rates. */
export function assign(
  group: CalibratedGroup,
  placement: FieldPlacement,
  lineBytes: number,
): readonly Assignment[] {
  const { start } = placement;
  const starts = startsOf(start, group.baseBytes, lineBytes);
  const moved = starts.length !== 1 || starts[0] !== group.baseBytes;
  return starts.map((baseBytes) => {
    const ruler = { lineBytes, baseBytes };
    const lines = new Map<number, number[]>();
    const leftOut: number[] = [];
    const adrift: number[] = [];
    const put = (line: number, index: number) => {
      const here = lines.get(line);
      if (here === undefined) lines.set(line, [index]);
      else here.push(index);
    };
    const lineNow = (site: FieldSite): number | null => {
      const field = placement.offsets.get(site.field);
      if (field === undefined) return null;
      return linesOfBytes(field + site.offsetBytes, 1, ruler).first;
    };
    group.sites.forEach((site, index) => {
      if (site.kind === 'foreign') {
        const isAdrift = moved && !site.isCutOff;
        const hottest = site.isCutOff || isAdrift ? hottestField(group, site.line) : null;
        const line = hottest !== null ? lineNow(hottest) : moved ? null : site.line;
        if (isAdrift) adrift.push(index);
        if (line === null) leftOut.push(index);
        else put(line, index);
        return;
      }
      const field = placement.offsets.get(site.field);
      if (field === undefined) {
        leftOut.push(index);
        return;
      }
      const touched = site.straddled ? 1 : site.sizeBytes;
      const { first, last } = linesOfBytes(field + site.offsetBytes, touched, ruler);
      for (let line = first; line <= last; line++) put(line, index);
    });
    return { group, baseBytes, weight: 1 / starts.length, lines, leftOut, adrift };
  });
}

/** Bytes of the first line before objects that began at `baseBytes` when they were profiled. */
export function startsOf(start: Start, baseBytes: number, lineBytes: number): readonly number[] {
  switch (start.kind) {
    case 'asProfiled':
      return [baseBytes];
    case 'realigned':
      return [alignedBase(baseBytes, start.alignBytes, lineBytes)];
    case 'anyOf':
      return start.baseBytes;
  }
}

type FieldSite = Extract<Site, { kind: 'field' }>;

/** The field with most HITM among those that were measured on a line. */
function hottestField({ lineAtoms, atoms, sites }: CalibratedGroup, line: number) {
  let best: FieldSite | null = null;
  let most = 0;
  for (const index of lineAtoms.get(line) ?? []) {
    const site = sites[index];
    const atom = atoms[index];
    const hitm = (atom?.hitm ?? 0) + (atom?.atomicHitm ?? 0);
    if (site?.kind !== 'field' || hitm <= most) continue;
    most = hitm;
    best = site;
  }
  return best;
}

/**
 * The same fields share lines as when the profile was measured, those too of which nothing was sampled: on another line
 * they may meet a writer, or write.
 */
export function isBaseline(
  { group, baseBytes, lines, leftOut, adrift }: Assignment,
  placement: FieldPlacement,
  baseline: FieldPlacement,
  lineBytes: number,
): boolean {
  if (leftOut.length > 0 || adrift.length > 0 || lines.size !== group.lineAtoms.size) return false;
  for (const line of lines.values()) if (!group.baselineLines.has(line.join())) return false;
  const lineNow = new Map<number, number>();
  const lineThen = new Map<number, number>();
  for (const { path, sizeBytes, offsetBytes } of placement.fields) {
    const before = baseline.offsets.get(path);
    if (before === undefined || sizeBytes === 0) continue;
    for (const byte of [0, sizeBytes - 1]) {
      const then = Math.floor((group.baseBytes + before + byte) / lineBytes);
      const now = Math.floor((baseBytes + offsetBytes + byte) / lineBytes);
      if ((lineNow.get(then) ?? now) !== now || (lineThen.get(now) ?? then) !== then) return false;
      lineNow.set(then, now);
      lineThen.set(now, then);
    }
  }
  return true;
}

/** Says what could not be placed, once for each group. */
export function leftOutFlags(assignments: readonly Assignment[]): readonly Flag[] {
  let foreign = 0;
  let lost = 0;
  const fields = new Set<MemberPath>();
  const seen = new Set<CalibratedGroup>();
  for (const { group, leftOut, adrift } of assignments) {
    if (seen.has(group)) continue;
    seen.add(group);
    const hitmOf = (index: number) => {
      const atom = group.atoms[index];
      return (atom?.hitm ?? 0) + (atom?.atomicHitm ?? 0);
    };
    for (const index of adrift) foreign += hitmOf(index);
    for (const index of leftOut) {
      const site = group.sites[index];
      if (site?.kind !== 'field') continue;
      lost += hitmOf(index);
      fields.add(site.field);
    }
  }
  const flags: Flag[] = [];
  if (foreign > 0) flags.push({ kind: 'foreignUnplaced', hitm: foreign });
  if (fields.size > 0) flags.push({ kind: 'unplaced', hitm: lost, fields: [...fields] });
  return flags;
}
