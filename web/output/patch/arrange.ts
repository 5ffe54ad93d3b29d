import { itemAt } from '../../base/itemAt';
import { fail, ok, type Result } from '../../base/result';
import type { MemberPath } from '../../layout/ids';
import { heaviestIncreasing } from './increasing';
import { insertUnits, type Anchors } from './insert';
import type { Element } from './level';
import { refusal, type PatchRefusal } from './outcome';
import { tidied } from './blanks';
import { isTitle, partings, withTitlesThatLeave } from './paragraph';
import { withoutEmptied } from './emptied';

export interface Arrangement {
  readonly elements: readonly Element[];
  /** Units that changed their place, or came. */
  readonly moved: readonly Element[];
}

/**
 * The elements of a body in the order that `target` asks for: as few lines as can be move, and among
 * equals those that the user dragged. `incoming` are units that were not here before, by member.
 */
export function arrange(
  elements: readonly Element[],
  target: readonly MemberPath[],
  incoming: ReadonlyMap<MemberPath, Element>,
  anchors: Anchors,
): Result<Arrangement, PatchRefusal> {
  const units = unitsInOrder(elements, target, incoming);
  if (!units.ok) return units;
  const places = new Map(elements.map((each, index) => [each, index]));
  const crossed = crossedBrace(elements, units.value);
  if (crossed !== null) return fail(crossed);
  const local = units.value.filter((unit) => places.has(unit));
  const ways = [new Set<Element>(), underTitles(elements)].map((titles) =>
    arrangedWith(elements, units.value, stayingUnits(local, places, anchors, titles), anchors),
  );
  const [plain, other] = ways;
  if (plain === undefined) throw new Error('there are two ways');
  if (!plain.ok || other?.ok !== true) return plain;
  // Of equal moves the one that takes no member away from under a comment.
  const parted = (way: Arrangement) => partings(elements, way.elements);
  return parted(other.value) < parted(plain.value) ? other : plain;
}

function arrangedWith(
  elements: readonly Element[],
  units: readonly Element[],
  staying: ReadonlySet<Element>,
  anchors: Anchors,
): Result<Arrangement, PatchRefusal> {
  const blocked = units.find(
    (unit) => elements.includes(unit) && !staying.has(unit) && blockReason(unit) !== null,
  );
  if (blocked !== undefined) return fail(blockReason(blocked) ?? noReason(blocked));
  const leaves = new Set(units.filter((unit) => !staying.has(unit)));
  const titled = withTitlesThatLeave(elements, leaves, units);
  const swap = (unit: Element) => titled.replaced.get(unit) ?? unit;
  return placed(titled.elements, units.map(swap), new Set([...staying].map(swap)), anchors);
}

/** The elements with all units that do not stay where the order wants them. */
function placed(
  elements: readonly Element[],
  units: readonly Element[],
  staying: ReadonlySet<Element>,
  anchors: Anchors,
): Result<Arrangement, PatchRefusal> {
  const moved = units.filter((unit) => !staying.has(unit));
  // Members that left for another body, or that are gone.
  const leaving = elements.filter(
    (each) => each.kind === 'unit' && each.members.length > 0 && !units.includes(each),
  );
  const stuck = leaving.map(blockReason).find((reason) => reason !== null);
  if (stuck !== undefined && stuck !== null) return fail(stuck);
  if (moved.length === 0 && leaving.length === 0) return ok({ elements, moved: [] });
  const gone = new Set([...moved, ...leaving]);
  const { kept, units: ready } = withoutEmptied(elements, gone, moved);
  const order = units.map((unit) => ready.get(unit) ?? unit);
  const arranged = insertUnits(elements, kept, order, anchors);
  return ok({ elements: tidied(elements, arranged), moved });
}

/** What shares a line with a brace is the first or the last of its body, or both: nothing can come to its other side. */
function crossedBrace(
  elements: readonly Element[],
  order: readonly Element[],
): PatchRefusal | null {
  const had = elements.filter((each) => each.members.length > 0);
  for (const brace of had) {
    if (brace.piece?.blocked !== 'braceLine' || !order.includes(brace)) continue;
    const first = brace === had[0] && brace !== order[0];
    const last = brace === had.at(-1) && brace !== order.at(-1);
    if (first || last) return blockReason(brace);
  }
  return null;
}

/** The units that hold the members of `target`, each whole and in one place. */
function unitsInOrder(
  elements: readonly Element[],
  target: readonly MemberPath[],
  incoming: ReadonlyMap<MemberPath, Element>,
): Result<readonly Element[], PatchRefusal> {
  const holders = new Map(incoming);
  for (const each of elements) for (const path of each.members) holders.set(path, each);
  const units: Element[] = [];
  for (const path of target) {
    const unit = holders.get(path);
    if (unit === undefined || units.at(-1) === unit) continue;
    if (units.includes(unit)) return fail(parted(unit, path));
    units.push(unit);
  }
  const wanted = target.filter((path) => holders.has(path));
  let at = 0;
  for (const unit of units) {
    const here = wanted.slice(at, at + unit.members.length);
    const whole = here.every((path) => unit.members.includes(path));
    const missing = unit.members.find((path) => !here.includes(path));
    if (missing !== undefined || !whole) return fail(parted(unit, missing ?? itemAt(here, 0)));
    const swapped = here.find((path, index) => path !== unit.members[index]);
    if (swapped !== undefined && unit.branches.length === 0) return fail(parted(unit, swapped));
    at += unit.members.length;
  }
  return ok(units);
}

function parted(unit: Element, path: MemberPath): PatchRefusal {
  const line = unit.piece?.declaredLine ?? unit.firstLine;
  if (unit.piece === null) {
    return refusal(
      'chain',
      `\`${path}\` is in an #if … #else … #endif that begins at line ${unit.firstLine}: such a chain moves only as a whole. Move all its members together.`,
      { member: path, line },
    );
  }
  const named = unit.piece.members.find((each) => each.macroName !== null)?.macroName ?? null;
  if (unit.piece.members.length === 1 && named !== null) {
    // As an edit names several, so that it can be copied.
    const all = unit.members.join(',');
    return refusal(
      'madeByMacro',
      `\`${path}\` is one of the members that ${named} at line ${line} makes: they move only together (\`${all}\`).`,
      { member: path, line },
    );
  }
  if (unit.piece.members.length > 1) {
    return refusal(
      'oneOfSeveral',
      `\`${path}\` shares line ${line} with another declaration. Give each a line of its own first.`,
      { member: path, line, wayOut: splitting(path, line) },
    );
  }
  return refusal(
    'oneOfSeveral',
    `\`${path}\` is one of several members that line ${line} declares together. Split this declaration first.`,
    { member: path, line, wayOut: splitting(path, line) },
  );
}

function splitting(member: MemberPath, line: number) {
  return {
    kind: 'splitDeclaration',
    member,
    label: `Split the declaration at line ${line}`,
  } as const;
}

const PINNED_WEIGHT = 1_000_000;

function stayingUnits(
  local: readonly Element[],
  places: ReadonlyMap<Element, number>,
  anchors: Anchors,
  titled: ReadonlySet<Element>,
): ReadonlySet<Element> {
  const chosen = heaviestIncreasing(
    local.map((unit) => places.get(unit) ?? 0),
    local.map((unit) => weightOf(unit, anchors, titled)),
  );
  return new Set(local.filter((_, index) => chosen.has(index)));
}

/** Those right under a comment that is not theirs alone: it would come to stand over another member. */
function underTitles(elements: readonly Element[]): ReadonlySet<Element> {
  return new Set(
    elements.filter((each, index) => {
      const above = elements[index - 1];
      return each.kind === 'unit' && above !== undefined && isTitle(above);
    }),
  );
}

/**
 * Lines first; among equals what a comment stands over, then what nobody dragged. Markers and what cannot move stay
 * if at all possible.
 */
function weightOf(unit: Element, anchors: Anchors, titled: ReadonlySet<Element>): number {
  const dragged = unit.members.some((path) => anchors.has(path));
  const pinned = unit.marker || (unit.piece?.blocked ?? null) !== null ? PINNED_WEIGHT : 0;
  return pinned + unit.lines.length * 4 + (titled.has(unit) ? 2 : 0) + (dragged ? 0 : 1);
}

/** Why a unit cannot move, or null. */
function blockReason(unit: Element): PatchRefusal | null {
  const { piece } = unit;
  const member = unit.members[0];
  if (piece === null || piece.blocked === null || member === undefined) return null;
  const line = piece.declaredLine;
  switch (piece.blocked) {
    case 'braceLine':
      return refusal(
        'braceLine',
        `\`${member}\` shares line ${line} with a brace of its struct. Put it on a line of its own first.`,
        {
          member,
          line,
          wayOut: { ...splitting(member, line), label: 'Put it on a line of its own' },
        },
      );
    case 'directiveInside':
      return refusal(
        'directiveInside',
        `A preprocessor directive is inside the declaration of \`${member}\` at line ${line}: it cannot be moved by whole lines.`,
        { member, line },
      );
    case 'notUnderstood':
      return refusal(
        'notUnderstood',
        `Line ${line}, which declares \`${member}\`, is a macro's list of members or is not understood: its lines cannot be moved.`,
        { member, line },
      );
  }
}

function noReason(unit: Element): PatchRefusal {
  return refusal('notUnderstood', `Line ${unit.firstLine} cannot be moved.`);
}
