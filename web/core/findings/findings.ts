import type { Applied } from '../edit/applied';
import type { Layout } from '../layout/layout';
import type { OrderedStruct } from '../layout/order';
import type { Attribution } from '../heat/attribute';
import { alignmentFindings } from './alignments';
import type { Finding } from './finding';
import { holeFindings } from './holes';
import { lockFindings } from './locks';
import { raceFindings } from './races';
import { sharingFindings } from './sharing';
import { straddlingFindings } from './straddling';
import { usesOf } from './uses';

/**
 * What is worth looking at in a layout: races that an edit made first, then false sharing, which an order can
 * end, then what else was measured or tagged by its weight, then what costs bytes alone. Where nothing is measured or tagged only
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
  const bySamples = (a: Finding, b: Finding) => b.samples - a.samples;
  return [
    ...raceFindings(applied.struct, original),
    ...[...sharingFindings(uses)].sort(bySamples),
    ...[...lockFindings(applied, uses), ...straddlingFindings(applied, uses)].sort(bySamples),
    ...alignmentFindings(applied, layout, attribution, uses),
    ...holeFindings(applied, layout),
  ];
}
