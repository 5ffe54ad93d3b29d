import type { AddPlace } from '../edit/edit';
import type { OrderedAggregate, OrderedMember } from '../layout/order';
import { type Located, locate } from '../edit/tree';
import type { MemberPath } from '../layout/ids';
import {
  type Body,
  type Entry,
  type GroupEntry,
  type HunkOfStruct,
  aggregateOf,
  changedIn,
  entriesIn,
  memberNamed,
  namesIn,
} from './sides';
import type { ShownByHunks, StatedLines } from './shown';
import type { PatchedStruct, Wraps } from './working';
import { itemAt } from '../base/itemAt';
import type { LayoutDocument } from '../edit/document';
import type { StructDesc } from '../facts/generated';
import { orderedFrom } from '../layout/original';
import { membersOf } from '../layout/walk';

/** A body or a group, and what is around it. */
export interface Level {
  readonly siblings: readonly Entry[];
  readonly frame: Body | GroupEntry;
  /** The level that it is in, and its place there; null for the struct itself. */
  readonly outer: { readonly level: Level; readonly at: number } | null;
}

/** Where in the struct, as it is by now, the entries of a hunk belong. */
export class EntryPlaces {
  constructor(
    private readonly working: PatchedStruct,
    private readonly shown: ShownByHunks,
    private readonly wraps: Wraps,
  ) {}

  /** After the nearest known entry before it, or before the nearest after it. */
  placeOf(level: Level, at: number, moved: readonly MemberPath[]): AddPlace | null {
    const { siblings, frame, outer } = level;
    const end = this.endOf(level, at, moved);
    if (end !== null) return end;
    for (const entry of siblings.slice(0, at).reverse()) {
      const path = this.pathOf(entry, 'last');
      if (path !== null && !moved.includes(path)) return { at: 'after', member: path };
    }
    const isNew = 'kind' in frame && frame.changed && this.isNewGroup(frame);
    if (isNew && outer !== null) return this.placeOf(outer.level, outer.at, moved);
    const own =
      outer === null || !('kind' in frame)
        ? this.working.applied.struct.root
        : this.working.innerOf(aggregateOf(this.working.applied.struct.root, frame));
    if (frame.opens && own !== null) {
      const first = own.members.find(({ path }) => !moved.includes(path));
      if (first !== undefined) return { at: 'before', member: first.path };
    }
    for (const entry of siblings.slice(at + 1)) {
      if (entry.changed && (entry.kind !== 'group' || isAllChanged(entry))) continue;
      const path = this.pathOf(entry, 'first');
      if (path !== null && !moved.includes(path)) return { at: 'before', member: path };
    }
    if (!frame.closes || own === null) return null;
    const last = own.members.findLast(({ path }) => !moved.includes(path));
    if (last === undefined) return null;
    return last.flexible ? { at: 'before', member: last.path } : { at: 'after', member: last.path };
  }

  /**
   * The first of the entries that a patch puts before the `}` is the last member, where the loaded struct has others after
   * the one above it.
   */
  private endOf(
    { siblings, frame, outer }: Level,
    at: number,
    moved: readonly MemberPath[],
  ): AddPlace | null {
    const above = siblings[at - 1];
    if (!frame.closes || above === undefined || above.changed) return null;
    const added = siblings.slice(at);
    if (!added.every((each) => each.changed)) return null;
    const { root } = this.working.applied.struct;
    const own =
      outer === null || !('kind' in frame) ? root : this.working.innerOf(aggregateOf(root, frame));
    const brought = new Set([...moved, ...added.map((each) => this.pathOf(each, 'last'))]);
    const last = own?.members.findLast(({ path }) => !brought.has(path));
    const known = this.pathOf(above, 'last');
    if (own === null || last === undefined || known === null || last.path === known) return null;
    if (last.flexible) return { at: 'before', member: last.path };
    return own === root ? { at: 'last' } : { at: 'after', member: last.path };
  }

  /** Where an entry stands now: of a new group its members, of any other the aggregate. */
  pathOf(entry: Entry, end: 'first' | 'last'): MemberPath | null {
    const { root } = this.working.applied.struct;
    if (entry.kind === 'linePadding' || this.shown.asleep.has(entry)) return null;
    if (entry.kind === 'member') {
      const names = this.shown.namesOf(entry);
      const found = names.flatMap((name) => memberNamed(root, name)?.path ?? []);
      return (end === 'first' ? found[0] : found.at(-1)) ?? null;
    }
    if (!(entry.changed && this.isNewGroup(entry))) {
      const path = aggregateOf(root, entry);
      if (path !== null) return path;
    }
    if (this.shown.typeOfOwn(entry) !== null) return null;
    const inside = end === 'first' ? entry.entries : [...entry.entries].reverse();
    for (const each of inside) {
      const path = this.pathOf(each, end);
      if (path !== null) return path;
    }
    return null;
  }

  /** The member before the next that is known, for a group whose own the hunk does not show; null where none follows. */
  pathBefore({ siblings, frame }: Level, at: number): MemberPath | null {
    const { root } = this.working.applied.struct;
    const next = siblings
      .slice(at + 1)
      .map((entry) => this.pathOf(entry, 'first'))
      .find((path) => path !== null);
    if (next === undefined || next === null) {
      return frame.closes && !('kind' in frame) ? (root.members.at(-1)?.path ?? null) : null;
    }
    const found = locate(root, next);
    return found?.parent.members[found.index - 1]?.path ?? null;
  }

  /** Whether a group is neither one that the loaded struct has nor one that moved. */
  isNewGroup(group: GroupEntry): boolean {
    const { side, head, tail } = group;
    if (head !== null && changedIn(side, head).length === 0) return false;
    if (head === null && (!this.wraps.isOpen || tail === null)) return false;
    return !this.shown.isThere(group, 'old');
  }

  /** What the struct has between the neighbours of an entry, which the text of the patch has not. */
  between({ siblings, frame }: Level, at: number): readonly OrderedMember[] {
    const { root } = this.working.applied.struct;
    if ('kind' in frame) return [];
    const topOf = (entry: Entry | undefined, end: 'first' | 'last') => {
      const path = entry === undefined ? null : this.pathOf(entry, end);
      const chain = path === null ? null : locate(root, path)?.chain;
      return root.members.findIndex(
        (each) => each.path === path || (each.inner !== null && chain?.includes(each.inner)),
      );
    };
    const [before, after] = [topOf(siblings[at - 1], 'last'), topOf(siblings[at + 1], 'first')];
    return before < 0 || after < 0 ? [] : root.members.slice(before + 1, after);
  }

  /** The group in whose own type a level lies, and that type's name; null where it is of the struct itself. */
  nestedIn({ frame, outer }: Level): { readonly group: GroupEntry; readonly name: string } | null {
    if (outer === null || !('kind' in frame)) return null;
    const name = this.shown.typeOfOwn(frame);
    return name === null ? this.nestedIn(outer.level) : { group: frame, name };
  }
}

/** A group that comes as a whole is not there yet; one that is put around members is where they are. */
function isAllChanged({ entries }: GroupEntry): boolean {
  return [...entriesIn(entries)].every((each) => each.changed);
}

/** A member that a hunk adds or moves. */
interface Added {
  readonly name: string;
  readonly pair: HunkOfStruct;
  /** Its own path, where the struct has it. */
  readonly moved: readonly MemberPath[];
}

/**
 * Where a hunk without context (`-U0`) puts what it adds, by the lines on which the debug information says that the
 * members are declared. Null where it states none, or where it was made from another text than the one that
 * the diff is against; and where the hunk closes, before that, a body that began before it: nobody knows in which one it is.
 * That no condition is around it is noted.
 */
export function placeByLine(
  { document, notes }: PatchedStruct,
  shown: ShownByHunks,
  places: EntryPlaces,
  { name, pair, moved }: Added,
): AddPlace | null {
  const { stated } = shown;
  if (stated === null || pair.hunk.closesUnseen) return null;
  const { root } = orderedFrom(document.struct);
  const at = pair.hunk.old.firstLine;
  const kept = keptBefore(document.struct, stated, at, [...moved, ...goneElsewhere(root, shown)]);
  if (kept === null) return null;
  const room = roomForCondition(document, stated, pair);
  if (room !== null) notes.push({ kind: 'noCondition', member: name, ...room });
  const brought = broughtAfter(shown, places, pair, kept === 'nothing' ? 0 : kept.lastLine, moved);
  if (brought !== null) return { at: 'after', member: brought };
  if (kept !== 'nothing') return { at: 'after', member: kept.path };
  const first = root.members.find(({ path }) => !moved.includes(path));
  return first === undefined ? null : { at: 'before', member: first.path };
}

/**
 * The member after which a line of the old text lies, of those that stay where they are, and the last line that is stated
 * of it; null where nobody knows whether a group that began before the line has ended, and where one has begun.
 */
function keptBefore(
  struct: StructDesc,
  { lines }: StatedLines,
  at: number,
  gone: readonly MemberPath[],
): { readonly path: MemberPath; readonly lastLine: number } | 'nothing' | null {
  const { root } = orderedFrom(struct);
  const all = [...lines]
    .filter(([path]) => locate(root, path)?.member.inner === null)
    .sort((a, b) => a[1] - b[1]);
  const last = all.findLast(([, line]) => line < at);
  const next = all.find(([, line]) => line >= at);
  const found = last === undefined ? null : locate(root, last[0]);
  if (next !== undefined && isInNewGroup(struct, locate(root, next[0]), found, at)) return null;
  if (found === null) return 'nothing';
  const { members } = found.parent;
  const isInner = found.chain.length > 1;
  const goesOn = members
    .slice(found.index + 1)
    .some(({ path }) => (lines.get(path) ?? Infinity) >= at);
  if (isInner && !goesOn) return null;
  const kept = members.slice(0, found.index + 1).findLast(({ path }) => !gone.includes(path));
  if (kept === undefined) return isInner ? null : 'nothing';
  const inside = kept.inner === null ? [] : [...membersOf(kept.inner)];
  const own = [kept, ...inside].flatMap(({ path }) => lines.get(path) ?? []);
  return { path: kept.path, lastLine: Math.max(0, ...own) };
}

/** Whether a member that follows a line is in a group that begins before the line, or may, and after the member `around`. */
function isInNewGroup(
  desc: StructDesc,
  member: Located | null,
  around: Located | null,
  at: number,
): boolean {
  const chain = member?.chain ?? [];
  return (
    isInArrayOfGroup(desc, member, at) ||
    chain.some((group, depth) => {
      if (depth === 0 || around?.chain.includes(group)) return false;
      const container = chain[depth - 1]?.members.find(({ inner }) => inner === group);
      const typeIndex = container?.typeIndex ?? null;
      const head = typeIndex === null ? null : itemAt(desc.types, typeIndex).declared;
      return head === null || head.line < at;
    })
  );
}

/** Whether a line is inside the body of `struct { … } member[2];`. */
function isInArrayOfGroup(
  { types, root }: StructDesc,
  member: Located | null,
  at: number,
): boolean {
  let typeIndex = member?.member.typeIndex ?? root;
  for (;;) {
    const { shape, declared } = itemAt(types, typeIndex);
    if (shape.kind === 'array') typeIndex = shape.element;
    else {
      const own = itemAt(types, root).declared;
      const isInside =
        declared?.file === own?.file && (declared?.line ?? 0) > (own?.line ?? Infinity);
      return isInside && typeIndex !== root && (declared?.line ?? Infinity) < at;
    }
  }
}

/** The members that hunks remove and do not add again: they go, or another hunk has them. */
function goneElsewhere(root: OrderedAggregate, { hunks, olds }: ShownByHunks): MemberPath[] {
  return [...olds].flatMap(([name, { side }]) => {
    const now = hunks.find(({ old }) => old?.side === side)?.new;
    if (now && namesIn(now.entries).includes(name)) return [];
    return memberNamed(root, name)?.path ?? [];
  });
}

/** What the last of the earlier hunks that lie after a line of the old text has there. */
function broughtAfter(
  { hunks }: ShownByHunks,
  places: EntryPlaces,
  pair: HunkOfStruct,
  line: number,
  moved: readonly MemberPath[],
): MemberPath | null {
  for (const { hunk, new: now } of hunks.slice(0, hunks.indexOf(pair)).reverse()) {
    if (line >= hunk.old.firstLine + hunk.old.lines.length) return null;
    const last = [...(now?.entries ?? [])]
      .reverse()
      .map((entry) => places.pathOf(entry, 'last'))
      .find((path) => path !== null && !moved.includes(path));
    if (last !== undefined && last !== null) return last;
  }
  return null;
}

/**
 * The stated lines between which a hunk without context adds something, where both the `#if` and the `#endif` of a
 * condition around it have a line there that no hunk shows; null where they have not. Before the first member it is the line
 * of the struct itself; no line is stated for its end, so that behind the last member there is room unless the member is
 * added right after it. (A hunk that shows the end needs no line to place what it adds.)
 */
function roomForCondition(
  { struct }: LayoutDocument,
  stated: StatedLines,
  { hunk }: HunkOfStruct,
): { readonly firstLine: number; readonly lastLine: number | null } | null {
  const all = [...stated.lines.values()].sort((a, b) => a - b);
  const at = hunk.old.firstLine;
  const head = itemAt(struct.types, struct.root).declared?.line;
  const firstLine = all.findLast((line) => line < at) ?? head;
  const lastLine = all.find((line) => line >= at) ?? null;
  if (firstLine === undefined || firstLine >= at - 1) return null;
  const isRoom = lastLine === null || lastLine > at + hunk.old.lines.length;
  return isRoom ? { firstLine, lastLine } : null;
}
