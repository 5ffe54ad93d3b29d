import type { TagRole } from './edit';

/** Line sizes that can be shown, in bytes. */
export const LINE_SIZES: readonly number[] = [32, 64, 128, 256];

/** The largest alignment and padding that an edit may ask for; a page of 64 KiB is the largest there is. */
export const MAX_EDIT_BYTES = 65_536;

/** The largest base offset: how far into another object the struct may begin. */
export const MAX_BASE_BYTES = 16_777_216;

export const TAG_ROLES: readonly TagRole[] = [
  'read-hot',
  'read-mostly',
  'write-hot',
  'lock',
  'cold',
];

export function isAlignment(bytes: number): boolean {
  return Number.isInteger(Math.log2(bytes)) && bytes >= 1 && bytes <= MAX_EDIT_BYTES;
}

export function isPadding(bytes: number): boolean {
  return Number.isInteger(bytes) && bytes >= 1 && bytes <= MAX_EDIT_BYTES;
}
