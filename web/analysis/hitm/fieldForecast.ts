import type { MemberPath } from '../../layout/ids';
import type { Assignment } from './assign';
import type { Band } from './band';
import type { Calibrated } from './calibrate';
import type { HitmCount } from './forecast';
import type { LineFigures } from './lineCache';

export interface FieldForecast {
  readonly field: MemberPath;
  /** `tagged` where its accesses are pseudo-heat, never a count. */
  readonly source: 'measured' | 'tagged';
  readonly hitm: HitmCount;
  /** At the baseline; 0 for pseudo-heat. */
  readonly measured: number;
  readonly band: Band;
  /** HITM that it would have with no other field on its line: true sharing. */
  readonly floor: number;
  /** What its lines would lose without it; negative where it shields others. */
  readonly removable: number;
}

interface Sums {
  source: 'measured' | 'tagged';
  hitm: number;
  rmt: number;
  measured: number;
  floor: number;
  removable: number;
  variants: number[];
}

/** Adds up what the fields have on their lines, over instance groups and starts. */
export function fieldForecasts(
  calibrated: Calibrated,
  placed: readonly { readonly assignment: Assignment; readonly figures: readonly LineFigures[] }[],
  band: (variants: readonly number[], central: number) => Band,
): readonly FieldForecast[] {
  const fields = new Map<MemberPath, Sums>();
  for (const { atoms, sites } of calibrated.groups) {
    atoms.forEach((atom, index) => {
      const site = sites[index];
      if (site?.kind !== 'field') return;
      sumsOf(fields, site.field, site.source).measured += atom.hitm + atom.atomicHitm;
    });
  }
  for (const { assignment, figures } of placed) {
    const { group, weight } = assignment;
    for (const line of figures) {
      const byVariant = line.atomVariants();
      line.atoms.forEach((index, at) => {
        const site = group.sites[index];
        if (site?.kind !== 'field') return;
        const sums = sumsOf(fields, site.field, site.source);
        const hitm = (line.hitm[at] ?? 0) * weight;
        sums.hitm += hitm;
        sums.rmt += hitm * (group.central.rmtShare[index] ?? 0);
        byVariant.forEach((values, k) => {
          sums.variants[k] = (sums.variants[k] ?? 0) + (values[at] ?? 0) * weight;
        });
      });
      for (const { field, floor, removable } of line.parts()) {
        const sums = fields.get(field);
        if (sums === undefined) continue;
        sums.floor += floor * weight;
        sums.removable += removable * weight;
      }
    }
  }
  return [...fields].map(([field, sums]) => ({
    field,
    source: sums.source,
    hitm: { total: sums.hitm, rmt: sums.rmt, lcl: sums.hitm - sums.rmt },
    measured: sums.measured,
    band: band(sums.variants, sums.hitm),
    floor: sums.floor,
    removable: sums.removable,
  }));
}

function sumsOf(
  fields: Map<MemberPath, Sums>,
  field: MemberPath,
  source: 'measured' | 'tagged',
): Sums {
  let sums = fields.get(field);
  if (sums === undefined) {
    sums = { source, hitm: 0, rmt: 0, measured: 0, floor: 0, removable: 0, variants: [] };
    fields.set(field, sums);
  }
  return sums;
}
