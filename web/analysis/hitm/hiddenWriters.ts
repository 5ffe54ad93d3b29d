import type { MemberPath } from '../../layout/ids';
import type { Assignment } from './assign';
import type { Calibrated } from './calibrated';
import type { FieldPlacement } from './placement';

/** A field that comes to lie beside fields of which the report shows nothing. */
export interface Exposure {
  readonly field: MemberPath;
  readonly line: number;
  /** Loads that would be HITM if one of these fields were written all the time. */
  readonly loads: number;
}

/**
 * Readers on a line whose writer may be hidden: perf leaves out lines under 0.1 % of all HITM and rows under 0.5 %, so
 * that a line of which nothing is shown may be written.
 */
export function hiddenWriters(
  { baseline, isWhole, lineBytes, unobservable }: Calibrated,
  { group, baseBytes, lines, weight }: Assignment,
  placement: FieldPlacement,
): readonly Exposure[] {
  if (isWhole || unobservable.size === 0) return [];
  const shown = (path: MemberPath) => {
    const start = baseline.offsets.get(path);
    if (start === undefined) return true;
    return group.lineAtoms.has(Math.floor((group.baseBytes + start) / lineBytes));
  };
  const dark = new Set<number>();
  for (const { path, offsetBytes, sizeBytes } of placement.fields) {
    if (!unobservable.has(path) || shown(path)) continue;
    const first = Math.floor((baseBytes + offsetBytes) / lineBytes);
    const last = Math.floor((baseBytes + offsetBytes + Math.max(1, sizeBytes) - 1) / lineBytes);
    for (let line = first; line <= last; line++) dark.add(line);
  }
  const { exposed, storeVisits } = group.central;
  return [...dark].flatMap((line) => {
    const here = lines.get(line) ?? [];
    // Where a writer is shown, another one changes little.
    if (here.some((index) => (storeVisits[index] ?? 0) > 0)) return [];
    return here.flatMap((index): readonly Exposure[] => {
      const site = group.sites[index];
      const loads = exposed[index]?.reduce((sum, visits) => sum + visits, 0) ?? 0;
      if (site?.kind !== 'field' || loads <= 0) return [];
      return [{ field: site.field, line, loads: loads * weight }];
    });
  });
}
