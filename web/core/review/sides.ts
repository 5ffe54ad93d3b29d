import { itemAt } from '../base/itemAt';
import type {
  DeclaratorText,
  HeaderDoc,
  LayoutAttributes,
  LineRange,
  MacroExpansion,
  MemberText,
  PieceText,
  PostedDiff,
  PostedHunk,
  PostedSide,
  RecordText,
  StructDesc,
} from '../facts/generated';
import { NO_ATTRIBUTES } from '../layout/text/attributes';
import { textMembers } from '../layout/text/textMembers';
import { isReserve } from '../edit/runs';
import { locate } from '../edit/tree';
import type { MemberPath } from '../layout/ids';
import { orderedFrom } from '../layout/original';
import type { OrderedAggregate, OrderedMember } from '../layout/order';
import { membersOf } from '../layout/walk';

/** A struct's body as far as one side of a hunk shows it. Lines count from 1 in that side. */
export interface Body {
  readonly keyword: string;
  /** Null for one that began before the hunk, and where it has none. */
  readonly name: string | null;
  /** Whether its `{` and its `}` are in the hunk. */
  readonly opens: boolean;
  readonly closes: boolean;
  /** The lines up to the `{` and from the `}` on; null where they are not in the hunk. */
  readonly head: LineRange | null;
  readonly tail: LineRange | null;
  /** What its attributes make of its layout, as far as its head and its end are in the hunk. */
  readonly attributes: LayoutAttributes;
  readonly randomized: boolean;
  readonly entries: readonly Entry[];
  readonly side: PostedSide;
}

/** What a body declares, in its order. */
export type Entry = MemberEntry | GroupEntry | MarkEntry;

export interface MemberEntry {
  readonly kind: 'member';
  /** As declared; of a macro the words that it may declare. */
  readonly names: readonly string[];
  readonly isMacro: boolean;
  /** A bit-field without a name, which no debug information states. */
  readonly isUnnamed: boolean;
  readonly lines: LineRange;
  readonly changed: boolean;
  /** The type as csource writes it, with the width of a bit-field. */
  readonly declared: string;
  /** What its attributes say of its layout. */
  readonly attributes: LayoutAttributes;
  /** The declaration, for what has to know its type. */
  readonly piece: PieceText;
  readonly declarator: DeclaratorText;
  readonly side: PostedSide;
  /** Of what a macro declares: the text that it stands for. */
  readonly expansion: MacroExpansion | null;
  /** Of a reserve of a stable tree that another member takes the place of: the macro that says so, as it is written. */
  readonly takenBy: string | null;
}

/** An anonymous struct or union, or one that is declared where its member is. */
export interface GroupEntry extends Omit<Body, 'name'> {
  readonly kind: 'group';
  /** The name of the member that has this type; null for an anonymous one, and where the hunk ends before the name. */
  readonly name: string | null;
  readonly tag: string | null;
  /** Into `side.doc.records`. */
  readonly record: number;
  /** What stands behind the name, which is the member's and not its type's. */
  readonly memberAttributes: LayoutAttributes;
  /** Whether it is an array of its type. */
  readonly isArray: boolean;
  readonly lines: LineRange;
  /** Whether a line with one of its braces changed. */
  readonly changed: boolean;
}

/** `CACHELINE_PADDING(x)`: what follows begins a line. */
export interface MarkEntry {
  readonly kind: 'linePadding';
  readonly lines: LineRange;
  readonly changed: boolean;
  /** The member that it is where the loaded struct has one of the name in its brackets; null where it names none. */
  readonly member: MemberEntry | null;
}

/**
 * The struct bodies of one side, in its order; what stands in a body is its entries'. One with a tag that is declared in
 * another is a struct of its own, too.
 */
function bodiesOf(side: PostedSide): readonly Body[] {
  return [...side.doc.records.entries()].flatMap(([index, { parent, tag, typedefName }]) => {
    const isOwn = parent === null || (tag !== null && index >= side.begun);
    return isOwn ? [bodyOf(side, index, tag ?? typedefName)] : [];
  });
}

/** Whether a group's members are those of a struct with a name, whose body the hunk begins: `bodiesOf` has it. */
export function isOwnStruct({ tag, opens }: GroupEntry): boolean {
  return tag !== null && opens;
}

function bodyOf(side: PostedSide, index: number, name: string | null): Body {
  const record = itemAt(side.doc.records, index);
  const opens = index >= side.begun;
  const closes = !side.unended.includes(index);
  return {
    keyword: record.keyword,
    name,
    opens,
    closes,
    head: opens ? { first: record.lines.first, last: record.openLine } : null,
    tail: closes ? { first: record.closeLine, last: record.lines.last } : null,
    attributes: record.layout ?? NO_ATTRIBUTES,
    randomized: record.randomized,
    entries: entriesOf(side, record),
    side,
  };
}

/** haproxy's macros that align what follows, each a line of its own. */
const ALIGNS: ReadonlySet<string> = new Set(['THREAD_ALIGN', 'ALWAYS_ALIGN']);

function entriesOf(side: PostedSide, record: RecordText): readonly Entry[] {
  return record.body.flatMap((node): readonly Entry[] => {
    if (node.kind !== 'piece' && node.kind !== 'marker') return [];
    const { piece } = node;
    if (isFunction(side, piece)) return [];
    const lines = { first: piece.declaredLine, last: piece.declaredEndLine };
    if (node.kind === 'marker' && node.marker.kind === 'padding') {
      const [member = null] = marksOf(side, piece);
      return [{ kind: 'linePadding', lines, changed: isChanged(side, lines), member }];
    }
    if (node.kind === 'marker' && node.marker.kind.startsWith('group')) return marksOf(side, piece);
    // Each declares the same name, and nothing of it where it stays.
    if (ALIGNS.has(piece.members[0]?.macroName ?? ''))
      return marksOf(side, piece, `_${lines.first}`).filter(({ changed }) => changed);
    const declared = declaredByMacro(side, piece);
    if (declared.length > 0) return declared;
    return piece.members.flatMap((member) =>
      member.declarators.flatMap((declarator): readonly Entry[] => {
        if (member.record !== null) return [groupOf(side, member.record, declarator, lines)];
        const entry = memberOf(side, piece, declarator, member.macroName !== null);
        return entry === null ? [] : [entry];
      }),
    );
  });
}

/** A function of a class, with its body where that is inside; what is static and what is a friend. */
function isFunction({ doc }: PostedSide, { members }: PieceText): boolean {
  const isOne = ({ declares, macroName, function: own, specifier }: MemberText) =>
    specifier === 'static' ||
    specifier === 'friend' ||
    (declares === 'nothing' && macroName === null && own !== null);
  return doc.cplusplus && members.length > 0 && members.every(isOne);
}

/** The lines of a side's member functions, from 0, which change no layout; those that may bring a first virtual one left out. */
export function functionLines(side: PostedSide): readonly number[] {
  return side.doc.records.flatMap(({ body }) =>
    body.flatMap((node) => {
      if (node.kind !== 'piece' || !isFunction(side, node.piece)) return [];
      const { declaredLine, declaredEndLine, members } = node.piece;
      const all = [...side.lines.keys()].slice(declaredLine - 1, declaredEndLine);
      if (members.every(({ specifier }) => specifier !== 'virtual')) return all;
      const open = all.findIndex((at) => side.lines[at]?.text.includes('{'));
      return open < 0 ? [] : all.slice(open + 1);
    }),
  );
}

/** `ANDROID_KABI_USE(1, u64 deadline)`, `RH_KABI_USE2(1, int a, int b)`: the reserve's room stays as it was. */
const TAKES_RESERVE = /(?:KABI|BACKPORT)_USE2?$/;

/** What a macro declares that none of its arguments names: `KABI_RESERVE(1)`, `ALWAYS_PAD(8)`; of a reserve's user the reserve. */
function declaredByMacro(side: PostedSide, piece: PieceText): readonly MemberEntry[] {
  const [first] = piece.members;
  if (first === undefined || first.macroName === null || first.expansion === null) return [];
  const takes = TAKES_RESERVE.test(first.macroName);
  const isNamed = first.declarators.some(
    ({ name, possibleNames }) => name !== null || possibleNames.length > 0,
  );
  if (isNamed && !takes) return [];
  const { expansion } = first;
  const base = first.declarators[0]?.declaredType.base;
  const takenBy = takes && base?.kind === 'opaque' ? base.text : null;
  // `RH_KABI_USE(1, 2, struct list_head l)` takes two.
  if (takenBy !== null && /,\s*\d/.test(takenBy)) return [];
  return expansion.doc.records
    .flatMap(({ body }) => body)
    .flatMap((node) => (node.kind === 'piece' ? [node.piece] : []))
    .flatMap((own) =>
      own.members
        .flatMap(({ declarators }) => declarators)
        .filter(({ name }) => name !== null && (!takes || isReserve(name)))
        .flatMap((declarator) => {
          const entry = memberOf(side, piece, declarator, false);
          return entry === null ? [] : [{ ...entry, piece: own, expansion, takenBy }];
        }),
    );
}

function groupOf(
  side: PostedSide,
  record: number,
  declarator: DeclaratorText,
  lines: LineRange,
): GroupEntry {
  const body = bodyOf(side, record, declarator.name);
  const { tag } = itemAt(side.doc.records, record);
  const frames = [body.head, body.tail].filter((each) => each !== null);
  const members = body.entries.filter((each) => each.kind !== 'linePadding');
  // Where lines are alike, git may give one group the braces of another: what is inside tells which one moved.
  const isOther = members.length > 0 && members.every((each) => each.changed);
  const changed = isOther || frames.some((each) => isChanged(body.side, each));
  // `} key __aligned(64);`: behind the name they are the member's.
  const memberAttributes = (body.closes ? declarator.layout : null) ?? NO_ATTRIBUTES;
  const { pointer, counts } = declarator.declaredType;
  const isArray = pointer || counts.length > 0;
  return { ...body, kind: 'group', tag, record, memberAttributes, isArray, lines, changed };
}

function memberOf(
  side: PostedSide,
  piece: PieceText,
  declarator: DeclaratorText,
  isMacro: boolean,
): MemberEntry | null {
  const written = declarator.name === null ? declarator.possibleNames : [declarator.name];
  const lines = { first: piece.declaredLine, last: piece.declaredEndLine };
  // The rest of a declaration that began before the hunk, whose name is above it; a struct that is only named.
  const begun = written.includes('hitmap_begun');
  // The type of `a, b;` is above the hunk, the other declarators are here.
  if (begun && declarator.declaredType.text === 'hitmap_type') return null;
  if (begun && !changedIn(side, lines).some((at) => side.lines[at]?.hasWord === true)) return null;
  const names = begun ? [] : written;
  const width = declarator.bitWidth === null ? '' : `:${declarator.bitWidth.text}`;
  return {
    kind: 'member',
    names,
    isMacro,
    isUnnamed: width !== '' && declarator.name === null && !isMacro && !begun,
    lines,
    changed: isChanged(side, lines),
    declared: `${declarator.declaredType.text}${width}`,
    attributes: declarator.layout ?? NO_ATTRIBUTES,
    piece,
    declarator,
    side,
    expansion: null,
    takenBy: null,
  };
}

/** The entries with each padding as the member that the loaded struct has of it. */
export function withPaddings(
  entries: readonly Entry[],
  has: (name: string) => boolean,
): readonly Entry[] {
  return entries.map((entry): Entry => {
    if (entry.kind === 'group') return { ...entry, entries: withPaddings(entry.entries, has) };
    if (entry.kind === 'member' || entry.member === null) return entry;
    return entry.member.names.some(has) ? entry.member : entry;
  });
}

/** The zero-length members that a mark declares, as far as its macro is the kernel's. */
function marksOf(side: PostedSide, piece: PieceText, more = ''): readonly MemberEntry[] {
  const member = itemAt(piece.members, 0);
  const own = itemAt(member.declarators, 0);
  const declared = member.expansion === null ? [] : textMembers(member.expansion.doc, 0);
  return declared.flatMap(({ declarator: { name, layout } }) => {
    const entry = memberOf(side, piece, { ...own, name: name && name + more, layout }, true);
    return entry === null ? [] : [entry];
  });
}

function isChanged(side: PostedSide, lines: LineRange): boolean {
  return changedIn(side, lines).length > 0;
}

/** The changed lines of code of a range, from 0. */
export function changedIn(side: PostedSide, lines: LineRange): readonly number[] {
  const found: number[] = [];
  for (let at = lines.first - 1; at < lines.last; at++) {
    const line = side.lines[at];
    if (line?.changed === true && line.says === 'code') found.push(at);
  }
  return found;
}

/** The lines of a struct's body and of its braces, from 0. */
export function linesOf({ side, head, tail }: Body): readonly number[] {
  const first = head?.first ?? 1;
  const last = tail?.last ?? side.lines.length;
  return [...side.lines.keys()].filter((at) => at >= first - 1 && at < last);
}

/** Every entry, a group before what stands in it. */
export function* entriesIn(entries: readonly Entry[]): Generator<Entry> {
  for (const entry of entries) {
    yield entry;
    if (entry.kind === 'group') yield* entriesIn(entry.entries);
  }
}

/** The names that some entries declare, in their order; marks left out. */
export function namesIn(entries: readonly Entry[]): readonly string[] {
  return [...entriesIn(entries)].flatMap((entry) => {
    if (entry.kind === 'member') return entry.names;
    return entry.kind === 'group' && entry.name !== null ? [entry.name] : [];
  });
}

/** One declaration alone, as a document of its own, for what lays it out. */
export function documentOf(entry: MemberEntry): {
  readonly doc: HeaderDoc;
  readonly text: string;
  readonly record: number;
} {
  const { doc } = entry.expansion ?? entry.side;
  const text = entry.expansion?.text ?? entry.side.source;
  const member = itemAt(entry.piece.members, 0);
  const alone: PieceText = {
    ...entry.piece,
    members: [{ ...member, declarators: [entry.declarator] }],
  };
  const own = doc.records.findIndex((each) =>
    each.body.some((node) => 'piece' in node && node.piece === entry.piece),
  );
  const records = doc.records.map((each, index) =>
    index === own
      ? {
          ...each,
          tag: 'added',
          packed: false,
          unsupported: null,
          body: [{ kind: 'piece' as const, piece: alone }],
        }
      : each,
  );
  return { doc: { ...doc, records }, text, record: own };
}

/** A struct in one hunk, as it was and as it becomes; a side is null where only the other one shows it. */
export interface HunkOfStruct {
  readonly hunk: PostedHunk;
  readonly old: Body | null;
  readonly new: Body | null;
}

/** Whether lines of the struct may be among those that a hunk lacks: what comes after its end is not of it. */
export function goesOnUnseen({ hunk, old, new: now }: HunkOfStruct): boolean {
  return hunk.missingLines > 0 && (old?.closes !== true || now?.closes !== true);
}

/** A struct that a patch may change. */
export interface PostedStruct {
  readonly keyword: string;
  readonly name: string;
  readonly hunks: readonly HunkOfStruct[];
}

/**
 * The structs of a patch by name, in its order. What lies in a struct that nothing names is under an empty
 * name: whoever knows the structs may find it by its members.
 */
export function structsOf(diff: PostedDiff): readonly PostedStruct[] {
  const found = new Map<string, { keyword: string; hunks: HunkOfStruct[] }>();
  for (const hunk of diff.hunks) {
    for (const { keyword, name, pair } of pairs(hunk)) {
      const known = found.get(name) ?? { keyword, hunks: [] };
      known.hunks.push(pair);
      found.set(name, known);
    }
  }
  return [...found].map(([name, { keyword, hunks }]) => ({ keyword, name, hunks }));
}

function pairs(hunk: PostedHunk) {
  const [olds, news] = [bodiesOf(hunk.old), bodiesOf(hunk.new)];
  const nameOf = (body: Body) => (body.opens ? (body.name ?? '') : (hunk.head?.name ?? ''));
  const names = [...new Set([...olds, ...news].map(nameOf))];
  return names.map((name) => {
    const [old, now] = [olds, news].map((bodies) => bodies.find((each) => nameOf(each) === name));
    const opened = [old, now].find((body) => body?.opens === true);
    return {
      name,
      keyword: opened?.keyword ?? hunk.head?.keyword ?? 'struct',
      pair: { hunk, old: old ?? null, new: now ?? null },
    };
  });
}

/** The names that the members of a struct without a name have in the hunks, before or after. */
export function namesInHunk({ old, new: now }: HunkOfStruct): readonly string[] {
  return [...namesIn(old?.entries ?? []), ...namesIn(now?.entries ?? [])];
}

/** The member of this name, in anonymous aggregates too; null where there is none. */
export function memberNamed(root: OrderedAggregate, name: string): OrderedMember | null {
  for (const member of membersOf(root)) if (member.name === name) return member;
  return null;
}

/** The names of the members that hold data themselves, in their order. */
export function leafNames(root: OrderedAggregate): readonly string[] {
  return [...membersOf(root)].flatMap(({ name, inner }) =>
    name === null || inner !== null ? [] : [name],
  );
}

/** The names that a group declares, its own and those inside, as far as the struct has them. */
export function knownIn(root: OrderedAggregate, group: GroupEntry): readonly string[] {
  return [...entriesIn(group.entries)]
    .flatMap((entry) => (entry.kind === 'member' ? entry.names : []))
    .filter((name) => memberNamed(root, name) !== null);
}

/**
 * The anonymous aggregate that a group of the text is: it holds the members that the text shows in it, at the same
 * depth. Null where the loaded struct has none.
 */
export function aggregateOf(root: OrderedAggregate, group: GroupEntry): MemberPath | null {
  if (group.name !== null) return memberNamed(root, group.name)?.path ?? null;
  for (const entry of group.entries) {
    if (entry.kind === 'linePadding') continue;
    if (entry.kind === 'group' && entry.name === null) {
      const inside = aggregateOf(root, entry);
      const container = inside === null ? null : containerOf(root, inside);
      if (container !== null && fits(container, group)) return container.path;
      continue;
    }
    for (const name of entry.kind === 'group' ? [entry.name ?? ''] : entry.names) {
      const member = memberNamed(root, name);
      const container = member === null ? null : containerOf(root, member.path);
      if (container !== null && fits(container, group)) return container.path;
    }
  }
  return null;
}

function fits(container: OrderedMember, { keyword, opens }: GroupEntry): boolean {
  // The keyword of one that began before the hunk is not seen.
  return !opens || container.inner?.keyword === keyword;
}

/** The anonymous aggregate that holds a member; null where the struct itself does. */
function containerOf(root: OrderedAggregate, path: MemberPath): OrderedMember | null {
  const container = locate(root, path)?.parent;
  return (
    [...membersOf(root)].find((each) => each.inner !== null && each.inner === container) ?? null
  );
}

/** The line on which each member of the untouched struct is declared, as far as the debug information states it. */
export function declaredLines(desc: StructDesc): ReadonlyMap<MemberPath, number> {
  const lines = new Map<MemberPath, number>();
  const walk = (typeIndex: number, ordered: OrderedAggregate): void => {
    const { shape } = itemAt(desc.types, typeIndex);
    if (shape.kind !== 'aggregate') return;
    for (const [index, fact] of shape.members.entries()) {
      const member = itemAt(ordered.members, index);
      if (fact.declared !== null) lines.set(member.path, fact.declared.line);
      if (member.inner !== null) walk(fact.typeIndex, member.inner);
    }
  };
  walk(desc.root, orderedFrom(desc).root);
  return lines;
}

/** The changed lines with the braces of a struct or a group. */
export function frameLines({
  side,
  head,
  tail,
}: Pick<Body, 'side' | 'head' | 'tail'>): readonly number[] {
  return [head, tail].flatMap((each) => (each === null ? [] : changedIn(side, each)));
}

/** Whether two groups, of one side or of both, are of one kind and depth and have a member in common. */
export function isSameGroup(group: GroupEntry, other: GroupEntry): boolean {
  const names = new Set(namesOfGroup(group));
  return (
    other.keyword === group.keyword &&
    namesOfGroup(other).some((name) => names.has(name)) &&
    depthOf(other) === depthOf(group)
  );
}

/** Whether two groups are of one kind and depth and show the very same members. */
export function hasSameMembers(group: GroupEntry, other: GroupEntry): boolean {
  const [names, others] = [namesOfGroup(group), namesOfGroup(other)].map((each) => each.join());
  return names !== '' && names === others && isSameGroup(group, other);
}

function namesOfGroup(group: GroupEntry): readonly string[] {
  return [...entriesIn(group.entries)].flatMap((entry) =>
    entry.kind === 'member' ? entry.names : [],
  );
}

function depthOf({ entries }: GroupEntry): number {
  return 1 + Math.max(0, ...entries.map((each) => (each.kind === 'group' ? depthOf(each) : 0)));
}
