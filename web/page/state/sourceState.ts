import type { StructDesc } from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';
import type { MemberPath, StructId } from '../../core/layout/ids';
import type { Choices } from '../../core/layout/text/choices';
import type { ResolvedStruct } from '../../core/layout/text/resolve';
import type { SourceBytes } from '../source/asks';
import type { SourceTree } from '../source/tree';

/** A text with structs in it. */
export type TextFile =
  | {
      readonly language: 'c';
      readonly source: SourceBytes;
      readonly index: StructTable;
      /** The record of each row of the index, into the header's records. */
      readonly records: readonly number[];
      readonly choices: Choices;
      /** What is open of it, and what that still asks. */
      readonly open: Readonly<Record<StructId, OpenText>>;
    }
  | {
      readonly language: 'pahole';
      readonly index: StructTable;
      /** One for each row. */
      readonly structs: readonly StructDesc[];
    };

export interface OpenText extends Pick<ResolvedStruct, 'questions' | 'switches'> {
  /** Into the header's records. */
  readonly record: number;
}

/** A folder of source. */
export interface SourceFolder {
  readonly tree: SourceTree;
  /** The kernel's version, as its Makefile says; null for any other tree. */
  readonly version: string | null;
  readonly isKernel: boolean;
}

/** What a person chose for the patch of a struct. */
export interface PatchOptions {
  /** The header's path in its tree, where the one that was found is not right. */
  readonly path: string | null;
  /** Members whose declaration is to be split. */
  readonly split: readonly MemberPath[];
  /** Members whose note becomes a comment above them. */
  readonly comments: readonly MemberPath[];
  /** Whether comments that say where cache lines begin are rewritten. */
  readonly boundaries: boolean;
  /** Whether a struct is changed that looks like a format which others read. */
  readonly mayChangeFormat: boolean;
  readonly mail: MailFields;
}

/** What only a person can say in a mail; empty for what is still to be filled in. */
export interface MailFields {
  readonly subsystem: string;
  readonly problem: string;
  readonly results: string;
  readonly alternatives: string;
  readonly signedOffBy: string;
}

export const NO_PATCH_OPTIONS: PatchOptions = {
  path: null,
  split: [],
  comments: [],
  boundaries: false,
  mayChangeFormat: false,
  mail: { subsystem: '', problem: '', results: '', alternatives: '', signedOffBy: '' },
};
