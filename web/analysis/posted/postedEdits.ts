import { applyEdit, withoutEdits } from '../../edit/apply';
import type { Applied } from '../../edit/applied';
import type { LayoutDocument } from '../../edit/document';
import type { Edit, Place } from '../../edit/edit';
import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate } from '../../layout/order';
import { membersOf } from '../../layout/walk';
import { structNamed, type PostedHunk } from './hunks';
import { sideOf, type Item } from './items';

/** What a posted diff does to one struct. */
export interface PostedChange {
  readonly edits: readonly Edit[];
  /** What could not be placed, each a sentence with the hunk that it stands in. */
  readonly problems: readonly PostedProblem[];
}

export interface PostedProblem {
  readonly range: string;
  readonly reason: string;
}

/**
 * The struct that each hunk is about: what git names behind its `@@`, or a `struct x {` among its lines.
 * Hunks of one struct are one; those that name none are under an empty name.
 */
export function hunksByStruct(
  hunks: readonly PostedHunk[],
): ReadonlyMap<string, readonly PostedHunk[]> {
  const byStruct = new Map<string, PostedHunk[]>();
  for (const hunk of hunks) {
    const opened = hunk.lines
      .map(({ text }) => structNamed(text.replace(/\/\*.*/, '')))
      .find((name) => name !== null);
    // Where a struct begins in the hunk, git names the one before it.
    const name = opened ?? hunk.context ?? '';
    byStruct.set(name, [...(byStruct.get(name) ?? []), hunk]);
  }
  return byStruct;
}

/** The edits that make of a struct as it was found what the hunks make of its source. */
export function postedEdits(document: LayoutDocument, hunks: readonly PostedHunk[]): PostedChange {
  const placer = new Placer(withoutEdits({ ...document, edits: [] }));
  for (const hunk of hunks) placer.hunk(hunk);
  return { edits: placer.edits, problems: placer.problems };
}

class Placer {
  readonly edits: Edit[] = [];
  readonly problems: PostedProblem[] = [];
  private range = '';

  constructor(private applied: Applied) {}

  hunk(hunk: PostedHunk): void {
    this.range = hunk.range;
    const before = sideOf(hunk.lines, 'old');
    const after = sideOf(hunk.lines, 'new');
    for (const [place, item] of after.items.entries()) {
      if (item.isContext) continue;
      if (item.kind === 'linePadding') this.alignNext(after.items, place);
      else if (item.kind === 'padding') this.pad(item, after.items, place);
      else this.member(item, before.items, { side: after, place });
    }
    this.removals(before.items, after.items);
  }

  /** A line that the diff adds: the member moved here, or its attributes changed. */
  private member(
    item: Item,
    before: readonly Item[],
    {
      side,
      place,
    }: { side: { items: readonly Item[]; opens: boolean; closes: boolean }; place: number },
  ): void {
    const paths = item.names.flatMap((name) => this.pathOf(item, name) ?? []);
    if (paths.length < item.names.length) {
      const missing = item.names.filter((name) => this.pathOf(item, name) === null);
      this.problem(
        `\`${missing.join('`, `')}\` is not in the loaded struct, so its size is not known: what the diff adds cannot be shown.`,
      );
      return;
    }
    const to = this.placeOf(side, place);
    if (to === null) {
      this.problem(
        `Nothing that the loaded struct knows stands near \`${item.names[0] ?? ''}\` in this hunk.`,
      );
    } else if (!this.isThere(paths, to)) {
      this.edit({ kind: 'move', members: paths, to });
    }
    const old = before.find(({ names }) => names.some((name) => item.names.includes(name)));
    if (old !== undefined && old.declared !== item.declared && item.kind === 'member') {
      this.problem(`It also changes the type of \`${item.names[0] ?? ''}\`, which is not shown.`);
    }
    for (const member of paths) {
      if (item.align !== null && old?.align !== item.align)
        this.edit({ kind: 'align', member, bytes: item.align });
      else if (item.align === null && old !== undefined && old.align !== null)
        this.edit({ kind: 'unalign', member });
    }
  }

  private pad(item: Item, items: readonly Item[], place: number): void {
    const before = this.nextKnown(items, place);
    if (item.bytes === null)
      this.problem(`The size of the padding \`${item.declared}\` cannot be told from its type.`);
    else if (before === null)
      this.problem(
        'It adds padding, and nothing that the loaded struct knows follows it in this hunk.',
      );
    else this.edit({ kind: 'pad', bytes: item.bytes, before });
  }

  private alignNext(items: readonly Item[], place: number): void {
    const member = this.nextKnown(items, place);
    if (member === null)
      this.problem(
        'It adds a padding to the next line, and nothing known follows it in this hunk.',
      );
    else this.edit({ kind: 'align', member, bytes: 'cacheline' });
  }

  /** What is taken away and comes back nowhere. That it may come back in another hunk is seen at its place there. */
  private removals(before: readonly Item[], after: readonly Item[]): void {
    const kept = new Set(after.flatMap(({ names }) => names));
    for (const item of before) {
      if (item.isContext || item.names.some((name) => kept.has(name))) continue;
      for (const name of item.names) {
        if (this.pathOf(item, name) === null)
          this.problem(`\`${name}\`, which it takes away or moves, is not in the loaded struct.`);
      }
    }
  }

  /** Behind the nearest known member before it, or before the nearest behind it. */
  private placeOf(
    side: { readonly items: readonly Item[]; readonly opens: boolean; readonly closes: boolean },
    place: number,
  ): Place | null {
    for (let at = place - 1; at >= 0; at--) {
      const item = side.items[at];
      const path = item && this.pathOf(item, item.names.at(-1) ?? '');
      if (path) return { at: 'after', member: path };
    }
    if (side.opens) return { at: 'first' };
    const next = side.items
      .slice(place + 1)
      .find((item) => item.isContext && this.pathOf(item, item.names[0] ?? ''));
    const path = next && this.pathOf(next, next.names[0] ?? '');
    if (path) return { at: 'before', member: path };
    return side.closes ? { at: 'last' } : null;
  }

  private nextKnown(items: readonly Item[], place: number): MemberPath | null {
    for (const item of items.slice(place + 1)) {
      const path = this.pathOf(item, item.names[0] ?? '');
      if (path !== null) return path;
    }
    return null;
  }

  /** Of a name inside of an unnamed block the block's, where the block is what stands in the diff. */
  private pathOf({ kind, inside, names }: Item, name: string): MemberPath | null {
    const { root } = this.applied.struct;
    if (inside !== null && names.length === 0) return aggregateWith(root, inside);
    if (kind === 'block') {
      const holder = holderOf(root, name);
      if (holder !== null) return holder;
    }
    const found = [...membersOf(root)].find((member) => member.name === name);
    return found?.path ?? null;
  }

  /** Whether the move would change nothing. */
  private isThere(members: readonly MemberPath[], to: Place): boolean {
    const moved = applyEdit(this.applied, { kind: 'move', members, to });
    return moved.ok && orderOf(moved.value) === orderOf(this.applied);
  }

  private edit(edit: Edit): void {
    const next = applyEdit(this.applied, edit);
    if (!next.ok) return this.problem(next.error);
    this.applied = next.value;
    this.edits.push(edit);
  }

  private problem(reason: string): void {
    if (!this.problems.some((each) => each.range === this.range && each.reason === reason)) {
      this.problems.push({ range: this.range, reason });
    }
  }
}

function orderOf({ struct }: Applied): string {
  return [...membersOf(struct.root)].map(({ path }) => path).join(' ');
}

/** The unnamed aggregate that has a member of this name. */
function aggregateWith(aggregate: OrderedAggregate, name: string): MemberPath | null {
  for (const member of aggregate.members) {
    if (member.inner === null) continue;
    if (member.inner.members.some((each) => each.name === name)) return member.path;
    const inner = aggregateWith(member.inner, name);
    if (inner !== null) return inner;
  }
  return null;
}

/** The innermost unnamed aggregate whose first named descendant this is. */
function holderOf(aggregate: OrderedAggregate, name: string): MemberPath | null {
  for (const member of aggregate.members) {
    if (member.inner === null) continue;
    const inner = holderOf(member.inner, name);
    if (inner !== null) return inner;
    if (member.name === null && firstNamed(member.inner) === name) return member.path;
  }
  return null;
}

function firstNamed(aggregate: OrderedAggregate): string | null {
  for (const member of aggregate.members) {
    const name = member.inner === null ? member.name : (member.name ?? firstNamed(member.inner));
    if (name !== null) return name;
  }
  return null;
}
