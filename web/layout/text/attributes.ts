import type { AttributeText, HeaderDoc } from '../../facts/generated';
import { recordAt } from './textMembers';

/** Attributes of a declarator that are not those of the body before it. */
export function ownAttributes(
  doc: HeaderDoc,
  record: number | null,
  attributes: readonly AttributeText[],
): readonly AttributeText[] {
  if (record === null) return attributes;
  const ofType = recordAt(doc, record).attributes.map(({ span }) => span.start);
  return attributes.filter(({ span }) => !ofType.includes(span.start));
}

/** Whether an attribute packs, under the names that projects give it. */
export function packs({ text }: AttributeText): boolean {
  return /\b(?:__packed|packed|__packed__|QEMU_PACKED|pg_attribute_packed)\b/.test(text);
}
