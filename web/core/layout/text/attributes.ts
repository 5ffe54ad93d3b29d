import type {
  AlignmentText,
  AlignmentValue,
  LayoutAttributes,
  PackLimit,
  ScalarFact,
  StructDesc,
  Target,
  UnknownAttribute,
} from '../../facts/generated';
import type { DefinedAt } from './sourceText';

export const NO_ATTRIBUTES: LayoutAttributes = { packed: false, aligns: [], unknown: [] };

/** An attribute of which nothing says whether it packs or aligns, with what a tree says of it. */
export interface OpenAttribute extends UnknownAttribute {
  /** Where the tree defines it all the same, in a file that is not included. */
  readonly elsewhere?: DefinedAt;
}

/** Why nobody knows what an attribute makes of a layout, as the end of a sentence. */
export function whyUnknown({ packsPointer, elsewhere }: OpenAttribute, where: string): string {
  if (packsPointer) return 'it packs behind a `*`, which gcc ignores and clang does not';
  const place = elsewhere === undefined ? '' : `, only line ${elsewhere.line} of ${elsewhere.path}`;
  return `nothing ${where} defines it${place}`;
}

/** C's types by name, as far as an alignment needs them. */
type Sizes = ReadonlyMap<string, Pick<ScalarFact, 'sizeBytes' | 'alignBytes'>>;

/** The bytes that the argument of an alignment means; null where the text alone does not say. */
export function alignmentBytes(
  { value }: AlignmentText,
  target: Target,
  scalars: Sizes,
): number | null {
  return bytesOf(value, target, scalars);
}

function bytesOf(value: AlignmentValue, target: Target, scalars: Sizes): number | null {
  switch (value.kind) {
    case 'largest':
      return target.maxScalarAlignBytes;
    case 'line':
      return target.lineBytes;
    case 'bytes':
      return value.bytes;
    case 'sizeOf':
      return scalars.get(value.name)?.sizeBytes ?? null;
    case 'alignOf':
      return scalars.get(value.name)?.alignBytes ?? null;
    case 'pointer':
      return target.pointerBytes;
    case 'product': {
      const factors = value.factors.map((each) => bytesOf(each, target, scalars));
      return factors.reduce((all, each) => (all === null || each === null ? null : all * each), 1);
    }
    case 'unknown':
      return null;
  }
}

/** Whether an alignment is a constant, so that nothing can be mistaken in it. */
export function isNumber({ value }: AlignmentText): boolean {
  return value.kind === 'bytes';
}

/** A struct with what a `#pragma pack` around its body lets an edit ask for. */
export function withAlignCap(desc: StructDesc, limit: PackLimit | null): StructDesc {
  return limit === null || limit.bytes === null ? desc : { ...desc, alignCapBytes: limit.bytes };
}
