import { itemAt } from '../../base/itemAt';
import type {
  DeclaratorText,
  HeaderDoc,
  LayoutAttributes,
  LineRange,
  PieceText,
  PostedSide,
  RecordText,
} from '../../facts/generated';
import { NO_ATTRIBUTES } from '../../layout/text/attributes';
import { textMembers } from '../../layout/text/textMembers';

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
  /** What its own words say of its layout, as far as its head and its end are in the hunk. */
  readonly words: LayoutAttributes;
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
  /** The type as written, blanks aside; with the width of a bit-field. */
  readonly declared: string;
  /** What its attributes say of its layout. */
  readonly words: LayoutAttributes;
  /** The declaration, for what has to know its type. */
  readonly piece: PieceText;
  readonly declarator: DeclaratorText;
  readonly side: PostedSide;
}

/** An anonymous struct or union, or one that is declared where its member is. */
export interface GroupEntry extends Omit<Body, 'name'> {
  readonly kind: 'group';
  /** The name of the member that has this type; null for an anonymous one, and where the hunk ends before the name. */
  readonly name: string | null;
  readonly tag: string | null;
  /** What stands behind the name, which is the member's and not its type's. */
  readonly memberWords: LayoutAttributes;
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

/** The struct bodies of one side, in its order; what stands in a body is its entries'. */
export function bodiesOf(side: PostedSide): readonly Body[] {
  return [...side.doc.records.entries()].flatMap(([index, record]) => {
    if (record.parent !== null) return [];
    return [bodyOf(side, index, record.tag ?? record.typedefName)];
  });
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
    head: opens ? { first: record.lines.first, last: lineAt(side, record.open) } : null,
    tail: closes ? { first: lineAt(side, record.close), last: record.lines.last } : null,
    words: record.layout ?? NO_ATTRIBUTES,
    randomized: record.attributes.some(({ text }) => text === '__randomize_layout'),
    entries: entriesOf(side, record),
    side,
  };
}

function entriesOf(side: PostedSide, record: RecordText): readonly Entry[] {
  return record.body.flatMap((node): readonly Entry[] => {
    if (node.kind !== 'piece' && node.kind !== 'marker') return [];
    const { piece } = node;
    const lines = { first: piece.declaredLine, last: piece.declaredEndLine };
    if (node.kind === 'marker' && node.marker.kind === 'padding') {
      const [member = null] = marksOf(side, piece);
      return [{ kind: 'linePadding', lines, changed: isChanged(side, lines), member }];
    }
    if (node.kind === 'marker' && node.marker.kind.startsWith('group')) return marksOf(side, piece);
    return piece.members.flatMap((member) =>
      member.declarators.flatMap((declarator): readonly Entry[] => {
        if (member.record !== null) return [groupOf(side, member.record, declarator, lines)];
        const entry = memberOf(side, piece, declarator, member.macroName !== null);
        return entry === null ? [] : [entry];
      }),
    );
  });
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
  const memberWords = (body.closes ? declarator.layout : null) ?? NO_ATTRIBUTES;
  const { pointer, counts } = declarator.declaredType;
  const isArray = pointer || counts.length > 0;
  return { ...body, kind: 'group', tag, memberWords, isArray, lines, changed };
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
  const isOwn = (at: number) => /\w/.test(side.lines[at]?.text ?? '');
  if (begun && !changedIn(side, lines).some(isOwn)) return null;
  const names = begun ? [] : written;
  const width = declarator.bitWidth === null ? '' : `:${declarator.bitWidth.text}`;
  return {
    kind: 'member',
    names,
    isMacro,
    isUnnamed: width !== '' && declarator.name === null && !isMacro && !begun,
    lines,
    changed: isChanged(side, lines),
    declared: `${declarator.declaredType.text}${width}`.replace(/\s+/g, ''),
    words: declarator.layout ?? NO_ATTRIBUTES,
    piece,
    declarator,
    side,
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
function marksOf(side: PostedSide, piece: PieceText): readonly MemberEntry[] {
  const member = itemAt(piece.members, 0);
  const own = itemAt(member.declarators, 0);
  const declared = member.expansion === null ? [] : textMembers(member.expansion.doc, 0);
  return declared.flatMap(({ declarator: { name, layout } }) => {
    const entry = memberOf(side, piece, { ...own, name, layout }, true);
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

/** The line of a byte of the source, from 1. */
function lineAt(side: PostedSide, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at++) if (side.source[at] === '\n') line++;
  return line;
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
  readonly record: number;
} {
  const { doc } = entry.side;
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
  return { doc: { ...doc, records }, record: own };
}
