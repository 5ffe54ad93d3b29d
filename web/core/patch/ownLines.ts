import { patchMessage } from './messages';
import { itemAt } from '../base/itemAt';
import { type Result, fail, ok } from '../base/result';
import type {
  DeclaratorText,
  HeaderDoc,
  MemberText,
  PieceText,
  RecordText,
  Span,
} from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import type { OrderedAggregate } from '../layout/order';
import { type TextMember, recordAt, textMembers, walkBody } from '../layout/text/textMembers';
import { type PatchRefusal, refusal } from './outcome';
import type { SpelledRequest } from './request';
import type { ReadText, Verified } from './verify';
import {
  type Replacement,
  blanksBefore,
  indentAt,
  indentOf,
  isInTabs,
  lineEndOf,
  lineEndsIn,
  lineStart,
  linesOf,
  nextLine,
  screenWidth,
} from './text';

/** The edits of members' own lines: alignments that came or went. `described`: kernel-doc reads the struct. */
export function inPlaceEdits(
  request: SpelledRequest,
  text: string,
  texts: ReadonlyMap<MemberPath, TextMember>,
  original: OrderedAggregate,
  described: boolean,
): Result<readonly Replacement[], PatchRefusal> {
  const before = alignments(original);
  const after = alignments(request.applied.struct.root);
  const replacements: Replacement[] = [];
  for (const [path, wanted] of after) {
    const had = before.get(path) ?? null;
    const found = texts.get(path);
    if (found === undefined || had === wanted) continue;
    const sharesMacro = [...texts].some(
      ([other, { record, ordinal }]) =>
        other !== path && record === found.record && ordinal === found.ordinal,
    );
    const change = alignmentEdit(request, text, found, path, wanted, { sharesMacro, described });
    if (!change.ok) return change;
    const { declarators } = found.member;
    const comment = replacesTrailing(request, path) ? null : found.piece.trailingComment;
    const isAlone = comment !== null && declarators.length === 1;
    replacements.push(isAlone ? besideComment(text, change.value, comment) : change.value);
  }
  return ok(replacements);
}

/** What is forced on each member, in bytes, `isolate`d predecessors counted; null for nothing. */
export function alignments(root: OrderedAggregate): ReadonlyMap<MemberPath, number | null> {
  const found = new Map<MemberPath, number | null>();
  const walk = (aggregate: OrderedAggregate) => {
    let requested = 0;
    for (const member of aggregate.members) {
      const own = (member.align ?? member.inner?.forcedAlign)?.bytes ?? 0;
      const forced = Math.max(own, requested);
      found.set(member.path, forced === 0 ? null : forced);
      // What is asked of the next member passes over padding bits that nobody wrote.
      if (member.role !== 'inferredBits') requested = member.isolateBytes ?? 0;
      if (member.inner !== null) walk(member.inner);
    }
  };
  walk(root);
  return found;
}

function alignmentEdit(
  request: SpelledRequest,
  text: string,
  found: TextMember,
  path: MemberPath,
  bytes: number | null,
  { sharesMacro, described }: { readonly sharesMacro: boolean; readonly described: boolean },
): Result<Replacement, PatchRefusal> {
  const { declarator, member } = found;
  const line = declarator.at.line;
  const written = declarator.attributes.find((each) => each.aligns);
  const shared = written !== undefined && written.span.start < declarator.span.start;
  if (written !== undefined && shared && member.declarators.length > 1) {
    return fail(
      refusal('oneOfSeveral', patchMessage('shared-alignment', path, line), {
        member: path,
        line,
        action: {
          kind: 'splitDeclaration',
          member: path,
          label: `Split the declaration at source line ${line}`,
        },
      }),
    );
  }
  // `MARK(hot);` makes one member and takes an attribute; what ends in the macro takes none.
  const takesOne = member.semicolon && !sharesMacro;
  if (member.macroName !== null && declarator.name === null && !takesOne) {
    return fail(
      refusal('attribute', patchMessage('aligned-by-macro', path, member.macroName, line), {
        member: path,
        line,
      }),
    );
  }
  if (bytes === null) {
    if (written === undefined) {
      return fail(
        refusal('attribute', patchMessage('alignment-not-here', path, line), {
          member: path,
          line,
        }),
      );
    }
    const start = blanksBefore(text, written.span.start);
    return ok({ start, end: written.span.end, text: '' });
  }
  const attribute = request.spelling.align(bytes);
  if (written !== undefined) {
    return ok({ start: written.span.start, end: written.span.end, text: attribute });
  }
  const end = declarator.declaredEnd;
  const { start } = declarator.span;
  if (
    request.dialect === 'kernel' &&
    !described &&
    attribute.startsWith('__aligned(') &&
    member.declarators.length === 1 &&
    declarator.takesNothing
  ) {
    // `(*name)(void)`: checkpatch takes `void) __aligned(64` for an argument without a name. Before the declarator the
    // attribute is the member's as well (GCC, Attribute Syntax). There kernel-doc leaves out all from it to the last
    // bracket, the name too: a described member keeps its description, whatever checkpatch makes of its line.
    return ok({ start, end: start, text: `${attribute} ` });
  }
  const { trailingComment } = found.piece;
  const kept =
    replacesTrailing(request, path) && trailingComment !== null
      ? trailingComment.start
      : text.length;
  const added = before(text.slice(0, kept), end, attribute, request.dialect);
  const isLater = member.declarators.indexOf(declarator) > 0;
  if (request.dialect === 'kernel' && declarator.bitWidth !== null && isLater) {
    return ok({ start, end, text: `${withRoomAroundColon(text, declarator)}${added}` });
  }
  return ok({ start: end, end, text: added });
}

function replacesTrailing({ comments }: SpelledRequest, path: MemberPath): boolean {
  return comments.some((each) => each.member === path && each.replacesTrailing);
}

/**
 * The edit of a line behind which a comment of several lines begins, whose stars stand under each other (checkpatch,
 * BLOCK_COMMENT_STYLE): the comment keeps its column where there is room, and else all of its lines move.
 */
function besideComment(text: string, edit: Replacement, comment: Span): Replacement {
  const between = text.slice(edit.end, comment.start);
  const lines = linesOf(text.slice(comment.start, comment.end));
  const isBeside = edit.end <= comment.start && lineEndsIn(text, edit.end, comment.start) === 0;
  if (lines.length === 1 || !isBeside) return edit;
  const rest = between.trimEnd();
  const had = screenWidth(text.slice(lineStart(text, edit.start), comment.start));
  const code = `${text.slice(lineStart(text, edit.start), edit.start)}${edit.text}${rest}`;
  const width = screenWidth(code.slice(lineStart(code, code.length)));
  if (width < had) {
    const gap = blanksTo(width, had, between.slice(rest.length).includes('\t'));
    return { ...edit, end: comment.start, text: `${edit.text}${rest}${gap}` };
  }
  const [first = '', ...others] = lines;
  const moved = others.map((line) => {
    const indent = indentOf(line);
    if (screenWidth(indent) !== had + 1) return line;
    return `${blanksTo(0, width + 2, indent.includes('\t'))}${line.slice(indent.length)}`;
  });
  const all = [`${edit.text}${rest} ${first}`, ...moved].join('');
  return { start: edit.start, end: comment.end, text: all };
}

/** Blanks from one column of the screen to another. */
function blanksTo(from: number, to: number, byTabs: boolean): string {
  const tabs = byTabs ? Math.floor(to / 8) - Math.floor(from / 8) : 0;
  const column = tabs > 0 ? Math.floor(to / 8) * 8 : from;
  return `${'\t'.repeat(tabs)}${' '.repeat(to - column)}`;
}

/** `b:1` with an attribute in a later line of its declaration is a label for checkpatch, which asks for `b : 1`. */
function withRoomAroundColon(text: string, { span, colon, declaredEnd }: DeclaratorText): string {
  if (colon === null) return text.slice(span.start, declaredEnd);
  const name = text.slice(span.start, blanksBefore(text, colon));
  return `${name} : ${text.slice(colon + 1, declaredEnd).trimStart()}`;
}

/** Columns that checkpatch allows in the kernel, and that most others keep to. */
const WIDEST = { kernel: 100, c: 80 } as const;

/** The attribute with the blank before it, or on a line of its own where it would push its line over the limit. */
function before(text: string, at: number, attribute: string, dialect: keyof typeof WIDEST): string {
  const start = lineStart(text, at);
  const line = text.slice(start, nextLine(text, at)).trimEnd();
  const widened = screenWidth(`${line.slice(0, at - start)} ${attribute}${line.slice(at - start)}`);
  if (widened <= WIDEST[dialect] || screenWidth(line) > WIDEST[dialect]) return ` ${attribute}`;
  const indent = indentOf(line);
  return `${lineEndOf(text)}${indent}${indent === '' || indent.includes('\t') ? '\t\t' : indent}${attribute}`;
}

/**
 * `int a, *b;` as `int a;` and `int *b;`, and what shares a line with another declaration or with a brace of
 * its struct on lines of its own. Comments stay behind what they stood behind.
 */
export function splitEdits(
  text: string,
  doc: HeaderDoc,
  texts: ReadonlyMap<MemberPath, TextMember>,
  wanted: readonly MemberPath[],
): Result<readonly Replacement[], PatchRefusal> {
  const edits: Replacement[] = [];
  const done = new Set<unknown>();
  for (const path of wanted) {
    const found = texts.get(path);
    if (found === undefined || done.has(found.piece)) continue;
    done.add(found.piece);
    const { members, innerComments: comments } = found.piece;
    const braces = bracesOf(text, recordAt(doc, found.record), members);
    const first = itemAt(members, 0).span.start;
    const indent = braces.opens ? indentInside(text, doc, found.record) : indentAt(text, first);
    const newLine = lineEndOf(text) + indent;
    if (braces.opens) edits.push({ start: blanksBefore(text, first), end: first, text: newLine });
    for (const [index, member] of members.entries()) {
      const next = members[index + 1];
      if (next !== undefined) {
        const { start: to } = next.span;
        edits.push({
          start: member.span.end,
          end: to,
          text: gap(text, comments, { start: member.span.end, end: to }, newLine),
        });
      }
      if (member.declarators.length < 2) continue;
      if (member.record !== null) return fail(sharedBody(found, path));
      edits.push({ ...member.span, text: declarations(text, member, comments, newLine) });
    }
    if (braces.closes) {
      const { open, close } = recordAt(doc, found.record);
      const outside = lineEndOf(text) + indentAt(text, open);
      edits.push({ start: blanksBefore(text, close), end: close, text: outside });
    }
  }
  return ok(edits);
}

function sharedBody({ declarator }: TextMember, path: MemberPath): PatchRefusal {
  const { line } = declarator.at;
  return refusal('oneOfSeveral', patchMessage('unnamed-body', path, line), { member: path, line });
}

/** Which braces of a struct stand in the lines of declarations of it. */
function bracesOf(text: string, { open, close }: RecordText, members: readonly MemberText[]) {
  const oneLine = (from: number, to: number) => lineEndsIn(text, from, to) === 0;
  return {
    opens: oneLine(open, itemAt(members, 0).span.start),
    closes: oneLine(itemAt(members, members.length - 1).span.end, close),
  };
}

/** As the other members of a body are indented; where all share the line of the brace, one step further in. */
function indentInside(text: string, doc: HeaderDoc, record: number): string {
  const { open } = recordAt(doc, record);
  const below = textMembers(doc, record).find(
    ({ member }) => lineEndsIn(text, open, member.span.start) > 0,
  );
  if (below !== undefined) return indentAt(text, below.member.span.start);
  return indentAt(text, open) + (isInTabs(text) ? '\t' : '    ');
}

/** `int a, b;` one by one; a comment after a comma belongs to what is before it. */
function declarations(
  text: string,
  { declarators, specifiers, span }: MemberText,
  comments: readonly Span[],
  newLine: string,
): string {
  const first = itemAt(declarators, 0).span.start;
  const head = text.slice(specifiers.start, first);
  // Only the first declaration keeps the comments in what all share.
  const ends = [specifiers.start, ...comments.map(({ end }) => end).filter((end) => end <= first)];
  const shared = ends.map((from) => {
    const to = comments.find(({ start }) => start >= from && start < first)?.start ?? first;
    return text.slice(from, to);
  });
  const plainHead = shared.join('').trimEnd() + text.slice(blanksBefore(text, first), first);
  return declarators
    .map((each, index) => {
      const to = declarators[index + 1]?.span.start;
      const range = { start: each.span.end, end: to ?? span.end };
      const after = gap(text, comments, range, to === undefined ? '' : newLine);
      return `${index === 0 ? head : plainHead}${text.slice(each.span.start, each.span.end)};${after}`;
    })
    .join('');
}

/** What stands between two declarations once each has a line: the comments, and the new line. */
function gap(text: string, comments: readonly Span[], range: Span, newLine: string): string {
  const between = comments.filter(({ start, end }) => start >= range.start && end <= range.end);
  return between.map(({ start, end }) => ` ${text.slice(start, end)}`).join('') + newLine;
}

/**
 * The text with an empty line above each member that an edit aligned to a number, where a member is right above it:
 * `checkpatch.pl` does not take such a line for a declaration, and asks for one.
 */
export function withRoom(untouched: Verified, { read, texts }: Verified): string {
  const aligned = [...texts].filter(([path, text]) => {
    const had = untouched.texts.get(path);
    return isNoDeclaration(text) && (had === undefined || !isNoDeclaration(had));
  });
  const starts = aligned
    .filter(([, { record, piece }]) => followsMember(read, record, piece))
    .map(([, { member }]) => lineStart(read.text, member.span.start));
  const end = lineEndOf(read.text);
  let from = 0;
  const parts: string[] = [];
  for (const start of [...new Set(starts)].sort((a, b) => a - b)) {
    parts.push(read.text.slice(from, start), end);
    from = start;
  }
  return parts.join('') + read.text.slice(from);
}

/**
 * Whether `checkpatch.pl` does not know a line for a declaration: `u32 id __aligned(16);`, `u32 id __aligned(16), other;`.
 * It knows one by what follows the first name (`,`, `[`, `:`), and by a `struct` in front.
 */
function isNoDeclaration({ member, declarator, piece }: TextMember): boolean {
  const { name, at, attributes, declaredType, declaredEnd } = declarator;
  const { kind } = declaredType.base;
  const isOnOneLine = piece.declaredLine === at.line;
  if (name === null || !isOnOneLine || member.declarators[0] !== declarator) return false;
  const after = attributes.find(({ span }) => span.start === at.offset + name.length + 1);
  return (
    after?.span.end === declaredEnd &&
    after.text.startsWith('__aligned(') &&
    kind !== 'tagged' &&
    kind !== 'record'
  );
}

/** Whether a member that takes one line is right above, as deep in the struct. */
function followsMember({ doc, text }: ReadText, record: number, piece: PieceText): boolean {
  let isBeside = false;
  const start = piece.members[0]?.span.start ?? 0;
  walkBody(recordAt(doc, record).body, (node) => {
    if (node.kind !== 'piece') return;
    const { declaredLine, declaredEndLine, lines, members } = node.piece;
    if (declaredLine !== declaredEndLine || lines.last !== piece.declaredLine - 1) return;
    if (declaredLine !== lines.last || members[0]?.record !== null) return;
    isBeside = indentAt(text, members[0].span.start) === indentAt(text, start);
  });
  return isBeside;
}
