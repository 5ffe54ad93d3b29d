import { plural } from '../base/prose';
import { applyEdit } from '../edit/apply';
import type { Applied } from '../edit/applied';
import { computeLayout } from '../layout/compute';
import type { Layout } from '../layout/layout';
import { membersOf } from '../layout/walk';
import type { Attribution } from '../heat/attribute';
import type { Finding } from './finding';
import { conflictsOf } from './sharing';
import { straddlingFindings } from './straddling';
import { usesOf, type Uses } from './uses';

/**
 * Forced alignments that make the struct larger and keep nothing apart that is known to conflict. Asked
 * only where something is measured or tagged: without that nobody can say what they are for.
 */
export function alignmentFindings(
  applied: Applied,
  layout: Layout,
  attribution: Attribution | null,
  uses: Uses,
): readonly Finding[] {
  if (!uses.all.some(uses.isHot)) return [];
  const forced = [...membersOf(applied.struct.root)].filter(
    ({ align, typeAlign, bitField, inner }) =>
      align !== null && bitField === null && inner === null && align.bytes > typeAlign.bytes,
  );
  const now = troubleOf(applied, uses);
  return forced.flatMap(({ path, align }) => {
    const without = applyEdit(applied, { kind: 'unalign', member: path });
    if (align === null || !without.ok) return [];
    const after = computeLayout(without.value.struct);
    const costBytes = (layout.sizeBits - after.sizeBits) / 8;
    if (costBytes <= 0) return [];
    const then = troubleOf(without.value, usesOf(without.value, after, attribution));
    if (then.pairs > now.pairs || then.samples > now.samples) return [];
    return {
      kind: 'alignment',
      title: `Alignment of ${path} costs ${plural(costBytes, 'byte')}`,
      reason: `Without the ${align.bytes}-byte alignment of \`${path}\` the struct takes ${after.sizeBits / 8} bytes instead of ${layout.sizeBits / 8}, and no more fields that are ${
        uses.measured ? 'measured' : 'tagged'
      } as written and used share a line than now.`,
      members: [path],
      lines: [],
      functions: [],
      samples: 0,
    };
  });
}

/** How much conflicts and straddles, to compare two layouts of the same heat. */
function troubleOf(applied: Applied, uses: Uses) {
  const conflicts = conflictsOf(uses);
  const straddling = straddlingFindings(applied, uses);
  const pairs = conflicts.reduce((sum, { writers, victims }) => {
    return sum + writers.length * victims.length;
  }, straddling.length);
  const victims = conflicts.flatMap((conflict) => conflict.victims);
  const samples = victims.reduce((sum, use) => sum + use.snoops + use.loads, 0);
  return { pairs, samples };
}
