import type { AccessProfile } from '../facts/generated';
import { lineRows, type LineRow } from './lineRows';

/**
 * The line of a report that a word names: its place among all, hottest first and from 0, its address in hex of any
 * case, or the name of its variable. Every command that takes a line asks this.
 */
export function lineNamed(profile: AccessProfile, word: string): LineRow | undefined {
  const address = word.toLowerCase();
  return lineRows(profile).find(
    ({ rank, line: { id } }) => String(rank) === word || id === word || id === address,
  );
}
