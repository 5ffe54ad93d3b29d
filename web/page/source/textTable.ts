import { figuresOf } from '../../core/figures/figures';
import type { StructDesc } from '../../core/facts/generated';
import { tableFrom, type StructTable } from '../../core/facts/structTable';
import { computeLayout } from '../../core/layout/compute';
import { isEndKnown } from '../../core/layout/extent';
import { orderedFrom } from '../../core/layout/original';

/** The list of a text's structs, with their figures; -1 for what of a text that is cut nobody knows. */
export function textTable(structs: readonly StructDesc[]): StructTable {
  const seen = new Map<string, number>();
  const rows = structs.map((desc) => {
    const { name } = desc;
    const struct = orderedFrom(desc);
    const ruler = { lineBytes: desc.target.lineBytes, baseBytes: 0 };
    const isUnion = struct.root.keyword === 'union';
    const variant = (seen.get(name) ?? 0) + 1;
    seen.set(name, variant);
    const figures = figuresOf(computeLayout(struct), isUnion, ruler);
    return {
      name,
      kind: ['struct', 'union', 'class'].indexOf(struct.root.keyword),
      variant: structs.filter((other) => other.name === name).length === 1 ? 0 : variant,
      members: struct.root.members.length,
      ...figures,
      ...(isEndKnown(desc) ? {} : { sizeBytes: -1, paddingBytes: -1 }),
    };
  });
  return tableFrom(
    'text',
    rows,
    structs.flatMap(({ diagnostics }) => diagnostics),
  );
}
