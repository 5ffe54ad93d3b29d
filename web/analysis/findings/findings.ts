import type { Applied } from '../../edit/applied';
import type { Layout } from '../../layout/layout';
import type { OrderedStruct } from '../../layout/order';
import type { Attribution } from '../attribute/attribute';
import { alignmentFindings } from './alignments';
import type { Finding } from './finding';
import { holeFindings } from './holes';
import { lockFindings } from './locks';
import { raceFindings } from './races';
import { sharingFindings } from './sharing';
import { straddlingFindings } from './straddling';
import { usesOf } from './uses';

/**
 * What is worth looking at in a layout: races that an edit made first, then what was measured by its
 * weight, then what was tagged, then what costs bytes alone. Where nothing is measured or tagged only
 * the last are looked for: a struct that nobody calls hot has no contention to speak of.
 *
 * @param layout of `applied`
 * @param original the untouched order
 */
export function findingsOf(
  applied: Applied,
  layout: Layout,
  original: OrderedStruct,
  attribution: Attribution | null,
): readonly Finding[] {
  const uses = usesOf(applied, layout, attribution);
  const byHeat = [
    ...sharingFindings(uses),
    ...lockFindings(applied, uses),
    ...straddlingFindings(applied, uses),
  ].sort((a, b) => b.samples - a.samples);
  return [
    ...raceFindings(applied.struct, original),
    ...byHeat,
    ...alignmentFindings(applied, layout, attribution, uses),
    ...holeFindings(applied, layout),
  ];
}
