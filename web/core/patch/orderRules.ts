import type { Message } from '../base/messages';
import { patchMessage } from './messages';
import { assertNever } from '../base/assert';
import { itemAt } from '../base/itemAt';
import type {
  HeaderDoc,
  OrderedText,
  PieceText,
  PlaceDemand,
  StructDesc,
  WallText,
} from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import { type TextMember, recordAt, textMembers } from '../layout/text/textMembers';
import { membersUnder } from './arrange';
import { type Element, element } from './level';
import { type PatchRefusal, type PatchWarning, refusal } from './outcome';
import { readable } from './text';
import type { ReadText, Verified } from './verify';

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

/**
 * Why an order does not compile: a member uses a name that the struct declares further down, a macro
 * (`#define INLINE_SLOTS 10`, and under it `struct slot slots[INLINE_SLOTS];`), a type or a constant. Null where none does.
 */
export function usedBeforeDefined(
  before: Verified,
  { read, texts }: Verified,
): PatchRefusal | null {
  for (const [path, text] of texts) {
    for (const { name, at } of recordAt(read.doc, read.record).defines) {
      // What a body defines for itself moves with it.
      if (at.offset < text.member.span.end || !text.member.uses.includes(name)) continue;
      const line = before.texts.get(path)?.declarator.at.line;
      return refusal(
        'defineOrder',
        patchMessage(
          'define-below',
          path,
          line === undefined ? '' : ` (source line ${line})`,
          name,
        ),
        { member: path, line },
      );
    }
    const had = before.texts.get(path);
    const earlier = had === undefined ? [] : declaredBelow(before.read, had);
    const name = declaredBelow(read, text).find((each) => !earlier.includes(each));
    if (name !== undefined) {
      const line = had?.declarator.at.line;
      return refusal(
        'defineOrder',
        patchMessage('name-below', path, line === undefined ? '' : ` (source line ${line})`, name),
        { member: path, line },
      );
    }
  }
  return null;
}

/** The types and constants that a member's declaration uses and that its body declares under it. */
function declaredBelow(read: ReadText, text: TextMember): readonly string[] {
  const { base, pointer } = text.declarator.declaredType;
  // C takes a pointer to a struct that is not known yet; C++ would take it for another one.
  const mayBeUnknown = !read.doc.cplusplus && pointer && base.kind === 'tagged' ? base.name : null;
  return textMembers(read.doc, text.record)
    .filter(({ member }) => member.span.start >= text.member.span.end)
    .flatMap(({ member }) => member.declaredNames)
    .filter((name) => name !== mayBeUnknown && text.member.uses.includes(name));
}

/**
 * Why an order changes more than the layout: a member would come to another side of a line that says what its
 * members are, C++'s `private:` or kernel-doc's comment of that name. Null where none does.
 */
export function crossedWall(before: Verified, after: Verified): PatchRefusal | null {
  for (const [path, text] of after.texts) {
    const had = before.texts.get(path);
    if (had === undefined) continue;
    const { line } = had.declarator.at;
    const [was, is] = [sidesOf(before, had), sidesOf(after, text)];
    if (was.access !== is.access) {
      return refusal('wall', patchMessage('other-access', path, line, was.access, is.access), {
        member: path,
        line,
      });
    }
    if (was.documented !== is.documented) {
      return refusal(
        'wall',
        patchMessage('documented-access', documentedWords(path, line, was.documented)),
        { member: path, line },
      );
    }
  }
  return null;
}

function documentedWords(path: MemberPath, line: number, documented: boolean): string {
  return documented
    ? `\`${readable(path)}\` (source line ${line}) would come under a \`/* private: */\` comment, which says that kernel-doc describes none of the members under it: keep it above.`
    : `\`${readable(path)}\` (source line ${line}) is under a \`/* private: */\` comment and would come to members that kernel-doc describes: keep it below.`;
}

interface Sides {
  /** `public`, `private`, …; for C and what has no label always the same. */
  readonly access: string;
  readonly documented: boolean;
}

function sidesOf({ read: { doc, record: root } }: Verified, text: TextMember): Sides {
  const { keyword, walls } = recordAt(doc, text.record);
  const from = text.member.span.start;
  const label = last(walls, from, (wall) => wall.kind === 'access');
  const comment = last(wallsWithin(doc, root), from, (wall) => wall.kind !== 'access');
  return {
    access: label?.text ?? (keyword === 'class' ? 'private' : 'public'),
    documented: comment?.kind !== 'docPrivate',
  };
}

function last(walls: readonly WallText[], offset: number, accept: (wall: WallText) => boolean) {
  return walls.filter((wall) => wall.at.offset < offset && accept(wall)).at(-1);
}

/** Those of a struct and of all bodies in it, in order: kernel-doc reads it as one text. */
function wallsWithin(doc: HeaderDoc, record: number): readonly WallText[] {
  const { open, close } = recordAt(doc, record);
  return doc.records
    .filter((each) => each.open >= open && each.close <= close)
    .flatMap(({ walls }) => walls)
    .sort((a, b) => a.at.offset - b.at.offset);
}

/** A comment above the struct that says that all its members have to keep their order, where they do not. */
export function orderCommentWarnings(before: Verified, after: Verified): readonly PatchWarning[] {
  const { orderComment } = recordAt(before.read.doc, before.read.record);
  if (orderComment === null) return [];
  const names = ({ read: { doc, record } }: Verified) =>
    textMembers(doc, record).map(({ declarator }) => declarator.name);
  if (names(before).join() === names(after).join()) return [];
  const line = orderComment.first;
  return [{ ...patchMessage('order-comment', line), kind: 'demand', line, action: null }];
}

/**
 * What in a C++ class means something else once its members are in another order, as far as its own text tells:
 * members are initialised and compared in the order of their declarations ([class.base.init], [class.compare]).
 */
export function memberOrderWarnings(
  before: Verified,
  after: Verified,
  desc: StructDesc,
): readonly PatchWarning[] {
  const { doc, record } = before.read;
  if (!doc.cplusplus) return [];
  const [was, is] = [placesByName(before), placesByName(after)];
  const names = [...was.keys()];
  const turned = (a: string, b: string) => {
    const [first, second] = [was, is].map((at) => (at.get(a) ?? -1) < (at.get(b) ?? -1));
    return was.has(a) && was.has(b) && a !== b && first !== second;
  };
  if (!names.some((a) => names.some((b) => turned(a, b)))) return [];
  const { ordered } = recordAt(doc, record);
  const found: PatchWarning[] = [];
  let isListReported = false;
  const say = (message: Message, line: number) =>
    found.push({
      ...message,
      text: readable(message.text),
      kind: 'order',
      line,
      action: null,
    });
  const readsWords = (member: string, read: string, line: number) =>
    say(
      patchMessage(
        'initialised-in-order',
        member,
        read,
        line,
        (is.get(read) ?? 0) > (is.get(member) ?? 0)
          ? 'before that member, which has no value yet then'
          : 'after it',
      ),
      line,
    );
  for (const { declarator } of textMembers(doc, record)) {
    const { name, reads } = declarator;
    if (name === null) continue;
    for (const read of reads) if (turned(name, read)) readsWords(name, read, declarator.at.line);
  }
  for (const each of ordered) {
    if (each.kind === 'comparison') {
      say(patchMessage('compared-in-order', each.name, each.line), each.line);
      continue;
    }
    for (const { name, reads } of each.members) {
      for (const read of reads) if (turned(name, read)) readsWords(name, read, each.line);
    }
    if (isListReported) continue;
    const listed = each.members.map(({ name }) => name).filter((name) => was.has(name));
    const out = listed.findIndex((name, index) => {
      const next = listed[index + 1];
      return next !== undefined && turned(name, next);
    });
    if (out >= 0) {
      isListReported = true;
      say(
        patchMessage(
          'constructor-order',
          each.line,
          othersLike(ordered, each),
          itemAt(listed, out),
          itemAt(listed, out + 1),
        ),
        each.line,
      );
    }
  }
  if (isAggregate(before, desc)) {
    say(patchMessage('aggregate-in-order', desc.name), recordAt(doc, record).nameAt.line);
  }
  return found;
}

/** How many more constructors there are, of which the same may hold. */
function othersLike(ordered: readonly OrderedText[], one: OrderedText): string {
  const others = ordered.filter(
    (each) => each.kind === 'constructor' && each !== one && each.members.length > 1,
  );
  return others.length === 0 ? '' : `, one of ${others.length + 1} with a list,`;
}

function placesByName({ read: { doc, record } }: Verified): ReadonlyMap<string, number> {
  const names = textMembers(doc, record).flatMap(({ declarator, member }) =>
    declarator.name === null || member.declares !== 'members' ? [] : [declarator.name],
  );
  return new Map(names.map((name, index) => [name, index]));
}

/** [dcl.init.aggr]: no constructors, nothing private, nothing virtual; bases are refused before. */
function isAggregate({ read: { doc, record } }: Verified, desc: StructDesc): boolean {
  const { keyword, walls, ordered } = recordAt(doc, record);
  const { shape } = itemAt(desc.types, desc.root);
  const isVirtual =
    shape.kind === 'aggregate' && shape.members.some(({ role }) => role === 'vtable');
  return (
    !isVirtual &&
    !ordered.some(({ kind }) => kind === 'constructor') &&
    !walls.some(({ kind, text }) => kind === 'access' && !text.startsWith('public')) &&
    !(keyword === 'class' && !walls.some(({ kind }) => kind === 'access'))
  );
}
