import { fail, ok, type Result } from '../../base/result';
import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate } from '../../layout/order';
import { refusal, type PatchRefusal } from './outcome';
import type { SpelledRequest } from './request';
import {
  blanksBefore,
  indentOf,
  lineEndOf,
  lineEndsIn,
  lineStart,
  linesOf,
  nextLine,
  screenWidth,
  type Replacement,
} from './text';
import type { DeclaratorText, Span } from '../../facts/generated';
import type { TextMember } from '../../layout/text/textMembers';

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
    let asked = 0;
    for (const member of aggregate.members) {
      const own = (member.align ?? member.inner?.forcedAlign)?.bytes ?? 0;
      const forced = Math.max(own, asked);
      found.set(member.path, forced === 0 ? null : forced);
      // What is asked of the next member passes over padding bits that nobody wrote.
      if (member.role !== 'inferredBits') asked = member.isolateBytes ?? 0;
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
  const written = declarator.attributes.find((each) => each.align !== null);
  const shared = written !== undefined && written.span.start < declarator.span.start;
  if (written !== undefined && shared && member.declarators.length > 1) {
    return fail(
      refusal(
        'oneOfSeveral',
        `The alignment of \`${path}\` at line ${line} is that of all members of its declaration. Split this declaration first.`,
        {
          member: path,
          line,
          wayOut: {
            kind: 'splitDeclaration',
            member: path,
            label: `Split the declaration at line ${line}`,
          },
        },
      ),
    );
  }
  // `MARK(hot);` makes one member and takes an attribute; what ends in the macro takes none.
  const takesOne = member.semicolon && !sharesMacro;
  if (member.macroName !== null && declarator.name === null && !takesOne) {
    return fail(
      refusal(
        'attribute',
        `\`${path}\` is made by ${member.macroName} at line ${line}: an alignment has to be written in that macro, not here.`,
        { member: path, line },
      ),
    );
  }
  if (bytes === null) {
    if (written === undefined) {
      return fail(
        refusal(
          'attribute',
          `The alignment of \`${path}\` is not written on its declaration at line ${line} (its type or a macro brings it): it cannot be taken away here.`,
          { member: path, line },
        ),
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
