import type { HazardQuery } from '../../../facts/generated';
import type { FileAnswer } from './combine';

/** A struct with more holders than this is named wherever they are filled, and the look would take longest of all. */
const MOST_HOLDERS = 24;

/**
 * What files that do not name the struct are asked as well, once those that do were read: values for a member of
 * another struct (`.gm_oid = { 9, … }`), and assembly that uses its offsets by a table's names. Null where no file holds
 * the struct or lists its offsets.
 */
export function secondLook(query: HazardQuery, answers: readonly FileAnswer[]): HazardQuery | null {
  const all = answers.flatMap(({ found }) => found.held);
  const held = [...new Map(all.map((each) => [`${each.holder}.${each.member}`, each])).values()];
  const tables = answers.flatMap(({ found }) => found.offsets);
  const offsets = [...new Map(tables.map((each) => [each.name, each])).values()];
  const few = new Set(held.map(({ holder }) => holder)).size <= MOST_HOLDERS;
  if ((held.length === 0 || !few) && offsets.length === 0) return null;
  return { ...query, held: few ? held : [], offsets };
}

/** The words of which a file has to hold one to be worth a second look. */
export function fillingWords(path: string, { held, offsets }: HazardQuery): readonly string[] {
  if (path.endsWith('.S')) return offsets.map(({ name }) => name);
  return [...new Set(held.map(({ holder }) => holder))];
}

/** The answers of a second look in the place of those that the same files gave before. */
export function withSecond(
  answers: readonly FileAnswer[],
  second: readonly FileAnswer[],
): readonly FileAnswer[] {
  return [...new Map([...answers, ...second].map((each) => [each.path, each])).values()];
}
