import { grouped, plural } from '../../base/prose';
import type { Use, Uses } from './uses';

/** `` `i_mmap` (1,204 stores)``; of a tagged field its role. */
export function written(use: Use): string {
  return `\`${use.path}\` (${use.tag === null ? plural(use.stores, 'store') : `tagged ${use.tag}`})`;
}

/** `` `i_mmap` (7,455 HITM)``, or its loads where none met another core's copy. */
export function suffered(use: Use, uses: Uses): string {
  return `\`${use.path}\` (${sufferedCount(use, uses)})`;
}

export function sufferedCount(use: Use, uses: Uses): string {
  if (use.tag !== null) return `tagged ${use.tag}`;
  if (use.snoops > 0) return `${grouped(use.snoops)} ${uses.snoopName}`;
  return use.loads > 0 ? plural(use.loads, 'load') : plural(use.stores, 'store');
}
