import type { Alignment, BitField, MemberRole, StructDesc } from '../facts/generated';
import type { MemberPath } from './ids';

/** A forced alignment and where it is known from; `edited` where the user put it there. */
export interface ForcedAlign {
  readonly bytes: number;
  readonly from: Alignment['from'] | 'edited';
}

/**
 * What the engine lays out: the members of an aggregate in a chosen order, with their overrides.
 * `core/layout/original` makes it from a `StructDesc`; `core/edit/apply` changes it.
 */
export interface OrderedAggregate {
  readonly keyword: 'struct' | 'union' | 'class';
  /** All members are laid out as if their types' alignment were 1. */
  readonly packed: boolean;
  /** Forced on the type itself (`} __aligned(64)`). */
  readonly forcedAlign: ForcedAlign | null;
  readonly members: readonly OrderedMember[];
  /** What the debug information states for the untouched order; null where edits changed the members. */
  readonly statedSizeBytes: number | null;
  /** A sentence, where its members may not be edited: no order of it can be recomputed, or it is a type of its own. */
  readonly readOnly: string | null;
}

export interface OrderedMember {
  readonly path: MemberPath;
  readonly name: string | null;
  readonly role: MemberRole | 'padding';
  /** As C writes it with the name left out; see `TypeFact.name`. */
  readonly typeName: string;
  /** Into `StructDesc.types`; null for padding that an edit put in (`u8[n]`). */
  readonly typeIndex: number | null;
  /** The size of a member of this type, in bits; null where unknown, 0 for a flexible array. */
  readonly sizeBits: number | null;
  /** Natural alignment of the type in bytes. */
  readonly typeAlign: Alignment;
  readonly bitField: BitField | null;
  /** Forced on this member. Of an anonymous aggregate that a user aligns, see `OrderedAggregate.forcedAlign`. */
  readonly align: ForcedAlign | null;
  /** The member after this one is aligned to so many bytes (`isolate`), whichever that is. Null for none. */
  readonly isolateBytes: number | null;
  readonly packed: boolean;
  readonly flexible: boolean;
  /** Offset in the original, from the start of the aggregate that holds it; null for padding that an edit put in. */
  readonly statedOffsetBits: number | null;
  /** For an anonymous struct or union: its own members, which may move within it. Null for all else. */
  readonly inner: OrderedAggregate | null;
}

/** What a layout follows from: the description for the types, the aggregate for the order of the members. */
export interface MemberOrder {
  readonly desc: StructDesc;
  readonly root: OrderedAggregate;
}

/** A struct with its order, and whether that order can be recomputed. */
export interface OrderedStruct extends MemberOrder {
  /** The verdict on the untouched order; edits do not change it. */
  readonly verdict: Verdict;
}

/** Why the engine's order and the stated offsets differ, or that they do not. */
export type Verdict =
  | { readonly kind: 'agrees' }
  /** Agrees, with what had to be inferred: a sentence for each inference. */
  | { readonly kind: 'agreesByInference'; readonly inferred: readonly string[] }
  /** The struct opens for reading only. */
  | { readonly kind: 'readOnly'; readonly reason: string };
