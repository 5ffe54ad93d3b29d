import type { NameUses, TagKeyword } from '../facts/generated';

export type Later<T> = T | Promise<T>;

/** What all files of the source tree make of names (`isSourceFile`, `joinedUses`); null where there is no tree. */
export type UsesInTree = (names: readonly string[]) => Later<NameUses | null>;

/** A flag is made of others by way of two or three names. */
const MOST_ROUNDS = 8;

/**
 * Which structs of a tree have a macro, an enumerator or a typedef in their text, or what is made of one. Null where an `#if`
 * or the text of a macro asks for one, which may change any struct, and where the names lead to ever more names.
 */
export async function usersInTree(
  names: readonly string[],
  usesInTree: UsesInTree,
): Promise<ReadonlySet<string> | null> {
  // Compilers and systems have headers of their own that ask for `_GNU_SOURCE`.
  if (names.some((name) => name.startsWith('_'))) return null;
  const requested = new Set(names);
  const structs = new Set<string>();
  let wanted = names;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = await usesInTree(wanted);
    if (found?.anywhere !== null) return null;
    for (const name of found.structs) structs.add(name);
    wanted = [...new Set(found.names)].filter((name) => !requested.has(name));
    if (wanted.length === 0) return structs;
    for (const name of wanted) requested.add(name);
  }
  return null;
}

/** The uses of several files; the first that may change any struct ends them. */
export function joinedUses(each: readonly NameUses[]): NameUses {
  return {
    structs: each.flatMap(({ structs }) => structs),
    names: each.flatMap(({ names }) => names),
    anywhere: each.find(({ anywhere }) => anywhere !== null)?.anywhere ?? null,
  };
}

/** The struct that a type's name in C may be declared as: `struct ceb_node`, or a typedef of that name; null for none. */
export function tagOf(typeName: string): { readonly keyword: TagKeyword; name: string } | null {
  const [, keyword = 'struct', name] = /^(?:(struct|union|class) )?(\w+)$/.exec(typeName) ?? [];
  return name === undefined ? null : { keyword: keyword as TagKeyword, name };
}
