import type { LayoutDocument } from '../../edit/document';
import type { StructIndex } from '../../facts/generated';
import type { Choices, KnownType } from '../../layout/text/choices';
import type { ResolvedStruct } from '../../layout/text/resolve';
import type { Dependant, LayoutOf } from '../../output/patch/dependants';
import type { Fit, Patch, PatchRefusal } from '../../output/patch/outcome';
import type { PatchRequest } from '../../output/patch/request';
import type { Result } from '../../base/result';

/** C source for the worker, which keeps what it read under the key. */
export interface SourceBytes {
  readonly key: string;
  /** Relative to its tree, as the diff names it. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Resolving {
  readonly source: SourceBytes;
  readonly choices: Choices;
  readonly known: ReadonlyMap<string, KnownType>;
}

export interface Planning extends Pick<
  PatchRequest,
  'dialect' | 'split' | 'comments' | 'boundaries' | 'versions'
> {
  readonly source: SourceBytes;
  readonly document: LayoutDocument;
}

/** How well a header fits a struct, and the patch where there are edits. */
export interface Planned {
  readonly fit: Result<Fit, PatchRefusal>;
  readonly patch: Result<Patch, PatchRefusal>;
}

export interface ListedText {
  readonly index: StructIndex;
  /** Of each row, into the header's records. */
  readonly records: readonly number[];
}

export interface Scanned {
  /** Files that declare the struct's body. */
  readonly declaring: readonly string[];
  readonly dependants: readonly Dependant[];
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
  scan: {
    ask: {
      readonly files: readonly { readonly path: string; readonly file: File }[];
      readonly keyword: string;
      readonly of: LayoutOf;
    };
    answer: Scanned;
  };
}

export type Question<K extends keyof Asks = keyof Asks> = {
  readonly [Kind in K]: {
    readonly id: number;
    readonly kind: Kind;
    readonly ask: Asks[Kind]['ask'];
  };
}[K];

export type ToWorker = Question | { readonly kind: 'module'; readonly module: WebAssembly.Module };

export interface FromWorker {
  readonly id: number;
  readonly answer: Result<unknown, string>;
}
