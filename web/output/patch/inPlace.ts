import { itemAt } from '../../base/itemAt';
import { fail, ok, type Result } from '../../base/result';
import type { MemberPath } from '../../layout/ids';
import type { OrderedAggregate } from '../../layout/order';
import { refusal, type PatchRefusal } from './outcome';
import type { PatchRequest, ReasonComment } from './request';
import { lineEndOf, utf8Text, type Replacement } from './text';
import type { TextMember } from '../../layout/text/textMembers';

/** The edits of members' own lines: alignments that came or went, comments that say why. */
export function inPlaceEdits(
  request: PatchRequest,
  text: string,
  texts: ReadonlyMap<MemberPath, TextMember>,
  original: OrderedAggregate,
): Result<readonly Replacement[], PatchRefusal> {
  const before = alignments(original);
  const after = alignments(request.applied.struct.root);
  const replacements: Replacement[] = [];
  for (const [path, wanted] of after) {
    const had = before.get(path) ?? null;
    const found = texts.get(path);
    if (found === undefined || had === wanted) continue;
    const change = alignmentEdit(request, text, found, path, wanted);
    if (!change.ok) return change;
    replacements.push(change.value);
  }
  for (const comment of request.comments) {
    const found = texts.get(comment.member);
    if (found !== undefined) replacements.push(...commentEdits(text, found, comment));
  }
  return ok(replacements);
}

/** What is forced on each member, in bytes, `isolate`d predecessors counted; null for nothing. */
function alignments(root: OrderedAggregate): ReadonlyMap<MemberPath, number | null> {
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
  request: PatchRequest,
  text: string,
  found: TextMember,
  path: MemberPath,
  bytes: number | null,
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
  const attribute = attributeText(request, bytes);
  if (written !== undefined) {
    return ok({ start: written.span.start, end: written.span.end, text: attribute });
  }
  const { end } = declarator.span;
  return ok({ start: end, end, text: ` ${attribute}` });
}

/** `____cacheline_aligned_in_smp` for the architecture's line, as the kernel writes it. */
function attributeText(request: PatchRequest, bytes: number): string {
  if (request.dialect === 'c') return `__attribute__((aligned(${bytes})))`;
  return bytes === request.document.struct.target.lineBytes
    ? '____cacheline_aligned_in_smp'
    : `__aligned(${bytes})`;
}

function blanksBefore(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && /[ \t]/.test(text[start - 1] ?? '')) start--;
  return start;
}

function commentEdits(text: string, found: TextMember, comment: ReasonComment): Replacement[] {
  const { piece } = found;
  const first = itemAt(piece.members, 0).span.start;
  const lineStart = text.lastIndexOf('\n', first - 1) + 1;
  const indent = text.slice(lineStart, first);
  const edits: Replacement[] = [
    { start: lineStart, end: lineStart, text: commentText(comment.text, indent, lineEndOf(text)) },
  ];
  const trailing = piece.trailingComment;
  if (comment.replacesTrailing && trailing !== null) {
    edits.push({ start: blanksBefore(text, trailing.start), end: trailing.end, text: '' });
  }
  return edits;
}

/** A comment as the kernel writes them: on one line if it fits into 80 columns, else in a block. */
function commentText(text: string, indent: string, lineEnd: string): string {
  const width = 80 - screenWidth(indent);
  // A text of the user's must not end the comment.
  const words = utf8Text(text)
    .replaceAll('*/', '* /')
    .split(/\s+/)
    .filter((word) => word !== '');
  const line = words.join(' ');
  if (line.length + 6 <= width) return `${indent}/* ${line} */${lineEnd}`;
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length + 3 <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  const body = lines.map((each) => `${indent} * ${each}${lineEnd}`).join('');
  return `${indent}/*${lineEnd}${body}${indent} */${lineEnd}`;
}

export function screenWidth(text: string): number {
  let column = 0;
  for (const char of text) column = char === '\t' ? (Math.floor(column / 8) + 1) * 8 : column + 1;
  return column;
}

/** `int a, *b;` as `int a;` and `int *b;`, and what shares a line on lines of its own. */
export function splitEdits(
  text: string,
  texts: ReadonlyMap<MemberPath, TextMember>,
  wanted: readonly MemberPath[],
): Result<readonly Replacement[], PatchRefusal> {
  const edits: Replacement[] = [];
  const done = new Set<unknown>();
  for (const path of wanted) {
    const found = texts.get(path);
    if (found === undefined || done.has(found.piece)) continue;
    done.add(found.piece);
    const lineStart = text.lastIndexOf('\n', itemAt(found.piece.members, 0).span.start - 1) + 1;
    const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
    const separator = lineEndOf(text) + indent;
    for (const [index, member] of found.piece.members.entries()) {
      const next = found.piece.members[index + 1];
      if (next !== undefined) {
        edits.push({ start: member.span.end, end: next.span.start, text: separator });
      }
      if (member.declarators.length < 2) continue;
      if (member.record !== null) {
        return fail(
          refusal(
            'oneOfSeveral',
            `\`${path}\` shares the body of an unnamed struct with other members at line ${found.declarator.at.line}: give that struct a name first.`,
            { member: path, line: found.declarator.at.line },
          ),
        );
      }
      const first = itemAt(member.declarators, 0);
      const head = text.slice(member.specifiers.start, first.span.start);
      const each = member.declarators.map(
        ({ span }) => `${head}${text.slice(span.start, span.end)};`,
      );
      edits.push({ ...member.span, text: each.join(separator) });
    }
  }
  return ok(edits);
}
