import type { DirectiveText, FileNames } from '../../../facts/generated';
import type { DefinedAt } from '../../../layout/text/sourceText';
import { KERNEL_INCLUDED, KERNEL_WORDS, standsAlone } from './spelling';

/** A file below the root of a tree, and the names that are looked for in it. */
interface Question {
  readonly path: string;
  readonly wanted: readonly string[];
}

/**
 * Asks for what files say of names and is handed each answer, with the file's `#include`s; null where there is no such
 * file. The caller reads files in whatever way it has.
 */
export type Asking<T> = Generator<Question, T, FileNames | null>;

/** How files define a word: all of its `#define`s, or its `typedef`. */
interface Definition {
  readonly text: string;
  /** The words that it is made of. */
  readonly words: readonly string[];
}

/**
 * What a header includes of the words that its struct is declared with and nothing there defines (`unknown`), and of
 * those that a patch of it may write, as they are written.
 */
export function* definitionsFor(
  header: string,
  unknown: readonly string[],
  dialect: 'kernel' | 'c',
  machine: string,
): Asking<ReadonlyMap<string, string>> {
  const first = dialect === 'kernel' && !standsAlone(header) ? KERNEL_INCLUDED : [];
  const wanted = dialect === 'kernel' ? [...KERNEL_WORDS, ...unknown] : unknown;
  const known = new Map(yield* includedDefinitions(header, wanted, machine, first));
  // A macro may be made of macros.
  const inside = unknown.flatMap((word) => known.get(word)?.words ?? []);
  const more = inside.filter((word) => !known.has(word) && !ATTRIBUTE_WORDS.has(word));
  const found = more.length > 0 ? yield* includedDefinitions(header, more, machine, first) : [];
  return new Map([...known, ...found].map(([word, { text }]) => [word, text]));
}

const ATTRIBUTE_WORDS: ReadonlySet<string> = new Set(['__attribute__', 'packed', 'aligned']);

/**
 * Looks through a header and what it includes for words. Each file is asked for once, however many there are: a header of
 * the kernel reaches a thousand.
 *
 * @param first read before what the header includes: the kernel's Makefiles hand them to the compiler by `-include`
 */
function* includedDefinitions(
  header: string,
  wanted: Iterable<string>,
  machine: string,
  first: readonly string[],
): Asking<ReadonlyMap<string, Definition>> {
  const found = new Map<string, Definition>();
  const left = new Set(wanted);
  const seen = new Set<string>();
  const queue = [[header], ...first.map((path) => [path])];
  for (let at = 0; at < queue.length && left.size > 0; at++) {
    for (const path of queue[at] ?? []) {
      // The same file by another way brings nothing new.
      if (seen.has(path)) break;
      const names = yield { path, wanted: [...left] };
      if (names === null) continue;
      seen.add(path);
      for (const word of names.used) {
        const definition = definitionIn(names, word);
        if (definition === null) continue;
        found.set(word, definition);
        left.delete(word);
      }
      queue.push(...names.includes.map((each) => placesOf(each, path, machine)));
      break;
    }
  }
  return found;
}

function definitionIn({ found }: FileNames, word: string): Definition | null {
  const own = found.filter(({ name, kind }) => name === word && kind !== 'record');
  const macros = own.filter(({ kind }) => kind === 'macro');
  const all = macros.length > 0 ? macros : own.slice(0, 1);
  if (all.length === 0) return null;
  return {
    text: all.map(({ text }) => text).join('\n'),
    words: all.flatMap(({ words }) => words),
  };
}

/** Whether a file defines a word as a macro or a type. */
export function defines(names: FileNames, word: string): boolean {
  return definitionIn(names, word) !== null;
}

/** Where a file defines a word; null where it does not. */
export function definedAt(path: string, { found }: FileNames, word: string): DefinedAt | null {
  const first = found.find(({ name, kind }) => name === word && kind !== 'record');
  return first === undefined ? null : { path, line: first.line };
}

/** The places where the file of an `#include` may lie, the likeliest first. */
function placesOf(
  { kind, name }: DirectiveText,
  path: string,
  machine: string,
): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const architecture = ARCHITECTURES.find(([name]) => machine.startsWith(name))?.[1] ?? 'x86';
  const isQuoted = kind === 'includeQuoted';
  const beside = foldersAbove(folder).map((each) => each + name);
  return [
    ...(isQuoted ? beside : []),
    `include/${name}`,
    `arch/${architecture}/include/${name}`,
    `include/uapi/${name}`,
    `arch/${architecture}/include/uapi/${name}`,
    // What an architecture has nothing of its own for is made of this when it is built.
    ...(name.startsWith('asm/') ? [`include/asm-generic/${name.slice(4)}`] : []),
    ...(isQuoted ? [] : beside),
  ].map(straight);
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

/** Files that define words for others. */
export function isHeader(path: string): boolean {
  return /\.(?:h|hh|hpp|hxx)$/.test(path);
}

/**
 * Sorts paths by how many folders they share with a header's, then by how short they are: of several files that define
 * a word, the first is the likeliest to be meant.
 */
export function nearerTo(header: string): (a: string, b: string) => number {
  const folders = header.split('/').slice(0, -1);
  const shared = (path: string) => {
    const parts = path.split('/');
    const apart = folders.findIndex((folder, at) => folder !== parts[at]);
    return apart < 0 ? folders.length : apart;
  };
  return (a, b) => shared(b) - shared(a) || a.length - b.length || (a < b ? -1 : 1);
}

/** Hands what is asked for over by a reader that answers at once. */
export function readAtOnce<T>(
  asking: Asking<T>,
  read: (question: Question) => FileNames | null,
): T {
  let step = asking.next();
  while (step.done !== true) step = asking.next(read(step.value));
  return step.value;
}

/** The same with a reader that answers later. */
export async function readLater<T>(
  asking: Asking<T>,
  read: (question: Question) => Promise<FileNames | null>,
): Promise<T> {
  let step = asking.next();
  while (step.done !== true) step = asking.next(await read(step.value));
  return step.value;
}
