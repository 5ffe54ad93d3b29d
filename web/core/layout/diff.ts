import { assert } from '../base/assert';
import type { MemberPath } from './ids';
import type { FieldItem, Layout } from './layout';
import { lineCount, linesOf, type LineRuler, type LineSpan } from './lines';
import { fieldsOf } from './walk';

/** What became of a struct between two layouts. */
export interface LayoutDiff {
  readonly sizeBits: BeforeAfter;
  readonly alignBits: BeforeAfter;
  readonly lines: BeforeAfter;
  /** Every field of either layout: those of `after` in their order, then those that are gone. */
  readonly fields: readonly FieldChange[];
}

export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

/** `before` null: new (padding). `after` null: gone. */
export interface FieldChange {
  readonly path: MemberPath;
  readonly before: FieldItem | null;
  readonly after: FieldItem | null;
  /** How far its offset moved, in bits; 0 where it did not, or where one side is missing. */
  readonly movedBits: number;
  /** How much an anonymous aggregate, or padding, grew; 0 for any other. */
  readonly grewBits: number;
  /** Whether it lies on other lines than before. */
  readonly changedLines: boolean;
}

/** `oldRuler`: the lines of `before`, where they are others (another machine's, or another base by its alignment). */
export function diffLayouts(
  before: Layout,
  after: Layout,
  ruler: LineRuler,
  oldRuler: LineRuler = ruler,
): LayoutDiff {
  const rulers = { ruler, oldRuler };
  const old = new Map<MemberPath, FieldItem>();
  for (const field of fieldsOf(before)) old.set(field.path, field);

  const fields: FieldChange[] = [];
  for (const field of fieldsOf(after)) {
    fields.push(fieldChange(old.get(field.path) ?? null, field, rulers));
    old.delete(field.path);
  }
  for (const field of old.values()) fields.push(fieldChange(field, null, rulers));

  return {
    sizeBits: { before: before.sizeBits, after: after.sizeBits },
    alignBits: { before: before.alignBits, after: after.alignBits },
    lines: { before: lineCount(before, oldRuler), after: lineCount(after, ruler) },
    fields,
  };
}

function fieldChange(
  before: FieldItem | null,
  after: FieldItem | null,
  { ruler, oldRuler }: { readonly ruler: LineRuler; readonly oldRuler: LineRuler },
): FieldChange {
  if (before === null || after === null) {
    const path = after?.path ?? before?.path;
    assert(path !== undefined, 'a field of neither layout');
    return { path, before, after, movedBits: 0, grewBits: 0, changedLines: false };
  }
  return {
    path: after.path,
    before,
    after,
    movedBits: after.offsetBits - before.offsetBits,
    grewBits: (after.sizeBits ?? 0) - (before.sizeBits ?? 0),
    changedLines: !sameLines(spanOf(before, oldRuler), spanOf(after, ruler)),
  };
}

function spanOf(field: FieldItem, ruler: LineRuler): LineSpan {
  return linesOf(field.offsetBits, field.sizeBits, ruler);
}

function sameLines(a: LineSpan, b: LineSpan): boolean {
  return a.first === b.first && a.last === b.last;
}
