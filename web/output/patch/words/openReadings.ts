import { applyEdits } from '../../../edit/apply';
import type { Applied } from '../../../edit/applied';
import type { LayoutDocument } from '../../../edit/document';
import type { ScalarFact } from '../../../facts/generated';
import { computeLayout } from '../../../layout/compute';
import { orderedFrom } from '../../../layout/original';
import { whyUnknown, type OpenAttribute } from '../../../layout/text/attributes';
import type { SourceText } from '../../../layout/text/sourceText';
import { leavesOf } from '../../../layout/walk';
import { refusal, type PatchRefusal } from '../outcome';
import type { Assumed } from './assumed';
import { followSource } from './followSource';

/**
 * Why edits cannot be made into a patch while nobody knows what a word of the struct's declaration does: it may pack or
 * align, the file's layout is the same either way, and the one after the edits is not. Null where all that it may do
 * comes to the same. DWARF states alignments, so that there only packing is open; BTF states neither.
 *
 * @param applied the edits on the struct as it is without what the words may do
 */
export function cannotBeTold(
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
