import { rowsOf } from '../../core/bind/rows';
import { plural } from '../../core/base/prose';
import { containerDiff, copiesIn } from '../../core/compare/containerDiff';
import type { StructDesc } from '../../core/facts/generated';
import type { Layout } from '../../core/layout/layout';
import type { OpenFile } from './openFile';

/** A struct that contains another by value, and what that one's new layout makes of it. */
export interface ContainerChange {
  readonly name: string;
  /** How many of it lie in one; the elements of an array count one by one. */
  readonly copies: number;
  readonly sizeBytes: { readonly before: number; readonly after: number };
  readonly lines: { readonly before: number; readonly after: number };
}

/** The structs of a file that contain one by value, directly before others; those that cannot be laid out are left out. */
export function containersOf(
  { session, index }: OpenFile,
  inner: StructDesc,
  layout: Layout,
): readonly ContainerChange[] {
  const found = session.ask({ kind: 'embeddings', inner: [inner.name] });
  const nearest = [...(found.ok ? found.value : [])]
    .sort((a, b) => Number(b.direct) - Number(a.direct) || a.sizeBytes - b.sizeBytes)
    .slice(0, MOST);
  return nearest.flatMap(({ outer, sizeBytes }): readonly ContainerChange[] => {
    const [row] = rowsOf(index, [{ name: outer, kind: null, sizeBytes }]);
    const described = row === undefined ? null : session.ask({ kind: 'describe', row });
    if (described === null || !described.ok) return [];
    const diff = containerDiff(described.value, inner, layout);
    if (!diff.ok) return [];
    const { sizeBits, lines } = diff.value;
    const size = { before: sizeBits.before / 8, after: sizeBits.after / 8 };
    return [{ name: outer, copies: copiesIn(described.value, inner), sizeBytes: size, lines }];
  });
}

/** More than so many are not described: `list_head` lies in thousands. */
const MOST = 200;

/** What containers cost, as a sentence; null where the struct lies in none. */
export function containersText(
  name: string,
  containers: readonly ContainerChange[],
): string | null {
  if (containers.length === 0) return null;
  const others = containers.filter(({ sizeBytes }) => sizeBytes.before !== sizeBytes.after);
  const all = plural(containers.length, 'struct');
  const contain = containers.length === 1 ? 'contains' : 'contain';
  if (others.length === 0)
    return `${all} ${contain} \`${name}\` by value, none of another size with it.`;
  const described = others.map(({ name: outer, copies, sizeBytes, lines }) => {
    const many = copies > 1 ? ` (${copies} of it)` : '';
    return `\`${outer}\`${many} ${sizeBytes.before} to ${sizeBytes.after} bytes, ${lines.before} to ${plural(lines.after, 'line')}`;
  });
  const more = described.length > MOST_LISTED ? [`${described.length - MOST_LISTED} more`] : [];
  return `${all} ${contain} \`${name}\` by value: ${[...described.slice(0, MOST_LISTED), ...more].join('; ')}.`;
}

const MOST_LISTED = 5;
