import { includedDefinitions } from './included';
import { KERNEL_INCLUDED, KERNEL_WORDS, standsAlone } from './spelling';

/**
 * What a header includes of the words that its struct is declared with and nothing there defines (`unknown`), and of
 * those that a patch of it may write; see `includedDefinitions`.
 */
export function* definitionsFor(
  header: { readonly path: string; readonly text: string },
  unknown: readonly string[],
  dialect: 'kernel' | 'c',
  machine: string,
): Generator<string, ReadonlyMap<string, string>, string | null> {
  const first = dialect === 'kernel' && !standsAlone(header.path) ? KERNEL_INCLUDED : [];
  const look = (words: Iterable<string>) => includedDefinitions(header, words, machine, first);
  const known = new Map(
    yield* look(dialect === 'kernel' ? [...KERNEL_WORDS, ...unknown] : unknown),
  );
  // A macro may be made of macros.
  const inside = unknown.flatMap((word) => known.get(word)?.match(/\b[A-Za-z_]\w+/g) ?? []);
  const more = inside.filter((word) => !known.has(word) && !PREPROCESSOR.has(word));
  if (more.length > 0) for (const [word, text] of yield* look(more)) known.set(word, text);
  return known;
}

const PREPROCESSOR: ReadonlySet<string> = new Set(['define', '__attribute__', 'packed', 'aligned']);
