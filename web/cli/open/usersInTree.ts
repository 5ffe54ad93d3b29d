import type { UsersOf } from '../../core/review/placement';
import { csource } from './openText';
import type { SourceTree } from './sourceTree';

/**
 * Which structs of a tree have a macro, an enumerator or a typedef in their text, or what is made of one. Null where an `#if`
 * or the text of a macro asks for one, which may change any struct, and where the names lead to ever more names.
 */
export function usersInTree(tree: SourceTree): UsersOf {
  const answers = new Map<string, ReadonlySet<string> | null>();
  return (names) => {
    const key = [...names].sort().join();
    const known = answers.get(key);
    if (known !== undefined) return known;
    const found = look(tree, names);
    answers.set(key, found);
    return found;
  };
}

/** A flag is made of others by way of two or three names. */
const MOST_ROUNDS = 8;

function look(tree: SourceTree, names: readonly string[]): ReadonlySet<string> | null {
  // Compilers and systems have headers of their own that ask for `_GNU_SOURCE`.
  if (names.some((name) => name.startsWith('_'))) return null;
  const { uses } = csource();
  const files = tree.files().filter((path) => SOURCE.test(path));
  const read = tree.reader();
  const requested = new Set(names);
  const structs = new Set<string>();
  let wanted = names;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const more = new Set<string>();
    for (const path of files) {
      const found = uses(read(path), wanted);
      if (found.anywhere !== null) return null;
      for (const name of found.structs) structs.add(name);
      for (const name of found.names) if (!requested.has(name)) more.add(name);
    }
    if (more.size === 0) return structs;
    for (const name of more) requested.add(name);
    wanted = [...more];
  }
  return null;
}

/** What a compiler reads: sources, headers, and tables that they include. */
const SOURCE = /\.(?:[ch]|cc|cpp|cxx|hh|hpp|hxx|inc|def|tbl|ipp|in)$/;
