import type { MemberPath } from '../../../layout/ids';
import type { OrderedStruct } from '../../../layout/order';
import { membersOf } from '../../../layout/walk';
import type { Hazard } from '../../../facts/generated';

/**
 * The members that have to stay where they are for a place to go on meaning what it means: pinned, neither a
 * drag nor a suggestion moves them. None where only the whole order would do.
 */
export function pinnedBy(hazard: Hazard, { root }: OrderedStruct): readonly MemberPath[] {
  const first = (count: number) => root.members.slice(0, count).map(({ path }) => path);
  switch (hazard.kind) {
    case 'positional':
      return first(hazard.rows === 0 ? 1 : hazard.values);
    case 'cast':
      return hazard.members.length === 0 ? first(1) : named(hazard.members, root);
    case 'copiedRange':
    case 'memset':
    case 'asm':
      return named(hazard.members, root);
    // A computation with an offset follows the member; an assertion fails by itself.
    default:
      return [];
  }
}

function named(names: readonly string[], root: OrderedStruct['root']): readonly MemberPath[] {
  return [...membersOf(root)]
    .filter(({ name }) => name !== null && names.includes(name))
    .map(({ path }) => path);
}
