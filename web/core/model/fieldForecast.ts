import { derived } from '../base/derived';
import type { MemberPath } from '../layout/ids';
import type { Assignment } from './assign';
import type { Calibrated } from './calibrated';
import type { CalibratedGroup } from './group';
import type { LineFigures } from './lineCache';
import type { HitmCount } from './profile';
import { countingBand, rangeOf, type Band, type Situation } from './range';

export interface FieldForecast {
  readonly field: MemberPath;
  /** `tagged` where its accesses are pseudo-heat, never a count. */
  readonly source: 'measured' | 'tagged';
  readonly hitm: HitmCount;
  /** At the baseline; 0 for pseudo-heat. */
  readonly measured: number;
  readonly band: Band;
}

/**
 * Adds up what the fields have on their lines, over instance groups and starts.
 *
 * @param situation null at the baseline, where figures are counts
 */
export function fieldForecasts(
  calibrated: Calibrated,
  placed: readonly { readonly assignment: Assignment; readonly figures: readonly LineFigures[] }[],
  situation: Situation | null,
): readonly FieldForecast[] {
  const { fields, slots } = fieldsOf(calibrated);
  const count = fields.length;
  const hitm = new Float64Array(count);
  const rmt = new Float64Array(count);
  const variance = new Float64Array(count);
  const add = (to: Float64Array, slot: number, value: number) => {
    to[slot] = (to[slot] as number) + value;
  };
  for (const { assignment, figures } of placed) {
    const { group, weight } = assignment;
    const own = slots.get(group) ?? [];
    for (const line of figures) {
      for (let at = 0; at < line.atoms.length; at++) {
        const index = line.atoms[at] as number;
        const slot = own[index] ?? -1;
        if (slot < 0) continue;
        const value = (line.hitm[at] as number) * weight;
        add(hitm, slot, value);
        add(variance, slot, (line.variance().byAtom[at] as number) * weight ** 2);
        add(rmt, slot, value * (group.central.rmtShare[index] ?? 0));
      }
    }
  }
  return fields.map(({ field, source, measured }, slot) => {
    const total = hitm[slot] as number;
    const remote = rmt[slot] as number;
    return {
      field,
      source,
      hitm: { total, rmt: remote, lcl: total - remote },
      measured,
      band:
        situation === null
          ? countingBand(total)
          : rangeOf(
              {
                predicted: total,
                measured,
                change: Math.abs(total - measured),
                variance: variance[slot] as number,
                firstAccess: 0,
              },
              situation,
            ),
    };
  });
}

interface Fields {
  readonly fields: readonly Pick<FieldForecast, 'field' | 'source' | 'measured'>[];
  /** For each atom of a group its field, -1 for what is no field's. */
  readonly slots: ReadonlyMap<CalibratedGroup, readonly number[]>;
}

/** The same for every order: made once. */
const fieldsOf = derived((calibrated: Calibrated): Fields => {
  const fields: { field: MemberPath; source: 'measured' | 'tagged'; measured: number }[] = [];
  const slotOf = new Map<MemberPath, number>();
  const slots = new Map(
    calibrated.groups.map((group) => {
      const own = group.sites.map((site, index) => {
        const atom = group.atoms[index];
        if (site.kind !== 'field' || atom === undefined) return -1;
        let slot = slotOf.get(site.field);
        if (slot === undefined) {
          slotOf.set(site.field, (slot = fields.length));
          fields.push({ field: site.field, source: site.source, measured: 0 });
        }
        const field = fields[slot];
        if (field !== undefined) field.measured += atom.hitm + atom.atomicHitm;
        return slot;
      });
      return [group, own] as const;
    }),
  );
  return { fields, slots };
});
