import { assertNever } from '../../base/assert';
import type { HeaderDoc, PieceText, PlaceDemand } from '../../facts/generated';
import { recordAt } from '../../layout/text/textMembers';
import { element, type Element } from './level';
import { membersUnder } from './paragraph';

/** What a comment asks of the place of members: "must be first", "do not move". */
export interface Demand {
  readonly demand: PlaceDemand;
  /** The declaration whose own comment it is, or the comment above several. */
  readonly by: Element;
  /** Whom it is about, in their order. */
  readonly units: readonly Element[];
}

/** What the comments of a body ask. */
export function demandsIn(doc: HeaderDoc, elements: readonly Element[]): readonly Demand[] {
  return elements.flatMap((by) => {
    const demand = by.piece === null ? by.demand : demandIn(doc, by.piece);
    const of = by.kind === 'comment' ? membersUnder(elements, by) : [by];
    const all = of.filter(({ members }) => members.length > 0);
    // "must be first" above several members is about the next one; "these must be first" about all.
    const isOfOne = by.kind === 'comment' && !by.several && demand !== 'stay';
    const units = isOfOne ? all.slice(0, 1) : all;
    return demand === null || units.length === 0 ? [] : [{ demand, by, units }];
  });
}

/** What a comment above a whole struct asks: that all its members keep their order. */
export function demandAbove(
  doc: HeaderDoc,
  record: number,
  lines: readonly string[],
  elements: readonly Element[],
): readonly Demand[] {
  const { orderComment } = recordAt(doc, record);
  const units = withMembers(elements);
  if (orderComment === null || units.length < 2) return [];
  const text = lines.slice(orderComment.first - 1, orderComment.last);
  return [{ demand: 'stay', by: element('comment', text, [], orderComment.first), units }];
}

/** What the comments of a declaration ask, also those at the very beginning of a struct or union in it. */
function demandIn(doc: HeaderDoc, piece: PieceText): PlaceDemand | null {
  if (piece.demand !== null) return piece.demand;
  const record = piece.members[0]?.record ?? null;
  if (record === null) return null;
  const { body, keyword } = recordAt(doc, record);
  for (const node of body) {
    if (node.kind === 'comment' && node.demand === 'first') return 'first';
    if (node.kind !== 'piece') continue;
    const inside = demandIn(doc, node.piece);
    if (inside === 'first') return inside;
    // All members of a union lie at its beginning.
    if (keyword !== 'union') return null;
  }
  return null;
}

/** Whether members that must be first or last are it. */
export function isKept({ demand, units }: Demand, elements: readonly Element[]): boolean {
  const all = withMembers(elements);
  const at = placesOf(units, all);
  switch (demand) {
    case 'first':
      return at.every((place, index) => place === index);
    case 'second':
      return at.every((place, index) => place === index + 1);
    case 'last':
      return at.every((place, index) => place === all.length - at.length + index);
    case 'stay':
      return true;
    default:
      return assertNever(demand);
  }
}

/** Those that a demand is about with the one before and the one after, in their order. */
export function neighbourhood({ units }: Demand, elements: readonly Element[]): readonly Element[] {
  const all = withMembers(elements);
  const at = placesOf(units, all);
  return all.slice(Math.max(0, (at[0] ?? 0) - 1), (at.at(-1) ?? 0) + 2);
}

function withMembers(elements: readonly Element[]): readonly Element[] {
  return elements.filter(({ kind, members }) => kind === 'unit' && members.length > 0);
}

function placesOf(units: readonly Element[], all: readonly Element[]): readonly number[] {
  return units.map((unit) => indexOfUnit(all, unit)).sort((a, b) => a - b);
}

/** Where a unit stands now, by the line where it stood at first; -1 where it does not. */
export function indexOfUnit(elements: readonly Element[], unit: Element): number {
  return elements.findIndex(
    (each) => each.kind === 'unit' && each.firstLine > 0 && each.firstLine === unit.firstLine,
  );
}
