import { visibleText } from '../../base/visible';
import { itemAt } from '../../base/itemAt';
import { fail, ok, type Result } from '../../base/result';
import type { TextMember } from '../../layout/text/textMembers';
import type { PatchRequest, ReasonComment } from './request';
import { differsByComments } from './selfCheck';
import {
  blanksBefore,
  bytesOfText,
  lineEndOf,
  lineStart,
  replaceAll,
  screenWidth,
  utf8Text,
  type Replacement,
} from './text';
import { readAgain, type Verified } from './verify';

/**
 * The header with the comments that say why above their members, read again: last of all, so that each
 * stands where its member stands now. The error is what went wrong.
 */
export function withReasons(request: PatchRequest, ordered: Verified): Result<Verified, string> {
  const { read, texts } = ordered;
  const edits = request.comments.flatMap((comment) => {
    const found = texts.get(comment.member);
    return found === undefined ? [] : commentEdits(read.text, found, comment);
  });
  if (edits.length === 0) return ok(ordered);
  const text = replaceAll(read.text, edits);
  const after = readAgain(request.csource, ordered, text);
  const added = edits.map((each) => each.text);
  const dropped = edits.map(({ start, end }) => read.text.slice(start, end));
  const wrong = differsByComments(request.csource, read, after.read, added, dropped);
  if (wrong !== null) return fail(wrong);
  return ok(after);
}

function commentEdits(text: string, found: TextMember, comment: ReasonComment): Replacement[] {
  const { piece } = found;
  const first = itemAt(piece.members, 0).span.start;
  const start = lineStart(text, first);
  const indent = text.slice(start, first);
  const edits: Replacement[] = [
    { start, end: start, text: commentText(comment.text, indent, lineEndOf(text)) },
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
  const words = utf8Text(visibleText(text))
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
