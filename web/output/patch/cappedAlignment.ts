import { packLimit } from '../../layout/text/pragmas';
import type { OrderedAggregate } from '../../layout/order';
import { alignments } from './inPlace';
import { refusal, type PatchRefusal } from './outcome';
import type { SpelledRequest } from './request';
import { readable } from './text';

/** An alignment that a `#pragma pack` around the struct takes back: gcc and clang cap what a member asks for. */
export function cappedAlignment(
  request: SpelledRequest,
  record: number,
  original: OrderedAggregate,
): PatchRefusal | null {
  const limit = packLimit({ doc: request.header.doc, text: request.text }, record);
  const cap = limit?.bytes ?? null;
  if (limit === null || cap === null) return null;
  const before = alignments(original);
  for (const [path, bytes] of alignments(request.applied.struct.root)) {
    if (bytes === null || bytes <= cap || before.get(path) === bytes) continue;
    return refusal(
      'words',
      `\`${readable(path)}\` cannot be aligned to ${bytes}: the \`#pragma pack\` at line ${limit.line} of ${request.header.path} caps every alignment in the struct at ${cap}.`,
      { member: path, line: limit.line },
    );
  }
  return null;
}
