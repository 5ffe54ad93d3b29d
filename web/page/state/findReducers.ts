import { focusInView, selectInView, setView } from './documentReducers';
import { documentInView, type InView, type ShownLayout } from './inView';
import type { AppState, CountedFigure, FindTarget, Seeking } from './state';
import type { MemberPath } from '../../core/layout/ids';
import { holesOf } from '../../core/figures/figures';
import { derived } from '../../core/base/derived';
import type { FieldItem, Layout } from '../../core/layout/layout';
import { straddles } from '../../core/layout/lines';
import { nestedLayout, nestingOf } from '../../core/layout/nested';
import { leavesOf } from '../../core/layout/walk';

/** What is lit in the layout in view; null where nothing is looked for in it. */
export function seekingInView(state: AppState): {
  readonly seeking: Seeking;
  readonly hits: readonly FindHit[];
  readonly now: FindHit | null;
} | null {
  const { seeking } = state;
  const inView = documentInView(state);
  if (seeking === null || inView?.open.id !== seeking.of) return null;
  const hits = hitsOf(inView, seeking.wanted);
  return { seeking, hits, now: hits[Math.min(seeking.at, hits.length - 1)] ?? null };
}

/** Looks for something else, and shows its first place. */
export function seek(state: AppState, wanted: FindTarget): AppState {
  const inView = documentInView(state);
  if (!inView) return state;
  const before = seekingInView(state)?.seeking.opened ?? [];
  return shown({ ...state, seeking: { of: inView.open.id, wanted, at: 0, opened: before } });
}

/** Goes to the next place, or the one before; the first follows the last. */
export function seekNext(state: AppState, steps: 1 | -1): AppState {
  const found = seekingInView(state);
  if (found === null || found.hits.length === 0) return state;
  const { seeking, hits } = found;
  const at = (Math.min(seeking.at, hits.length - 1) + steps + hits.length) % hits.length;
  return shown({ ...state, seeking: { ...seeking, at } });
}

/** Ends the search; the place that was reached stays selected. */
export function stopSeeking(state: AppState): AppState {
  return state.seeking === null ? state : { ...state, seeking: null };
}

/** Opens what the place lies in, closes what was opened for the last one, and lets the inspector speak of it. */
function shown(state: AppState): AppState {
  const found = seekingInView(state);
  const inView = documentInView(state);
  if (found === null || inView === null) return state;
  const { now, seeking } = found;
  const before = inView.document.view.expanded;
  const kept = before.filter((path) => !seeking.opened.includes(path));
  const opened = (now?.open ?? []).filter((path) => !kept.includes(path));
  const expanded = [...kept, ...opened];
  const isSame =
    expanded.length === before.length && expanded.every((path) => before.includes(path));
  const open = {
    ...(isSame ? state : setView(state, { expanded })),
    seeking: { ...seeking, opened },
  };
  if (now === null || now.field === null || now.key !== now.field) return open;
  return focusInView(selectInView(open, [now.field]), now.field);
}

/** `lock` is a part of a name, `f_*` a whole one with anything for the star. */
export function matcher(text: string): (name: string) => boolean {
  const wanted = text.toLowerCase().replaceAll('->', '.');
  if (!wanted.includes('*')) return (name) => name.toLowerCase().includes(wanted);
  const [first = '', ...rest] = wanted.split('*');
  const last = rest.pop() ?? '';
  // Written by hand, because a regular expression with many stars can block the page.
  return (name) => {
    const lower = name.toLowerCase();
    if (!lower.startsWith(first) || lower.length < first.length + last.length) return false;
    let at = first.length;
    for (const part of rest) {
      const found = lower.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return lower.endsWith(last) && at <= lower.length - last.length;
  };
}

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
    .map(({ after, parent }) => ({
      key: `hole:${parent ?? ''}:${after?.path ?? ''}`,
      field: after?.path ?? parent,
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
