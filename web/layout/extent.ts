import type { StructDesc } from '../facts/generated';
import { computeLayout } from './compute';
import { orderedFrom } from './original';

/** Bytes of a struct; where its size is not known (a text that is cut), up to the end of what is known of it. */
export function extentBytes(desc: StructDesc): number {
  return desc.types[desc.root]?.sizeBytes ?? computeLayout(orderedFrom(desc)).sizeBits / 8;
}
