import { itemAt } from '../../base/itemAt';
import { fail, ok, type Result } from '../../base/result';
import type { HeaderDoc, MemberText, RecordText, Span } from '../../facts/generated';
import type { MemberPath } from '../../layout/ids';
import { recordAt, textMembers, type TextMember } from '../../layout/text/textMembers';
import { refusal, type PatchRefusal } from './outcome';
import {
  blanksBefore,
  indentAt,
  isInTabs,
  lineEndOf,
  lineEndsIn,
  type Replacement,
} from './text';

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
  return refusal(
    'oneOfSeveral',
    `\`${path}\` shares the body of an unnamed struct with other members at line ${line}: give that struct a name first.`,
    { member: path, line },
  );
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
