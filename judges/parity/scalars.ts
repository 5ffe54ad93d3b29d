import type { Alignment, Target, TypeFact } from '../../web/core/facts/generated';

/** How C spells a type that is no aggregate, and what it is on a machine. */
export interface SpelledType {
  readonly name: string;
  readonly sizeBytes: number;
  readonly align: Alignment;
}

/**
 * A scalar, pointer or enum of a kernel as the same kind of type in C for `target`. Pointers and `long`
 * have that machine's size. Debug information may name a 64-bit integer only by its typedef: one that
 * says 64 there, or `long long`, is `long long` everywhere, any other is a `long`.
 */
export function spelled(type: TypeFact, target: Target): SpelledType {
  const size = type.sizeBytes ?? 0;
  const { shape } = type;
  const own = type.align.from === 'abi' ? null : type.align.bytes;
  const as = (name: string, sizeBytes: number): SpelledType => ({
    name,
    sizeBytes,
    align:
      own === null
        ? { bytes: naturalBytes(sizeBytes, target), from: 'abi' }
        : { bytes: own, from: 'stated' },
  });
  if (shape.kind === 'pointer') return as('void *', target.pointerBytes);
  if (shape.kind === 'enum' && size === 4) return as('enum { UNIQUE }', 4);
  if (shape.kind === 'scalar') {
    if (shape.encoding === 'bool' && size === 1) return as('_Bool', 1);
    if (shape.encoding === 'float' && size === 4) return as('float', size);
    if (shape.encoding === 'float' && size === 8) return as('double', size);
  }
  if (size === 8) {
    const long = !/64|long long/.test(type.name);
    return long ? as('unsigned long', target.pointerBytes) : as('unsigned long long', 8);
  }
  const integer = INTEGERS.get(size);
  if (integer !== undefined) return as(integer, size);
  // 16 bytes and more: compilers disagree on how __int128 is aligned on s390x, and 32-bit ones have none.
  return blob(size, own ?? type.align.bytes);
}

/** Bytes without a meaning, of a size and an alignment. */
export function blob(sizeBytes: number, alignBytes: number): SpelledType {
  return {
    name: `struct { unsigned char bytes[${sizeBytes}]; } __attribute__((aligned(${alignBytes})))`,
    sizeBytes,
    align: { bytes: alignBytes, from: 'abi' },
  };
}

const INTEGERS: ReadonlyMap<number, string> = new Map([
  [1, 'unsigned char'],
  [2, 'unsigned short'],
  [4, 'unsigned int'],
]);

function naturalBytes(sizeBytes: number, { machine, maxScalarAlignBytes }: Target): number {
  return Math.min(sizeBytes, machine === 'i386' ? 4 : maxScalarAlignBytes);
}
