import type { PieceText } from '../../facts/generated';
import { recordAt, textMembers, walkBody, type TextMember } from '../../layout/text/textMembers';
import type { ReadText } from './selfCheck';
import { indentAt, lineEndOf, lineStart } from './text';
import type { Verified } from './verify';

/**
 * The text with an empty line above each member that an edit aligned to a number, where a member is right above it:
 * `checkpatch.pl` does not take such a line for a declaration, and asks for one.
 */
export function withRoom(untouched: Verified, { read, texts }: Verified): string {
  const aligned = [...texts].filter(
    ([path, text]) => {
      const had = untouched.texts.get(path);
      return isNoDeclaration(text) && (had === undefined || !isNoDeclaration(had));
    },
  );
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
function isNoDeclaration({ member, declarator }: TextMember): boolean {
  const { name, at, attributes, declaredType, declaredEnd } = declarator;
  const { kind } = declaredType.base;
  if (name === null || member.declarators[0] !== declarator) return false;
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
