/**
 * Looks through a header and what it includes for the words that are wanted: macros and typedefs. It yields the paths
 * of files below the tree's root and is handed each file's text, or null where there is none; the caller reads them in
 * whatever way it has. It gives the definition of each word that was found, as it is written. Each file is asked for once,
 * however many there are: a header of the kernel reaches a thousand.
 *
 * @param first read before what the header includes: the kernel's Makefiles hand them to the compiler by `-include`
 */
export function* includedDefinitions(
  header: { readonly path: string; readonly text: string },
  wanted: Iterable<string>,
  machine: string,
  first: readonly string[],
): Generator<string, ReadonlyMap<string, string>, string | null> {
  const found = new Map<string, string>();
  const left = new Set(wanted);
  const seen = new Set<string>([header.path]);
  const look = (text: string): void => {
    for (const word of left) {
      const definition = definitionIn(text, word);
      if (definition === null) continue;
      found.set(word, definition);
      left.delete(word);
    }
  };
  look(header.text);
  const queue = [...first.map((path) => [path]), ...includesOf(header.text, header.path, machine)];
  for (let at = 0; at < queue.length && left.size > 0; at++) {
    for (const path of queue[at] ?? []) {
      // The same file by another way brings nothing new.
      if (seen.has(path)) break;
      const text = yield path;
      if (text === null) continue;
      seen.add(path);
      look(text);
      queue.push(...includesOf(text, path, machine));
      break;
    }
  }
  return found;
}

/** For each `#include` of a text the places where its file may lie, the likeliest first. */
function includesOf(text: string, path: string, machine: string): readonly (readonly string[])[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const architecture = ARCHITECTURES.find(([name]) => machine.startsWith(name))?.[1] ?? 'x86';
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]/gm)].map(
    ([, open, name = '']) => {
      const above = open === '"' ? foldersAbove(folder).map((each) => each + name) : [];
      return [
        ...above,
        `include/${name}`,
        `arch/${architecture}/include/${name}`,
        `include/uapi/${name}`,
        `arch/${architecture}/include/uapi/${name}`,
        // What an architecture has nothing of its own for is made of this when it is built.
        ...(name.startsWith('asm/') ? [`include/asm-generic/${name.slice(4)}`] : []),
        ...(open === '<' ? foldersAbove(folder).map((each) => each + name) : []),
      ].map(straight);
    },
  );
}

const ARCHITECTURES = [
  ['x86', 'x86'],
  ['i386', 'x86'],
  ['aarch64', 'arm64'],
  ['arm', 'arm'],
  ['riscv', 'riscv'],
  ['ppc', 'powerpc'],
  ['s390', 's390'],
] as const;

/** `a/b/`, `a/`, `` */
function foldersAbove(folder: string): readonly string[] {
  const found = [folder];
  for (let at = folder.length - 1; at > 0;) {
    at = folder.lastIndexOf('/', at - 1);
    found.push(folder.slice(0, at + 1));
  }
  return [...new Set(found)];
}

/** `a/b/../c.h` is `a/c.h`. */
function straight(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The `#define` or the `typedef` of a word in a text, as it is written; null where there is none. */
export function definitionIn(text: string, word: string): string | null {
  if (!text.includes(word)) return null;
  const all = [
    ...text.matchAll(
      new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${word}\\b(?:[^\\n]*\\\\\\r?\\n)*[^\\n]*`, 'gm'),
    ),
  ].map(([define]) => define);
  if (all.length > 0) return all.join('\n');
  return new RegExp(`\\btypedef\\b[^;{}]*\\b${word}\\s*;`).exec(text)?.[0] ?? null;
}

/** Hands each file that is asked for to what asks, by a reader that answers at once. */
export function readAtOnce<T>(
  asking: Generator<string, T, string | null>,
  read: (path: string) => string | null,
): T {
  let step = asking.next();
  while (step.done !== true) step = asking.next(read(step.value));
  return step.value;
}

/** The same with a reader that answers later. */
export async function readLater<T>(
  asking: Generator<string, T, string | null>,
  read: (path: string) => Promise<string | null>,
): Promise<T> {
  let step = asking.next();
  while (step.done !== true) step = asking.next(await read(step.value));
  return step.value;
}
