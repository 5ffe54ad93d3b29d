import { type Result, fail, ok } from '../../base/result';
import type { Applied } from '../../edit/applied';
import { applyEdits } from '../../edit/apply';
import type { LayoutDocument } from '../../edit/document';
import type { ScalarFact, StructDesc } from '../../facts/generated';
import { computeLayout } from '../../layout/compute';
import type { OrderedAggregate } from '../../layout/order';
import { orderedFrom } from '../../layout/original';
import { type OpenAttribute, whyUnknown } from '../../layout/text/attributes';
import { recordAt } from '../../layout/text/textMembers';
import type { SourceText } from '../../layout/text/sourceText';
import { leavesOf } from '../../layout/walk';
import { findRecord } from '../findRecord';
import { type PatchRefusal, refusal } from '../outcome';
import { alignments } from '../ownLines';
import { type PatchRequest, type SpelledRequest, sourceOf } from '../request';
import { type Assumed, followSource } from './followSource';
import { SPELLED_WORDS, spellingOf } from './spelling';

/**
 * Why edits cannot be made into a patch while nobody knows what a word of the struct's declaration does: it may pack or
 * align, the file's layout is the same either way, and the one after the edits is not. Null where all that it may do
 * comes to the same. DWARF states alignments, so that there only packing is open; BTF states neither.
 *
 * @param applied the edits on the struct as it is without what the words may do
 */
function cannotBeTold(
  source: SourceText,
  document: LayoutDocument,
  applied: Applied,
  unknown: readonly OpenAttribute[],
  scalars: readonly ScalarFact[],
): PatchRefusal | null {
  const { struct } = document;
  const meanings = struct.source === 'btf' ? (['pack', 'align'] as const) : (['pack'] as const);
  for (const each of unknown) {
    const { name: word, line } = each;
    for (const does of meanings) {
      const reading = readingOf(source, document, { word, does }, scalars);
      const difference = reading === null ? null : differs(applied, reading);
      if (difference === null) continue;
      return refusal(
        'unknownWord',
        `What \`${word}\` at line ${line} makes of the layout cannot be told: ${whyUnknown(each, `that ${source.path} includes here`)}. If it ${does}s, ${difference}.${each.packsPointer || each.elsewhere !== undefined ? '' : ' A tree in which what it includes defines it settles it.'}`,
        { line },
      );
    }
  }
  return null;
}

/** The edits on the struct as it is if the word does so; null where the file's own layout shows that it does not. */
function readingOf(
  source: SourceText,
  document: LayoutDocument,
  assumed: Assumed,
  scalars: readonly ScalarFact[],
): Applied | null {
  const followed = followSource(source, document.struct, scalars, assumed);
  if (followed.kind === 'disagrees') return null;
  const { desc } = followed;
  if (orderedFrom(desc).verdict.kind === 'readOnly') return null;
  return applyEdits({ ...document, struct: desc });
}

/** The first member, or the size, that two layouts have elsewhere; null for none. */
function differs(one: Applied, other: Applied): string | null {
  const [shown, would] = [computeLayout(one.struct), computeLayout(other.struct)];
  const offsets = new Map([...leavesOf(would)].map(({ path, offsetBits }) => [path, offsetBits]));
  for (const { path, offsetBits } of leavesOf(shown)) {
    const now = offsets.get(path);
    if (now === undefined || now === offsetBits) continue;
    return `\`${path}\` is at ${place(now)} after this change, not at ${place(offsetBits)}`;
  }
  if (shown.sizeBits === would.sizeBits) return null;
  return `the struct has ${would.sizeBits / 8} bytes after this change, not ${shown.sizeBits / 8}`;
}

function place(bits: number): string {
  return bits % 8 === 0 ? `byte ${bits / 8}` : `byte ${Math.floor(bits / 8)}, bit ${bits % 8}`;
}

/**
 * The request with what its header says of packing and alignments, and with the edits carried out on that. The document
 * may have been made before the header was read.
 */
export function followedRequest(
  given: PatchRequest,
): Result<
  { readonly request: SpelledRequest; readonly unknown: readonly OpenAttribute[] },
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
    lostEdit(given, applied, desc) ?? cannotBeTold(source, document, applied, unknown, scalars);
  if (lost !== null) return fail(lost);
  return ok({ request: { ...request, document: struct, applied }, unknown });
}

/** An edit that the struct as its source declares it does not take: a `#pragma pack` around it caps what it aligns. */
function lostEdit(
  { applied: shown, header }: PatchRequest,
  { skipped }: Applied,
  desc: StructDesc,
): PatchRefusal | null {
  const known = new Set(shown.skipped.map(({ index }) => index));
  const lost = skipped.find(({ index }) => !known.has(index));
  if (lost === undefined) return null;
  const { edit, reason } = lost;
  const record = findRecord(header.doc, desc);
  const line = record === null ? undefined : recordAt(header.doc, record).pack?.line;
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
