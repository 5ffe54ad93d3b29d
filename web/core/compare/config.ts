import { applyEdits, withoutEdits } from '../edit/apply';
import { underRulerOf, type SkippedEdit } from '../edit/applied';
import { newDocument, type LayoutDocument } from '../edit/document';
import type { StructDesc } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { MemberPath } from '../layout/ids';
import type { FieldItem, Layout } from '../layout/layout';
import { linesOf, shareLine, type LineRuler } from '../layout/lines';
import { findField, leavesOf } from '../layout/walk';
import { figuresOf, type Figures } from '../figures/figures';
import { ruleStates, type RuleState } from '../rules/rules';

/** What the edits of one document make of the same struct as another kernel or config has it. */
export interface Config {
  /** That struct with the edits. */
  readonly document: LayoutDocument;
  /** Why none of its orders can be recomputed; null where they can. */
  readonly readOnly: string | null;
  readonly skipped: readonly SkippedEdit[];
  readonly before: Figures;
  readonly after: Figures;
  readonly hot: readonly HotField[];
  readonly rules: readonly RuleState[];
}

/** A hot field with those that it shares a line with, in the edited order. */
export interface HotField {
  readonly path: MemberPath;
  /** Null where this struct has no such field. */
  readonly neighbours: readonly MemberPath[] | null;
  /** Those of `neighbours` that were not on its lines before the edits. */
  readonly arrived: ReadonlySet<MemberPath>;
}

/**
 * Takes what is said of one struct over to another of the same name. Bindings stay behind: a report was
 * recorded on one kernel, and its offsets are that kernel's. The line size is the other target's own,
 * unless an edit sets it.
 */
export function carriedTo(desc: StructDesc, document: LayoutDocument): LayoutDocument {
  const { tags, pins, together, rules, pair, baseBytes } = document;
  const edits = document.edits.filter(({ kind }) => kind !== 'bind' && kind !== 'unbind');
  return { ...newDocument(desc), tags, pins, together, rules, pair, baseBytes, edits };
}

/** `hot` names the fields whose neighbours are looked at. */
export function configOf(document: LayoutDocument, hot: readonly MemberPath[]): Config {
  const applied = applyEdits(document);
  const original = underRulerOf(applied, withoutEdits(document));
  const found = original.struct;
  const [before, after] = [computeLayout(found), computeLayout(applied.struct)];
  const isUnion = found.root.keyword === 'union';
  return {
    document,
    readOnly: found.root.readOnly,
    skipped: applied.skipped,
    before: figuresOf(before, isUnion, original.state),
    after: figuresOf(after, isUnion, applied.state),
    hot: hot.map((path) =>
      hotField(
        path,
        { layout: before, ruler: original.state },
        { layout: after, ruler: applied.state },
      ),
    ),
    rules: ruleStates(applied, after, found),
  };
}

interface Ruled {
  readonly layout: Layout;
  readonly ruler: LineRuler;
}

function hotField(path: MemberPath, before: Ruled, after: Ruled): HotField {
  const field = fieldAround(after.layout, path);
  if (field === null) return { path, neighbours: null, arrived: new Set() };
  const neighbours = sharersOf(field, after.layout, after.ruler);
  const old = findField(before.layout, field.path);
  const were = new Set(old === null ? [] : sharersOf(old, before.layout, before.ruler));
  return {
    path: field.path,
    neighbours,
    arrived: new Set(neighbours.filter((each) => !were.has(each))),
  };
}

/** `i_mmap_rwsem.owner` lies in the field `i_mmap_rwsem`; null where there is neither. */
export function fieldAround(layout: Layout, path: MemberPath): FieldItem | null {
  for (let name: string = path; ; name = name.slice(0, name.lastIndexOf('.'))) {
    const field = findField(layout, name as MemberPath);
    if (field !== null || !name.includes('.')) return field;
  }
}

/** Fields that share a line with a field, without what lies inside of it. */
export function sharersOf(
  field: FieldItem,
  layout: Layout,
  ruler: LineRuler,
): readonly MemberPath[] {
  const own = linesOf(field.offsetBits, field.sizeBits, ruler);
  const end = field.offsetBits + (field.sizeBits ?? 0);
  return [...leavesOf(layout)].flatMap((other) => {
    const isInside = other.offsetBits >= field.offsetBits && other.offsetBits < end;
    const isEmpty = other.sizeBits === 0;
    if (other.path === field.path || isInside || isEmpty) return [];
    return shareLine(own, linesOf(other.offsetBits, other.sizeBits, ruler)) ? [other.path] : [];
  });
}
