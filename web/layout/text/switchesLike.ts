import type { HeaderDoc } from '../../facts/generated';
import type { Switches } from './conditions';
import { textMembers } from './textMembers';

/**
 * Which macros of a struct's `#if`s are defined, told by the members that a build of it has: a member
 * under `#ifdef X` that is there says that X is defined, one that is not says that it is not.
 */
export function switchesLike(
  doc: HeaderDoc,
  record: number,
  members: ReadonlySet<string>,
): Switches {
  const found: Record<string, boolean> = {};
  const walk = (index: number) => {
    for (const { conditions, declarator, member } of textMembers(doc, index)) {
      if (member.record !== null) walk(member.record);
      const [condition] = conditions.slice(-1);
      const { name } = declarator;
      if (condition === undefined || name === null) continue;
      const [, not = '', macro] =
        /^\(*(!?)\(*(?:defined|IS_ENABLED)\s*\(?\s*(\w+)[\s)]*$/.exec(
          condition.replace(/\s+/g, ' '),
        ) ?? [];
      if (macro !== undefined) found[macro] ??= members.has(name) !== (not === '!');
    }
  };
  walk(record);
  return found;
}
