import type { AttributeText, StructDesc } from '../../facts/generated';

/** What attributes ask for that changes a layout. */
export interface Asked {
  /** Null for no alignment; undefined where it is one that cannot be told. */
  readonly align: number | 'cacheline' | null | undefined;
  readonly packed: boolean;
}

export function askedBy(attributes: readonly AttributeText[], { target }: StructDesc): Asked {
  const aligns = attributes.flatMap(({ align }) =>
    align === null ? [] : [alignment(align, target.maxScalarAlignBytes)],
  );
  const packed = attributes.some(({ text }) => /\bpacked\b|__packed\b/.test(text));
  if (aligns.includes(undefined)) return { align: undefined, packed };
  const bytes = (each: number | 'cacheline' | undefined) =>
    each === 'cacheline' ? target.lineBytes : (each ?? 0);
  const sorted = [...aligns].sort((a, b) => bytes(b) - bytes(a));
  return { align: sorted[0] ?? null, packed };
}

function alignment(text: string, largest: number): number | 'cacheline' | undefined {
  if (text === '') return largest;
  if (/^(?:cacheline|(?:L1|SMP)_CACHE_BYTES)$/.test(text)) return 'cacheline';
  const number = /^(?:\(\s*)?((?:0x[\da-f]+|\d+))[ul]*(?:\s*\))?$/i.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}
