import type { LayoutDocument } from '../../core/edit/document';
import type { FileNames, HazardQuery, NameUses, StructDesc } from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';
import type { Choices, KnownType } from '../../core/layout/text/choices';
import type { ResolvedStruct } from '../../core/layout/text/resolve';
import type { DefinedWords } from '../../core/layout/text/sourceText';
import type { FileWords, LookUp } from '../../core/patch/hazards/search';
import type { FileAnswer, LookedUp, StatedOrder } from '../../core/patch/hazards/places';
import type { Fit, Patch, PatchRefusal } from '../../core/patch/outcome';
import type { PatchRequest, TreeKind } from '../../core/patch/request';
import type { Followed } from '../../core/patch/words/followSource';
import type { Result } from '../../core/base/result';
import type { FileBatch } from './fileBatch';

/** C source for the worker, which keeps what it read under the key. */
export interface SourceBytes {
  readonly key: string;
  /** Relative to its tree, as the diff names it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What its tree defines of the words that it uses; left out where there is no tree. */
  readonly defined?: DefinedWords;
}

export interface Resolving {
  readonly source: SourceBytes;
  readonly choices: Choices;
  readonly known: ReadonlyMap<string, KnownType>;
}

export interface Planning extends Pick<
  PatchRequest,
  'split' | 'comments' | 'boundaries' | 'mayChangeFormat' | 'versions'
> {
  readonly source: SourceBytes;
  readonly document: LayoutDocument;
  /** Whose source the tree is that the header is in; null where it is in none. */
  readonly tree: TreeKind | null;
}

/** How well a header fits a struct, and the patch where there are edits. */
export interface Planned {
  readonly fit: Result<Fit, PatchRefusal>;
  readonly patch: Result<Patch, PatchRefusal>;
}

export interface ListedText {
  readonly index: StructTable;
  /** The record of each row, into the header's records. */
  readonly records: readonly number[];
}

/** What the worker for C source is asked, and what it answers. */
export interface Asks {
  list: { ask: Resolving; answer: ListedText };
  resolve: {
    ask: Resolving & {
      readonly record: number;
      /** Names of the members that a loaded binary's struct of this name has: they tell which `#if`s hold. */
      readonly like: readonly string[] | null;
    };
    answer: Result<ResolvedStruct, string>;
  };
  plan: { ask: Planning; answer: Planned };
  /** A struct of a binary with the packing and alignments that its header states. */
  follow: {
    ask: { readonly source: SourceBytes; readonly desc: StructDesc };
    answer: Followed;
  };
  /** How a file defines names, and what it includes. */
  names: {
    ask: { readonly bytes: Uint8Array; readonly wanted: readonly string[] };
    answer: FileNames;
  };
  /** Which files declare a struct's body. */
  declaring: {
    ask: {
      readonly files: FileBatch;
      readonly keyword: string;
      readonly name: string;
    };
    answer: readonly string[];
  };
  /** What files make of constants and types. */
  uses: {
    ask: { readonly files: FileBatch; readonly names: readonly string[] };
    answer: NameUses;
  };
  /** What the files of a tree are to be asked about a struct, with the typedefs of its header, and what that states. */
  hazardQuery: {
    ask: {
      readonly source: SourceBytes | null;
      readonly desc: StructDesc;
      /** Names of the struct in the loaded file. */
      readonly typedefs: readonly string[];
    };
    answer: { readonly query: HazardQuery; readonly stated: readonly StatedOrder[] };
  };
  /** What the files that name a struct hold that depends on its order. */
  hazards: {
    ask: { readonly files: FileBatch; readonly query: HazardQuery };
    answer: {
      readonly answers: readonly FileAnswer[];
      /** The words of each file, in the order of the files. */
      readonly words: readonly FileWords[];
    };
  };
  /** What headers say to what those files leave open. */
  lookUp: {
    ask: LookUp & { readonly files: FileBatch };
    answer: LookedUp;
  };
}

/** What the worker does for the page. */
export interface SourceApi {
  /** The module that reads C source; before the first question. */
  start(module: WebAssembly.Module): void;
  ask<K extends keyof Asks>(kind: K, ask: Asks[K]['ask']): Promise<Asks[K]['answer']>;
}
