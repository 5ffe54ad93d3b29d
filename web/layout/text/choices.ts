import type { StructDesc, Target } from '../../facts/generated';
import type { Switches } from './conditions';

/** What text alone does not say, and a person chose or another file knows. */
export interface Choices {
  readonly target: Target;
  /** Macros of `#if`s, by name. */
  readonly switches: Switches;
  /** Types whose size only a person knows, as C names them. */
  readonly sizes: Readonly<Record<string, SizeAnswer>>;
  /** Macros that stand for a number, in array bounds and alignments. */
  readonly numbers: Readonly<Record<string, number>>;
}

export interface SizeAnswer {
  readonly sizeBytes: number;
  readonly alignBytes: number;
}

/** Something that has to be known before the layout is: shown to a person as a question. */
export type OpenQuestion =
  | { readonly kind: 'size'; readonly typeName: string; readonly member: string }
  | { readonly kind: 'number'; readonly text: string; readonly member: string };

/** A type that a loaded file knows: by the name that C gives it (`struct list_head`, `spinlock_t`). */
export interface KnownType {
  readonly desc: StructDesc;
  /** Into `desc.types`. */
  readonly typeIndex: number;
}
