import type { AttributeText, PostedSide, StructDesc, Target } from '../../facts/generated';
import { alignmentBytes } from '../../layout/text/alignmentBytes';
import { layoutWords, type LayoutWords } from '../../layout/text/attributes';
import { lineError } from '../../layout/text/notUnderstood';
import { recordWords } from '../../layout/text/recordWords';
import type { SourceText } from '../../layout/text/sourceText';

/** What the words of a declaration ask for that changes a layout. */
export interface AskedByWords {
  /** Null for no alignment; undefined where it is one that cannot be told. */
  readonly align: number | 'cacheline' | null | undefined;
  readonly packed: boolean;
  /** Words of which nothing says whether they pack or align, in the order of their letters. */
  readonly unknown: readonly string[];
}

export function askedBy(
  { aligns, packed, unknown }: LayoutWords,
  { target }: StructDesc,
): AskedByWords {
  const found = aligns.map((align) =>
    CACHELINE.test(align)
      ? 'cacheline'
      : (alignmentBytes(align, target, scalarsOf(target)) ?? undefined),
  );
  const words = unknown.map(({ word }) => word).sort();
  // Where there are several, gcc takes the last and clang the largest.
  const isOne = found.every((each) => each === found[0]);
  if (found.includes(undefined) || !isOne) return { align: undefined, packed, unknown: words };
  return { align: found[0] ?? null, packed, unknown: words };
}

/** C's own types, which an alignment may name: `4 * sizeof(long)`. */
function scalarsOf({ pointerBytes }: Target): Parameters<typeof alignmentBytes>[2] {
  const sizes = { char: 1, short: 2, int: 4, long: pointerBytes, 'long long': 8 };
  return new Map(
    Object.entries(sizes).flatMap(([name, bytes]) => {
      const fact = { sizeBytes: bytes, alignBytes: bytes };
      return [[name, fact] as const, [`unsigned ${name}`, fact] as const];
    }),
  );
}

const CACHELINE = /^(?:cacheline|(?:L1|SMP)_CACHE_BYTES)$/;

/** Words that only one of two declarations has, and that may pack or align; null for none. */
export function strangeWord(was: AskedByWords, is: AskedByWords): string | null {
  const more = (some: readonly string[], than: readonly string[]) =>
    some.find((word, at) => some.indexOf(word) === at && !than.includes(word));
  return more(is.unknown, was.unknown) ?? more(was.unknown, is.unknown) ?? null;
}

export function notKnown(word: string): string {
  return `Whether \`${word}\` packs or aligns is not known.`;
}

/** What attributes of a side say. */
export function wordsIn(side: PostedSide, attributes: readonly AttributeText[]): LayoutWords {
  return layoutWords(sourceOf(side), attributes);
}

/** What a struct's own words say, as far as a side shows its head and its end. */
export function ownWords(side: PostedSide, record: number): LayoutWords {
  return recordWords(sourceOf(side), record);
}

/** A side has no `#define`s: they are blanked out in what is read of it. */
function sourceOf({ source, doc, firstLine }: PostedSide): SourceText {
  const read = () => {
    throw lineError(firstLine, 'it is declared by a macro');
  };
  return { path: '', text: source, doc, read };
}
