import { applyEdits } from '../../../edit/apply';
import type { LayoutDocument } from '../../../edit/document';
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
      return between(hazard.members, root, 'last');
    // From the member on, to the end of the struct.
    case 'memset':
      return between(hazard.members, root, 'end');
    case 'asm':
      return named(hazard.members, root);
    // A computation with an offset follows the member; an assertion fails by itself.
    default:
      return [];
  }
}

/**
 * What places of a tree hold in place, for the document's own pins: all that none of its edits moves already.
 * A pin is lifted by `unpin`, as any other.
 */
export function heldBy(
  document: LayoutDocument,
  struct: OrderedStruct,
  places: readonly Hazard[],
): readonly MemberPath[] {
  const wanted = new Set(places.flatMap((place) => pinnedBy(place, struct)));
  const skipped = (pins: readonly MemberPath[]) => applyEdits({ ...document, pins }).skipped.length;
  const before = skipped(document.pins);
  const more = [...wanted].filter((path) => !document.pins.includes(path));
  if (more.length === 0 || skipped([...document.pins, ...more]) === before) return more;
  return more.filter((path) => skipped([...document.pins, path]) === before);
}

function named(names: readonly string[], root: OrderedStruct['root']): readonly MemberPath[] {
  return [...membersOf(root)]
    .filter(({ name }) => name !== null && names.includes(name))
    .map(({ path }) => path);
}

/** Of the struct's own members those from the first that is named to the last one, or to the struct's end. */
function between(
  names: readonly string[],
  root: OrderedStruct['root'],
  to: 'last' | 'end',
): readonly MemberPath[] {
  const at = root.members.flatMap(({ name }, index) =>
    name !== null && names.includes(name) ? [index] : [],
  );
  const [first] = at;
  if (first === undefined) return named(names, root);
  const end = to === 'end' ? root.members.length : (at.at(-1) ?? first) + 1;
  return root.members.slice(first, end).map(({ path }) => path);
}
