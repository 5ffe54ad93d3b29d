import type { Use, Uses } from './uses';

/** `` `i_mmap` (1,204 stores)``; of a tagged field its role. */
export function written(use: Use): string {
  return `\`${use.path}\` (${use.tag === null ? count(use.stores, 'store') : `tagged ${use.tag}`})`;
}

/** `` `i_mmap` (7,455 HITM)``, or its loads where none met another core's copy. */
export function suffered(use: Use, uses: Uses): string {
  return `\`${use.path}\` (${sufferedCount(use, uses)})`;
}

export function sufferedCount(use: Use, uses: Uses): string {
  if (use.tag !== null) return `tagged ${use.tag}`;
  if (use.snoops > 0) return `${grouped(use.snoops)} ${uses.snoopName}`;
  return use.loads > 0 ? count(use.loads, 'load') : count(use.stores, 'store');
}

/** `a, b and c` */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

export function count(value: number, one: string): string {
  return `${grouped(value)} ${one}${Math.round(value) === 1 ? '' : 's'}`;
}

function grouped(value: number): string {
  return `${Math.round(value)}`.replace(/\B(?=(?:\d{3})+$)/g, ',');
}
