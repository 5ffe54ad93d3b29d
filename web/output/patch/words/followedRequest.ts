import { fail, ok, type Result } from '../../../base/result';
import { applyEdits } from '../../../edit/apply';
import type { Applied } from '../../../edit/applied';
import type { StructDesc } from '../../../facts/generated';
import type { OrderedAggregate } from '../../../layout/order';
import type { UnknownWord } from '../../../layout/text/attributes';
import { packLimit } from '../../../layout/text/pragmas';
import type { SourceText } from '../../../layout/text/sourceText';
import { findRecord } from '../findRecord';
import { alignments } from '../inPlace';
import { refusal, type PatchRefusal } from '../outcome';
import { sourceOf, type PatchRequest, type SpelledRequest } from '../request';
import { followSource } from './followSource';
import { cannotBeTold } from './openReadings';
import { SPELLED_WORDS, spellingOf } from './spelling';

/**
 * The request with what its header says of packing and alignments, and with the edits carried out on that. The document
 * may have been made before the header was read.
 */
export function followedRequest(
  given: PatchRequest,
): Result<
  { readonly request: SpelledRequest; readonly unknown: readonly UnknownWord[] },
  PatchRefusal
> {
  const { header, document, dialect, defined, scalars } = given;
  const source = sourceOf(given);
  const lineBytes = document.struct.target.lineBytes;
  const names = given.csource.names(header.bytes, SPELLED_WORDS, false);
  const spelling = spellingOf(dialect, { ...header, names }, defined, lineBytes);
  const followed = followSource(source, document.struct, scalars);
  if (followed.kind === 'disagrees') {
    const { reason, line } = followed;
    return fail(refusal('words', `${reason} What it is made of is not understood.`, { line }));
  }
  const { desc, unknown } = followed;
  const request = { ...given, spelling, text: source.text };
  if (desc === document.struct && unknown.length === 0) return ok({ request, unknown });
  const struct = { ...document, struct: desc };
  const applied = applyEdits(struct);
  const lost =
    lostEdit(given, applied, source, desc) ??
    cannotBeTold(source, document, applied, unknown, scalars);
  if (lost !== null) return fail(lost);
  return ok({ request: { ...request, document: struct, applied }, unknown });
}

/** An edit that the struct as its source declares it does not take: a `#pragma pack` around it caps what it aligns. */
function lostEdit(
  { applied: shown, header }: PatchRequest,
  { skipped }: Applied,
  source: SourceText,
  desc: StructDesc,
): PatchRefusal | null {
  const known = new Set(shown.skipped.map(({ index }) => index));
  const lost = skipped.find(({ index }) => !known.has(index));
  if (lost === undefined) return null;
  const { edit, reason } = lost;
  const record = findRecord(header.doc, desc);
  const line = record === null ? undefined : packLimit(source, record)?.line;
  const member = 'member' in edit && edit.member !== undefined ? { member: edit.member } : {};
  return refusal('words', reason, { ...member, line });
}

/** What a word of the kernel needs to be included that the header lacks; null for nothing. */
export function includedWords(
  { spelling, applied }: SpelledRequest,
  original: OrderedAggregate,
): string | null {
  const before = alignments(original);
  for (const [path, bytes] of alignments(applied.struct.root)) {
    const needed = bytes === null || before.get(path) === bytes ? null : spelling.includeFor(bytes);
    if (needed !== null) return needed;
  }
  return null;
}
