import { grouped } from '../../../base/prose';
import type { HazardQuery } from '../../../facts/generated';
import type { FileAnswer } from './combine';

/** Every file is asked for each holder's name: for a struct with more of them than this the look would take longest of all. */
const MOST_HOLDERS = 24;

/** A second look, and what it leaves out. */
export interface SecondLook {
  /** Null where no file holds the struct or lists its offsets. */
  readonly query: HazardQuery | null;
  /** What is not looked at, as sentences. */
  readonly left: readonly string[];
}

/**
 * What files that do not name the struct are asked as well, once those that do were read: values for a member of
 * another struct (`.gm_oid = { 9, … }`), and assembly that uses its offsets by a table's names.
 */
export function secondLook(query: HazardQuery, answers: readonly FileAnswer[]): SecondLook {
  const all = answers.flatMap(({ found }) => found.held);
  const held = [...new Map(all.map((each) => [`${each.holder}.${each.member}`, each])).values()];
  const tables = answers.flatMap(({ found }) => found.offsets);
  const offsets = [...new Map(tables.map((each) => [each.name, each])).values()];
  const holders = new Set(held.map(({ holder }) => holder)).size;
  const few = holders <= MOST_HOLDERS;
  const left = few
    ? []
    : [
        `${grouped(holders)} structs hold \`${query.name}\`. With more than ${MOST_HOLDERS}, files that fill one of them and do not name \`${query.name}\` are not looked at: values by position in those are not told.`,
      ];
  const asks = (few && held.length > 0) || offsets.length > 0;
  return { query: asks ? { ...query, held: few ? held : [], offsets } : null, left };
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
