import type { DirectiveText, FileNames, HeaderDoc } from '../../facts/generated';
import type { DefinedAt, DefinedWords } from '../../layout/text/sourceText';
import { lineEndOf, lineStart, nextLine } from '../text';

/** How a project writes an alignment and a byte, in the place where a patch writes them. */
export interface Spelling {
  /** An attribute that aligns to so many bytes. */
  readonly align: (bytes: number) => string;
  /** The type of a byte of padding. */
  readonly byte: string;
  /** The `#include` that an attribute needs and the header lacks; null where it needs none. */
  readonly includeFor: (bytes: number) => string | null;
  /** Whether the kernel's word for a cache line is left out because nothing shows that the header knows it. */
  readonly hasNoLine: boolean;
}

/** Words that a patch of the kernel may write. */
export const KERNEL_WORDS: readonly string[] = ['____cacheline_aligned_in_smp', '__aligned', 'u8'];

/** Words that a header may define itself. */
export const SPELLED_WORDS: readonly string[] = [...KERNEL_WORDS, '__u8'];

/** What the kernel's Makefiles include before every file (`-include`, Makefile and scripts/Makefile.lib). */
const KERNEL_INCLUDED: readonly string[] = ['include/linux/compiler_types.h'];

/** Headers that user space and host tools compile without the kernel's Makefiles. */
function standsAlone(path: string): boolean {
  return /(?:^|\/)(?:uapi|tools)\//.test(path);
}

/**
 * The words of the header's project, each only where the header defines it, uses it already, or includes what does;
 * else plain C. `names` are the header's `SPELLED_WORDS`. `defined` is what was found in a tree, null where none was looked through. `lineBytes` is
 * L1_CACHE_BYTES of the target.
 */
export function spellingOf(
  dialect: 'kernel' | 'c',
  header: { readonly path: string; readonly doc: HeaderDoc; readonly names: FileNames },
  defined: DefinedWords | null,
  lineBytes: number,
): Spelling {
  const knows = (word: string) =>
    defined?.included.has(word) === true ||
    usesWord(header.doc, word) ||
    defines(header.names, word);
  const alone = standsAlone(header.path);
  if (dialect === 'c') {
    return {
      align: gnuAttribute,
      byte: 'unsigned char',
      includeFor: () => null,
      hasNoLine: false,
    };
  }
  const line = knows('____cacheline_aligned_in_smp');
  // A tree of the kernel has linux/cache.h; of a header alone nobody knows what it includes.
  const mayInclude = !line && !alone && defined !== null;
  const number = knows('__aligned') || !alone;
  const aligned = (bytes: number) => (number ? `__aligned(${bytes})` : gnuAttribute(bytes));
  return {
    align: (bytes) =>
      bytes === lineBytes && (line || mayInclude) ? '____cacheline_aligned_in_smp' : aligned(bytes),
    byte: ['u8', '__u8'].find(knows) ?? 'unsigned char',
    includeFor: (bytes) => (bytes === lineBytes && mayInclude ? 'linux/cache.h' : null),
    hasNoLine: !line && !mayInclude,
  };
}

function gnuAttribute(bytes: number): string {
  return `__attribute__((aligned(${bytes})))`;
}

/** Whether a declaration of the header is written with a word: then it compiles with it. */
function usesWord(doc: HeaderDoc, word: string): boolean {
  return doc.records.some(
    (record) =>
      record.attributes.some(({ text }) => isWord(text, word)) ||
      record.body.some((node) => {
        if (node.kind !== 'piece' && node.kind !== 'marker') return false;
        return node.piece.members.some(({ declarators }) =>
          declarators.some(
            ({ declaredType: { base }, attributes }) =>
              (base.kind === 'named' && base.name === word) ||
              attributes.some(({ text }) => isWord(text, word)),
          ),
        );
      }),
  );
}

function isWord(attribute: string, word: string): boolean {
  return attribute === word || attribute.startsWith(`${word}(`);
}

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
  const queue: (readonly string[])[] = [[header], ...first.map((path) => [path])];
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
function defines(names: FileNames, word: string): boolean {
  return definitionIn(names, word) !== null;
}

/** Where a file defines a word; null where it does not. */
export function definedAt(path: string, { found }: FileNames, word: string): DefinedAt | null {
  const first = found.find(({ name, kind }) => name === word && kind !== 'record');
  return first === undefined ? null : { path, line: first.line };
}

/** The places where the file of an `#include` may lie, the likeliest first. */
function placesOf({ kind, name }: DirectiveText, path: string, machine: string): readonly string[] {
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

/**
 * A header with one more `#include <name>`: in its place among the first ones of the same folder where these are
 * sorted, else after them; without any, after the include guard. `directives` are those of the text.
 */
export function withInclude(
  text: string,
  directives: readonly DirectiveText[],
  name: string,
): string {
  const end = lineEndOf(text);
  const added = `#include <${name}>${end}`;
  const inserted = (at: number, lines: string) => text.slice(0, at) + lines + text.slice(at);
  const block = firstBlock(directives, name.slice(0, name.lastIndexOf('/') + 1));
  const last = block.at(-1);
  if (last === undefined) {
    const guard = directives.find(({ kind }) => ['switch', 'define', 'once'].includes(kind));
    if (guard === undefined) return inserted(0, added + end);
    return inserted(nextLine(text, guard.span.end), end + added);
  }
  const isSorted = block.every(
    ({ name: each }, at) => at === 0 || (block[at - 1]?.name ?? '') <= each,
  );
  const next = isSorted ? block.find(({ name: each }) => each > name) : undefined;
  return inserted(
    next === undefined ? nextLine(text, last.span.end) : lineStart(text, next.span.start),
    added,
  );
}

/** The first `#include`s of a folder that follow each other, under no condition but the include guard. */
function firstBlock(
  directives: readonly DirectiveText[],
  folder: string,
): readonly DirectiveText[] {
  const isOfFolder = ({ kind, name }: DirectiveText) =>
    kind === 'include' && name.startsWith(folder);
  let depth = 0;
  let guard = 0;
  for (const [at, directive] of directives.entries()) {
    if (directive.kind === 'open') {
      if (directive.guard && depth === 0) guard = 1;
      depth += 1;
    }
    if (directive.kind === 'close') depth -= 1;
    if (depth > guard || !isOfFolder(directive)) continue;
    const rest = directives.slice(at);
    const end = rest.findIndex(
      (each, index) => !isOfFolder(each) || each.lines.first !== directive.lines.first + index,
    );
    return end < 0 ? rest : rest.slice(0, end);
  }
  return [];
}
