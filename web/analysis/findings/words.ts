import { grouped, plural } from '../../base/prose';
import type { Use, Uses } from './uses';

/** `` `i_mmap` (1,204 stores)``, at least where rows were cut away; of a tagged field its role. */
export function written(use: Use, uses: Uses): string {
  return `\`${use.path}\` (${use.tag === null ? stores(use, uses) : `tagged ${use.tag}`})`;
}

/** `` `i_mmap` (7,455 HITM)``, or its loads where none met another core's copy. */
export function suffered(use: Use, uses: Uses): string {
  return `\`${use.path}\` (${sufferedCount(use, uses)})`;
}

export function sufferedCount(use: Use, uses: Uses): string {
  if (use.tag !== null) return `tagged ${use.tag}`;
  const { atLeast, snoopName } = uses;
  if (use.snoops > 0) return `${least(atLeast.snoops)}${grouped(use.snoops)} ${snoopName}`;
  if (use.loads > 0) return `${least(atLeast.loads)}${plural(use.loads, 'load')}`;
  return stores(use, uses);
}

/** `1,204 samples`, loads and stores together. */
export function samplesOf(use: Use, { atLeast }: Uses): string {
  return `${least(atLeast.stores || atLeast.loads || atLeast.snoops)}${plural(use.loads + use.stores, 'sample')}`;
}

function stores(use: Use, { atLeast }: Uses): string {
  return `${least(atLeast.stores)}${plural(use.stores, 'store')}`;
}

function least(cut: boolean): string {
  return cut ? 'at least ' : '';
}
