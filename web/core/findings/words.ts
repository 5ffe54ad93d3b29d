import { grouped, plural } from '../base/prose';
import type { FindingFunction } from './finding';
import type { Use, Uses } from './uses';

/** `` `i_mmap` (1,204 stores)``, at least where rows were cut away; of a tagged field its role. */
export function written(use: Use, uses: Uses): string {
  return `\`${use.path}\` (${use.tag === null ? storedCount(use, uses) : `tagged ${use.tag}`})`;
}

/** `` `i_mmap` (7,455 HITM)``, or its loads where none met another core's copy. */
export function suffered(use: Use, uses: Uses): string {
  return `\`${use.path}\` (${sufferedCount(use, uses)})`;
}

export function sufferedCount(use: Use, uses: Uses): string {
  if (use.tag !== null) return `tagged ${use.tag}`;
  const { atLeast, snoopName, shareOf } = uses;
  if (use.snoops > 0) {
    return shareOf !== null
      ? `a part of ${shareOf} ${snoopName}`
      : `${least(atLeast.snoops)}${grouped(use.snoops)} ${snoopName}`;
  }
  if (use.loads > 0) {
    return shareOf !== null
      ? `a part of ${shareOf} loads`
      : `${least(atLeast.loads)}${plural(use.loads, 'load')}`;
  }
  return storedCount(use, uses);
}

/** `1,204 samples`, loads and stores together. */
export function samplesOf(use: Use, { atLeast, shareOf }: Uses): string {
  if (shareOf !== null) return 'measured by shares';
  return `${least(atLeast.stores || atLeast.loads || atLeast.snoops)}${plural(use.loads + use.stores, 'sample')}`;
}

export function storedCount(use: Use, { atLeast, shareOf }: Uses): string {
  return shareOf !== null
    ? `${share(use.stores)} of ${shareOf} stores`
    : `${least(atLeast.stores)}${plural(use.stores, 'store')}`;
}

/** What a function did of something, for a table; empty where only shares are known that have no sum. */
export function doneBy(count: number, does: FindingFunction['does'], { shareOf }: Uses): string {
  if (shareOf === null) return grouped(count);
  return does === 'stores' ? share(count) : '';
}

function share(percent: number): string {
  return `${percent.toFixed(2)} %`;
}

function least(cut: boolean): string {
  return cut ? 'at least ' : '';
}
