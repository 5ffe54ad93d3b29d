import { listed, plural } from '../../../base/prose';
import { applyEdits } from '../../../edit/apply';
import type { LayoutDocument } from '../../../edit/document';
import type { MemberPath } from '../../../layout/ids';
import type { OrderedStruct } from '../../../layout/order';
import type { Hazard } from '../../../facts/generated';
import type { Rule } from '../../../edit/rule';
import { formatRule } from '../../../edit/words';
import { membersOf } from '../../../layout/walk';
import type { StatedOrder } from './statedOrders';

type AnyHazard = Hazard | StatedOrder;

/**
 * The members that have to stay where they are for a place to go on meaning what it means: pinned, neither a
 * drag nor a suggestion moves them. None where only the whole order would do.
 */
export function pinnedBy(hazard: AnyHazard, { root }: OrderedStruct): readonly MemberPath[] {
  const first = (count: number) => root.members.slice(0, count).map(({ path }) => path);
  switch (hazard.kind) {
    case 'positional':
      return first(hazard.rows === 0 ? 1 : hazard.values);
    case 'cast':
      return hazard.members.length === 0 ? first(1) : named(hazard.members, root);
    case 'copiedRange':
      return between(hazard.members, root, hazard.size ? 'end' : 'last');
    // From the member on, to the end of the struct.
    case 'memset':
      return between(hazard.members, root, 'end');
    case 'asm':
    case 'assertion':
      return named(hazard.members, root);
    case 'statedOrder':
      // What must be last may begin elsewhere, as long as nothing follows it.
      return hazard.demand === 'last' ? [] : hazard.paths;
    // A computation with an offset follows the member.
    default:
      return [];
  }
}

/** What the source holds in place, for the page and the command line. */
export function heldSentence(pins: number, ranges: number): string {
  const said = [
    ...(pins === 0 ? [] : [`${plural(pins, 'member')} pinned`]),
    ...(ranges === 0 ? [] : [`${plural(ranges, 'range')} that nothing enters or leaves`]),
  ];
  return `The source holds in place: ${listed(said)}.`;
}

/**
 * Ranges that a place takes as one: a field that moves into a hole of one is cleared or copied with it, though no
 * pinned member moves. And what a comment asks to lie side by side, or last.
 */
export function rangesBy(places: readonly AnyHazard[], struct: OrderedStruct): readonly Rule[] {
  const rules = new Map<string, Rule>();
  for (const place of places) {
    const rule = rangeBy(place, struct);
    if (rule !== null) rules.set(formatRule(rule), rule);
  }
  return [...rules.values()];
}

function rangeBy(place: AnyHazard, { root }: OrderedStruct): Rule | null {
  const range = (members: readonly MemberPath[], toEnd: boolean): Rule | null =>
    members.length > (toEnd ? 0 : 1) ? { kind: 'range', members, toEnd } : null;
  switch (place.kind) {
    case 'copiedRange':
      return place.size
        ? range(between(place.members, root, 'end'), true)
        : range(between(place.members, root, 'last'), false);
    case 'memset':
      return range(between(place.members, root, 'end'), true);
    case 'statedOrder':
      if (place.demand === 'first' || place.demand === 'second') return null;
      return place.demand === 'last' ? range(place.paths, true) : range(place.around, false);
    default:
      return null;
  }
}

/**
 * What places of a tree hold in place, for the document's own pins: all that none of its edits moves already.
 * A pin is lifted by `unpin`, as any other.
 */
export function heldBy(
  document: LayoutDocument,
  struct: OrderedStruct,
  places: readonly AnyHazard[],
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
