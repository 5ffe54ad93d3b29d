import type { TagRole } from './edit';

/** Line sizes that can be shown, in bytes. */
export const LINE_SIZES: readonly number[] = [32, 64, 128, 256];

/** The largest alignment and padding that an edit may ask for; a page of 64 KiB is the largest there is. */
export const MAX_EDIT_BYTES = 65_536;

/** The largest base offset: how far into another object the struct may begin. */
export const MAX_BASE_BYTES = 16_777_216;

/** The highest number of a line that a rule or a note may name. */
const MAX_LINE = 2 ** 31;

/** The largest size that a rule may ask for, in bytes. */
const MAX_SIZE_BYTES = 2 ** 47;

/** In the order in which they are offered. */
export const TAG_ROLES: readonly TagRole[] = [
  'read-hot',
  'read-mostly',
  'write-hot',
  'counter',
  'lock',
  'cold',
];

export function isAlignment(bytes: number): boolean {
  return Number.isInteger(Math.log2(bytes)) && bytes >= 1 && bytes <= MAX_EDIT_BYTES;
}

export function isPadding(bytes: number): boolean {
  return Number.isInteger(bytes) && bytes >= 1 && bytes <= MAX_EDIT_BYTES;
}

export function isShare(share: number): boolean {
  return share >= 0 && share <= 1;
}

export function isTypeSize(bytes: number): boolean {
  return Number.isInteger(bytes) && bytes >= 0 && bytes <= MAX_SIZE_BYTES;
}

export function isLineNumber(line: number): boolean {
  return Number.isInteger(line) && line >= 0 && line <= MAX_LINE;
}

export function isMaxSize(bytes: number): boolean {
  return Number.isInteger(bytes) && bytes >= 1 && bytes <= MAX_SIZE_BYTES;
}

/** Loads without samples that a profile of a document may have. */
export const MOST_UNSAMPLED = 500;
