import { itemAt } from '../../base/itemAt';
import type { AddPlace } from '../../edit/edit';
import type { LayoutDocument } from '../../edit/document';
import type { StructDesc } from '../../facts/generated';
import { locate, type Located } from '../../edit/tree';
import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate } from '../../layout/order';
import { orderedFrom } from '../../layout/original';
import { membersOf } from '../../layout/walk';
import type { HunkOfStruct } from './bodies';
import { memberNamed } from './names';
import type { EntryPlaces } from './places';
import type { ShownByHunks } from './shown';
import { namesIn } from './sides';
import type { StatedLines } from './statedLines';
import type { PatchedStruct } from './working';

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
  const { members } = found.holder;
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
  { types }: StructDesc,
  member: Located | null,
  around: Located | null,
  at: number,
): boolean {
  const chain = member?.chain ?? [];
  return chain.some((group, depth) => {
    if (depth === 0 || around?.chain.includes(group)) return false;
    const holder = chain[depth - 1]?.members.find(({ inner }) => inner === group);
    const typeIndex = holder?.typeIndex ?? null;
    const head = typeIndex === null ? null : itemAt(types, typeIndex).declared;
    return head === null || head.line < at;
  });
}

/** The members that hunks take away and do not bring again: they go, or another hunk has them. */
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
