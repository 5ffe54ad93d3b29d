import type { PostedHunk } from '../facts/generated';
import { movedUnits } from '../search/edits';
import {
  type Body,
  type GroupEntry,
  type HunkOfStruct,
  aggregateOf,
  leafNames,
  memberNamed,
} from './sides';
import { offsetsOf } from '../edit/pins';
import type { Applied } from '../edit/applied';
import { type PatchedStruct, askedBy } from './working';
import type { ShownByHunks } from './shown';
import { applyEdits } from '../edit/apply';
import type { LayoutDocument } from '../edit/document';
import type { Edit } from '../edit/edit';
import { computeLayout } from '../layout/compute';
import type { AlignmentTaken } from './notes';

/** A hunk of a text in which members stand in another order than in the loaded struct. */
export interface Elsewhere {
  readonly hunk: PostedHunk;
  /** The fewest members that would have to move for the hunk to fit, by name. */
  readonly members: readonly string[];
}

/**
 * Members that a hunk changes and that stand elsewhere in the layout than between those that it shows beside them. Where
 * only its context is in another order, what it does still has one meaning.
 */
export function elsewhereIn(
  working: PatchedStruct,
  shown: ShownByHunks,
  { hunk, new: now }: HunkOfStruct,
): Elsewhere | null {
  if (now === null) return null;
  const order = new Map(leafNames(working.applied.struct.root).map((name, at) => [name, at]));
  // What the struct has not, new members and padding, still shows where something changes.
  const seen: { at: number | null; name: string; changed: boolean }[] = [];
  for (const entry of shown.own(now.entries)) {
    if (entry.kind === 'linePadding') continue;
    const own = entry.kind === 'group' ? (entry.name === null ? [] : [entry.name]) : null;
    for (const name of own ?? (entry.kind === 'member' ? shown.namesOf(entry) : [])) {
      const at = order.get(name);
      if (seen.some((each) => each.name === name)) continue;
      if (at !== undefined || entry.changed) {
        seen.push({ at: at ?? null, name, changed: entry.changed });
      }
    }
  }
  const members = new Set<string>();
  for (let first = 0; first < seen.length; first++) {
    if (seen[first]?.changed !== true) continue;
    const [above, anchor] = [seen[first - 2], seen[first - 1]].map((each) =>
      each?.changed === false ? each : undefined,
    );
    // What stands after it goes after it, unless that has left its own neighbour.
    const hasLeft =
      above !== undefined && anchor !== undefined && (above.at ?? 0) > (anchor.at ?? 0);
    let end = first;
    while (seen[end]?.changed === true) end += 1;
    const isLast = end === seen.length && now.closes;
    if (hasLeft && !isLast && anchor !== undefined) members.add(anchor.name);
    const part = seen
      .slice(Math.max(0, first - 1), end + 1)
      .flatMap(({ at, ...each }) => (at === null ? [] : [{ ...each, at }]));
    const moved = new Set(movedUnits(part.map(({ at }) => at)));
    if (moved.size > 0) {
      const context = part.filter(({ changed }) => !changed);
      const changed = part.filter((each) => each.changed);
      // Of two that could have moved it is the one that the patch is about, where its neighbours are still in order.
      const isOwn = movedUnits(context.map(({ at }) => at)).length === 0;
      const odd = isOwn && changed.length > 0 ? changed : part.filter(({ at }) => moved.has(at));
      for (const { name } of odd) members.add(name);
    }
    first = end;
  }
  return members.size === 0 ? null : { hunk, members: [...members] };
}

/**
 * Whether the loaded struct is the one after the patch, whatever it has besides: it has all that the new sides show, in their
 * order and with their alignments, lacks what goes, and contradicts an old side.
 */
export function isThere(before: Applied, shown: ShownByHunks): boolean {
  const { root, desc } = before.struct;
  const order = new Map(leafNames(root).map((name, at) => [name, at]));
  const offsets = offsetsOf(root, desc.target);
  let contradicts = false;
  for (const { old, new: now } of shown.hunks) {
    const isOrdered = (body: Body | null) =>
      movedUnits(knownOrder(shown, order, body)).length === 0;
    if (!isOrdered(now)) return false;
    contradicts ||= !isOrdered(old);
  }
  for (const [name, entry] of shown.news) {
    const member = memberNamed(root, name);
    if (member === null || entry.isUnnamed) return false;
    const was = shown.olds.get(name);
    if (was === undefined) contradicts = true;
    if (was !== undefined && was.declared !== entry.declared) return false;
    const { align, packed, unknown } = askedBy(entry.attributes, desc);
    if (packed || align === undefined || unknown.length > 0) return false;
    const bytes = align === 'cacheline' ? desc.target.lineBytes : (align ?? 1);
    const isAligned = ((offsets.get(member.path) ?? 0) / 8) % bytes === 0;
    // An alignment that goes may have left its member where it was.
    const had = was === undefined ? null : askedBy(was.attributes, desc).align;
    if (!isAligned || (had !== null && had !== align)) return false;
  }
  for (const name of shown.olds.keys()) {
    if (shown.names.has(name)) continue;
    if (memberNamed(root, name) !== null) return false;
    contradicts = true;
  }
  // Of a group whose members are below the hunk nobody knows which one it is.
  const isKnown = (group: GroupEntry) =>
    aggregateOf(root, group) !== null || (!group.closes && group.entries.length === 0);
  if (!shown.newGroups.every(isKnown)) return false;
  if (shown.oldGroups.some((group) => isKnown(group) && !shown.isThere(group, 'new'))) return false;
  return contradicts && shown.news.size + shown.olds.size > 0;
}

/**
 * The places in the loaded struct of what a side shows, but for members that are only context of what changes and have gone
 * elsewhere since.
 */
function knownOrder(
  shown: ShownByHunks,
  order: ReadonlyMap<string, number>,
  body: Body | null,
): readonly number[] {
  const found = new Map<number, boolean>();
  for (const entry of shown.own(body?.entries ?? [])) {
    if (entry.kind === 'linePadding') continue;
    const own = entry.kind === 'group' ? (entry.name === null ? [] : [entry.name]) : null;
    for (const name of own ?? (entry.kind === 'member' ? shown.namesOf(entry) : [])) {
      const at = order.get(name);
      if (at !== undefined && !found.has(at)) found.set(at, entry.changed);
    }
  }
  const beside = [...found].flatMap(([at, changed]) => (changed ? [] : [at]));
  const gone = new Set(movedUnits(beside));
  const places = [...found.keys()];
  return gone.size * 2 < beside.length ? places.filter((at) => !gone.has(at)) : places;
}

/** The edits with the one before them that makes the struct's alignment follow its members, where a patch takes theirs away. */
export interface Followed {
  readonly edits: readonly Edit[];
  /** What was taken to hold; null where the patch shows it, and where nothing was. */
  readonly note: AlignmentTaken | null;
}

/** What gcc states of the struct may repeat what a member asks for; then it goes with the member (`unalign struct`). */
export function followMembers(
  document: LayoutDocument,
  edits: readonly Edit[],
  hunks: readonly HunkOfStruct[],
): Followed {
  const followed: readonly Edit[] = [{ kind: 'unalignStruct' }, ...edits];
  if (hasSameLayout({ ...document, edits }, { ...document, edits: followed })) {
    return { edits, note: null };
  }
  const bodies = hunks.flatMap(({ old }) => old ?? []);
  const own = bodies.some(({ attributes }) => attributes.aligns.length > 0);
  if (own) return { edits, note: null };
  const isSeen = bodies.some(({ opens }) => opens) && bodies.some(({ closes }) => closes);
  const note = isSeen ? null : ({ kind: 'alignment', struct: document.struct.name } as const);
  return { edits: followed, note };
}

/** Whether two documents of a struct give it the same offsets, size and alignment. */
export function hasSameLayout(one: LayoutDocument, other: LayoutDocument): boolean {
  const [a, b] = [one, other].map((each) => {
    const { struct } = applyEdits(each);
    const offsets = [...offsetsOf(struct.root, struct.desc.target)].join();
    const { sizeBits, alignBits } = computeLayout(struct);
    return `${sizeBits} ${alignBits} ${offsets}`;
  });
  return a === b;
}
