import type { ScalarFact, Target } from '../../facts/generated';

/**
 * The bytes that the argument of an alignment means (`AttributeText.align`); null where the text alone does not say.
 * `cacheline` is L1_CACHE_BYTES of the target.
 */
export function alignmentBytes(
  text: string,
  target: Target,
  scalars: ReadonlyMap<string, Pick<ScalarFact, 'sizeBytes' | 'alignBytes'>>,
): number | null {
  if (text === '') return target.maxScalarAlignBytes;
  if (/^(?:cacheline|L1_CACHE_BYTES|SMP_CACHE_BYTES|ARCH_DMA_MINALIGN)$/.test(text)) {
    return target.lineBytes;
  }
  if (isNumber(text)) return Number(text.replace(/[ul]+$/i, ''));
  const product = text.split('*').map((part) => part.trim());
  if (product.length > 1 && product.every((part) => part !== '')) {
    const factors = product.map((part) => alignmentBytes(part, target, scalars));
    return factors.reduce((all, each) => (all === null || each === null ? null : all * each), 1);
  }
  const [, operator = '', of] =
    /^(?:(sizeof|_Alignof|alignof|__alignof__)\s*\(\s*)?(.*?)\s*\)?$/.exec(text) ?? [];
  if (of === undefined) return null;
  // `_Alignas(long)` names a type.
  if (of.endsWith('*')) return target.pointerBytes;
  const fact = scalars.get(of.replace(/\bint$/, '').trim()) ?? scalars.get(of);
  if (fact === undefined) return null;
  return operator === 'sizeof' ? fact.sizeBytes : fact.alignBytes;
}

/** Whether an alignment is written out, so that nothing can be mistaken in it. */
export function isNumber(text: string): boolean {
  return /^(?:0x[\da-f]+|\d+)[ul]*$/i.test(text);
}
