import type { MemberPath } from '../../core/layout/ids';
import type { FieldItem, Layout } from '../../core/layout/layout';
import { nestedLayout } from '../../core/layout/nested';
import { fieldsOf, findField } from '../../core/layout/walk';
import type { InView } from './inView';

/** A field of the layout in view, also one inside of a nested type that is open. */
export function findShownField(inView: InView, path: MemberPath): FieldItem | null {
  const { layout, applied } = inView.shown;
  return (
    findField(layout, path) ??
    findNested(layout, path, new Set(inView.document.view.expanded), (field) =>
      nestedLayout(applied.struct.desc, field),
    )
  );
}

function findNested(
  layout: Layout,
  path: MemberPath,
  expanded: ReadonlySet<MemberPath>,
  open: (field: FieldItem) => Layout | null,
): FieldItem | null {
  for (const field of fieldsOf(layout)) {
    if (!expanded.has(field.path)) continue;
    const inside = open(field);
    if (!inside) continue;
    const found = findField(inside, path) ?? findNested(inside, path, expanded, open);
    if (found) return found;
  }
  return null;
}
