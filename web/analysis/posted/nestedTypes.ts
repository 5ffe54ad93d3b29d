import type { HunkOfStruct } from './bodies';
import { entriesIn, type GroupEntry } from './sides';

/**
 * Types that are declared where their member is and that both sides show whole and alike: whatever lines of them a diff
 * takes away and adds, it changes nothing in them.
 */
export function sameNested(
  hunks: readonly HunkOfStruct[],
  isNested: (group: GroupEntry) => boolean,
): ReadonlySet<GroupEntry> {
  const shownOn = (side: 'old' | 'new') =>
    hunks
      .flatMap((each) => [...entriesIn(each[side]?.entries ?? [])])
      .filter((entry) => entry.kind === 'group')
      .filter(isNested);
  const before = shownOn('old');
  const after = shownOn('new');
  const texts = new Map(before.map((group) => [group, textOf(group)]));
  return new Set(
    after.flatMap((group) => {
      const text = textOf(group);
      const same = before.filter(
        (each) => each.name === group.name && text !== null && texts.get(each) === text,
      );
      return same.length === 0 ? [] : [group, ...same];
    }),
  );
}

/** The code between its braces; null where a brace is outside of the hunk. */
function textOf({ side, head, tail, keyword, record }: GroupEntry): string | null {
  return head === null || tail === null ? null : `${keyword} ${side.inside[record] ?? ''}`;
}
