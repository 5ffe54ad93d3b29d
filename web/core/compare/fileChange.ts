import { assertNever } from '../base/assert';
import type { FilePair } from './filePairs';
import type { InsidePair } from './insidePair';

/**
 * What became of a struct from one file to the other. `lines`: the same size, and another number of lines
 * (another line size). `crossed`: the same size and number of lines, and fields on other lines. `inside`:
 * other members or offsets, and every field that both have is on its line.
 */
export type FileChange =
  'size' | 'lines' | 'crossed' | 'inside' | 'onlyBefore' | 'onlyAfter' | 'same';

/** `inside` is null until the members were compared. Until then a change of members alone counts as `same`. */
export function changeOf({ before, after }: FilePair, inside: InsidePair | null): FileChange {
  if (before === null) return 'onlyAfter';
  if (after === null) return 'onlyBefore';
  if (before.sizeBytes !== after.sizeBytes) return 'size';
  if (before.lines !== after.lines) return 'lines';
  if (inside === null) return 'same';
  if (inside.crossed > 0) return 'crossed';
  const { shifted, resized, added, gone } = inside;
  return shifted + resized + added + gone > 0 ? 'inside' : 'same';
}

/** Changes that are asked for together. */
export type ChangeFilter = 'layout' | 'inside' | 'only';

/** What a list of changes shows first, by where it belongs; null for what did not change. */
export function filterOf(change: FileChange): ChangeFilter | null {
  switch (change) {
    case 'size':
    case 'lines':
    case 'crossed':
      return 'layout';
    case 'inside':
      return 'inside';
    case 'onlyBefore':
    case 'onlyAfter':
      return 'only';
    case 'same':
      return null;
    default:
      return assertNever(change);
  }
}

/** How many bytes it grew; the whole size of a struct that only one file has. */
export function grownBytes({ before, after }: FilePair): number {
  return (after?.sizeBytes ?? 0) - (before?.sizeBytes ?? 0);
}

/** `struct foo`, `union bar#2`. */
export function pairLabel({ keyword, name, variant }: FilePair): string {
  return `${keyword} ${name}${variant === 0 ? '' : `#${variant}`}`;
}

/** The largest change of size first, then of lines, then of fields; by name among equals. */
export function byWeight(
  a: FilePair,
  b: FilePair,
  insideOf: (pair: FilePair) => InsidePair | null,
): number {
  return (
    Math.abs(grownBytes(b)) - Math.abs(grownBytes(a)) ||
    Math.abs((b.after?.lines ?? 0) - (b.before?.lines ?? 0)) -
      Math.abs((a.after?.lines ?? 0) - (a.before?.lines ?? 0)) ||
    (insideOf(b)?.crossed ?? 0) - (insideOf(a)?.crossed ?? 0) ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  );
}
