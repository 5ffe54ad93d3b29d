import type { LayoutAttributes, StructDesc, Target } from '../../facts/generated';
import { alignmentBytes } from '../../layout/text/attributes';

/** What the attributes of a declaration ask for that changes a layout. */
export interface AskedByWords {
  /** Null for no alignment; undefined where it is one that cannot be told. */
  readonly align: number | 'cacheline' | null | undefined;
  readonly packed: boolean;
  /** Words of which nothing says whether they pack or align, in the order of their letters. */
  readonly unknown: readonly string[];
}

export function askedBy(
  { aligns, packed, unknown }: LayoutAttributes,
  { target }: StructDesc,
): AskedByWords {
  const found = aligns.map((align) =>
    align.value.kind === 'line'
      ? 'cacheline'
      : (alignmentBytes(align, target, scalarsOf(target)) ?? undefined),
  );
  const words = unknown.map(({ name }) => name).sort();
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

/** Words that only one of two declarations has, and that may pack or align; null for none. */
export function strangeWord(was: AskedByWords, is: AskedByWords): string | null {
  const more = (some: readonly string[], than: readonly string[]) =>
    some.find((word, at) => some.indexOf(word) === at && !than.includes(word));
  return more(is.unknown, was.unknown) ?? more(was.unknown, is.unknown) ?? null;
}

export function notKnown(word: string): string {
  return `Whether \`${word}\` packs or aligns is not known.`;
}
