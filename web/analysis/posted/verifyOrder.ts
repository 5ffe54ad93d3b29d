import type { HunkOfStruct } from './bodies';
import { leafNames } from './names';
import type { ShownByHunks } from './shown';
import { changedIn, entriesIn, type Body } from './sides';
import type { PatchedStruct } from './working';

/** The members that a hunk shows stand in the layout as they stand in the hunk, or none of its lines is right. */
export function verifyOrder(
  working: PatchedStruct,
  shown: ShownByHunks,
  { new: now }: HunkOfStruct,
): void {
  if (now === null) return;
  const order = new Map(leafNames(working.applied.struct.root).map((name, at) => [name, at]));
  let last = -1;
  for (const entry of shown.own(now.entries)) {
    if (entry.kind === 'linePadding') continue;
    const own = entry.kind === 'group' ? (entry.name === null ? [] : [entry.name]) : null;
    for (const name of own ?? (entry.kind === 'member' ? shown.namesOf(entry) : [])) {
      const at = order.get(name);
      if (at === undefined) continue;
      if (at > last) {
        last = at;
        continue;
      }
      const lines = [...entriesIn(now.entries)].flatMap((each) => changedIn(now.side, each.lines));
      working.account.leave(
        now.side,
        lines.length > 0 ? lines : allChanged(now.side),
        `In the loaded struct \`${name}\` comes in another order than in this hunk, so its lines cannot be placed.`,
      );
      return;
    }
  }
}

function allChanged({ lines }: Body['side']): readonly number[] {
  return [...lines.keys()].filter((at) => lines[at]?.says === 'code');
}
