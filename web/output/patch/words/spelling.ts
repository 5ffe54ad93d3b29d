import type { FileNames, HeaderDoc } from '../../../facts/generated';
import type { DefinedWords } from '../../../layout/text/sourceText';
import { defines } from './included';

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
export const KERNEL_INCLUDED: readonly string[] = ['include/linux/compiler_types.h'];

/** Headers that user space and host tools compile without the kernel's Makefiles. */
export function standsAlone(path: string): boolean {
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
