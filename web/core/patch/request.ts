import type { CSource } from '../facts/csource';
import type { HeaderDoc, ScalarFact } from '../facts/generated';
import type { Applied } from '../edit/applied';
import type { LayoutDocument } from '../edit/document';
import type { MemberPath } from '../layout/ids';
import type { DefinedWords, SourceText } from '../layout/text/sourceText';
import { textOfFile } from './text';
import type { Spelling } from './words/spelling';

/** A header as it was dropped. */
export interface HeaderFile {
  /** Relative to the root of its tree, with `/`: it stands in the diff. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly doc: HeaderDoc;
}

/** A comment that says why, put over a member's declaration. */
export interface ReasonComment {
  readonly member: MemberPath;
  readonly text: string;
  /** Whether it takes the place of the comment behind the declaration. */
  readonly replacesTrailing: boolean;
}

/** What both sides say that they are (`Linux 6.1.176`); null for what says nothing. */
export interface Versions {
  readonly header: string | null;
  readonly binary: string | null;
}

export interface PatchRequest {
  readonly header: HeaderFile;
  readonly document: LayoutDocument;
  /** `document` with its edits carried out. */
  readonly applied: Applied;
  /** How the project writes an alignment and a byte: the kernel's macros, or plain C. */
  readonly dialect: 'kernel' | 'c';
  /** Words that its tree defines, as far as they were asked for; null where no tree was looked through. */
  readonly defined: DefinedWords | null;
  /** C's scalar types on the struct's target, for alignments like `sizeof(long)`. */
  readonly scalars: readonly ScalarFact[];
  /** Members whose `a, b, c;` is to be split into one declaration each. */
  readonly split: readonly MemberPath[];
  readonly comments: readonly ReasonComment[];
  /** Whether comments that say where cache lines begin (`--- cacheline 1 boundary ---`) are made true again. */
  readonly boundaries: boolean;
  /** Whether a struct is changed that looks like a format which others read. */
  readonly mayChangeFormat: boolean;
  readonly versions: Versions;
  /** What made `header.doc`: the patch's result is read again before it is shown. */
  readonly csource: CSource;
  /** SHA-1 as hex, where the machine has one that answers at once; left out for the slower one of `sha1.ts`. */
  readonly sha1?: (bytes: Uint8Array) => string;
}

/** A request with the words that its patch is written in. */
export interface SpelledRequest extends PatchRequest {
  readonly spelling: Spelling;
  /** The header, one character per byte. */
  readonly text: string;
}

/** The header with what is known beside it. */
export function sourceOf({
  header,
  defined,
}: Pick<PatchRequest, 'header' | 'defined'>): SourceText {
  return {
    path: header.path,
    text: textOfFile(header.bytes),
    doc: header.doc,
    ...(defined === null ? {} : { defined }),
  };
}

/**
 * Whether a header is the kernel's. Its tree says so where one is at hand; of a header alone its path, or what
 * it includes of the kernel's own. (`CONFIG_` is a word of many programs.)
 */
export function dialectOf(
  path: string,
  { kernel }: Pick<HeaderDoc, 'kernel'>,
  tree: TreeKind | null = null,
): PatchRequest['dialect'] {
  if (tree === 'kernel' || /(?:^|\/)include\/(?:linux|net|uapi|asm)\//.test(path)) return 'kernel';
  if (tree === 'other') return 'c';
  return kernel ? 'kernel' : 'c';
}

/** Whose source a tree is. */
export type TreeKind = 'kernel' | 'other';

/** Files of which a kernel's tree has at least one, whichever part of it is at hand. */
export const KERNEL_FILES = ['include/linux/compiler_attributes.h', 'Kbuild'] as const;
