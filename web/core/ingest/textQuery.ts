import type {
  HeaderDoc,
  NamedProfile,
  PostedDiff,
  ScalarFact,
  StructDesc,
  Target,
} from '../facts/generated';

/** A question to the reader of texts. Only `profiles` is about the file that is open. */
export type TextQuery =
  /** The profiles of a file that is a profile or a mail; never none. */
  | { readonly kind: 'profiles' }
  /** C source (`header`), output of pahole, or a posted patch, as bytes. */
  | { readonly kind: 'header' | 'pahole' | 'posted'; readonly text: Uint8Array }
  /** C's scalar types on a target. */
  | { readonly kind: 'scalars'; readonly target: Target };

/** What a worker answers in one message. */
export type OneAnswerQuery = Exclude<TextQuery, { readonly kind: 'profiles' }>;

interface TextAnswers {
  readonly profiles: readonly NamedProfile[];
  readonly header: HeaderDoc;
  readonly pahole: readonly StructDesc[];
  readonly posted: PostedDiff;
  readonly scalars: readonly ScalarFact[];
}

/** What it is answered by. */
export type TextAnswerTo<Q extends TextQuery> = TextAnswers[Q['kind']];
