import { holesOf } from '../../core/figures/figures';
import { derived } from '../../core/base/derived';
import type { MemberPath } from '../../core/layout/ids';
import type { FieldItem, Layout } from '../../core/layout/layout';
import { straddles } from '../../core/layout/lines';
import { nestedLayout, nestingOf } from '../../core/layout/nested';
import { leavesOf } from '../../core/layout/walk';
import type { InView, ShownLayout } from './inView';
import { matcher } from './matcher';
import type { CountedFigure, FindTarget } from './seeking';

/** A place that is looked for. */
export interface FindHit {
  /** The key of its cell: the path of a field, or a hole's own. */
  readonly key: string;
  /** The field that it is, or that stands before it; null at the start of the struct. */
  readonly field: MemberPath | null;
  /** Nested members that have to be open for it to be seen, from the outside in. */
  readonly open: readonly MemberPath[];
}

/** A struct that nests more is searched in part. */
const MAX_FIELDS = 40_000;
/** How many elements of an array are searched: the others are alike. */
const MAX_ELEMENTS = 2;
const MAX_DEPTH = 6;

/** All places, in memory order; the same list while neither the layout nor what is looked for changes. */
export function hitsOf({ shown }: InView, wanted: FindTarget): readonly FindHit[] {
  return wanted.kind === 'text'
    ? textHits(shown, wanted.text.trim())
    : figureHits(shown, wanted.figure);
}

const textHits = derived((shown: ShownLayout, text: string): readonly FindHit[] => {
  if (text === '') return [];
  const matches = matcher(text);
  const fields = nestedFields(shown);
  const named = fields.filter(({ item }) => matches(ownName(item)) || matches(item.path));
  // A part of `a.b` in every member of `a` is no hit of each of them.
  const found = named.filter(({ item }) => matches(ownName(item)) || /[.[]|->/.test(text));
  const hits =
    found.length > 0 ? found : fields.filter(({ item }) => matches(item.member.typeName));
  return hits.map(({ item, open }) => ({ key: item.path, field: item.path, open }));
});

const figureHits = derived((shown: ShownLayout, figure: CountedFigure): readonly FindHit[] => {
  const { layout, applied } = shown;
  if (figure === 'straddling') {
    return [...leavesOf(layout)]
      .filter((field) => straddles(field, applied.state))
      .map(({ path }) => ({ key: path, field: path, open: [] }));
  }
  if (figure === 'padding') {
    const tail = layout.items.find(({ kind }) => kind === 'tail');
    if (tail?.kind !== 'tail') return [];
    return [{ key: `tail::${tail.after ?? ''}`, field: tail.after, open: [] }];
  }
  return [...holesOf(layout, applied.struct.root.keyword === 'union')]
    .filter(({ bytes, bits }) => (figure === 'holes' ? bytes : bits) > 0)
    .map(({ after, holder }) => ({
      key: `hole:${holder ?? ''}:${after?.path ?? ''}`,
      field: after?.path ?? holder,
      open: [],
    }));
});

interface Nested {
  readonly item: FieldItem;
  readonly open: readonly MemberPath[];
}

/** Every field, and those inside of nested types, whether they are open or not. */
function nestedFields({ layout, applied }: ShownLayout): readonly Nested[] {
  const { desc } = applied.struct;
  const all: Nested[] = [];
  const visit = (items: Layout['items'], open: readonly MemberPath[]) => {
    for (const item of items) {
      if (item.kind !== 'field' || all.length >= MAX_FIELDS) continue;
      if (item.inner !== null) {
        visit(item.inner.items, open);
        continue;
      }
      all.push({ item, open });
      if (open.length >= MAX_DEPTH || nestingOf(desc, item) === 'none') continue;
      const inside = nestedLayout(desc, item, MAX_ELEMENTS);
      if (inside !== null) visit(inside.items, [...open, item.path]);
    }
  };
  visit(layout.items, []);
  return all;
}

/** An element of an array has no name of its own. */
function ownName({ member }: FieldItem): string {
  return member.name === null || member.name.startsWith('[') ? '' : member.name;
}
