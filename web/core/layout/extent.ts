import type { StructDesc } from '../facts/generated';
import { computeLayout } from './compute';
import { orderedFrom } from './original';

/** Whether it is known where a struct ends: of a text that is cut, only where what is there of it does. */
export function isEndKnown(desc: StructDesc): boolean {
  return desc.types[desc.root]?.sizeBytes !== null;
}

/** Bytes of a struct; where its size is not known (a text that is cut), up to the end of what is known of it. */
export function extentBytes(desc: StructDesc): number {
  return desc.types[desc.root]?.sizeBytes ?? computeLayout(orderedFrom(desc)).sizeBits / 8;
}
