import type { PostedHunk } from '../../facts/generated';
import { movedUnits } from '../suggest/edits';
import type { HunkOfStruct } from './bodies';
import { leafNames } from './names';
import type { ShownByHunks } from './shown';
import type { PatchedStruct } from './working';

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
    let end = first;
    while (seen[end]?.changed === true) end += 1;
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
