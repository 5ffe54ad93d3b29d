import { derived } from '../base/derived';
import { assert } from '../base/assert';
import { grouped } from '../base/prose';
import { located, type Message } from '../base/messages';
import { structMessage } from './messages';
import type { StructDesc, TypeFact } from './generated';

/**
 * Members of unnamed structs and unions that are opened in a struct, beside its own members; a kernel's
 * `security_list_options` has 272 with them. Few bytes can ask for any number: thirty types that each hold the next
 * one twice are 2^30 members.
 */
const MOST_OPENED = 1_000;

/** Members with those of all nested types; the largest struct of a kernel has 2,827 (`bpf_ctx_convert`). */
const MOST_INSIDE = 200_000;

/** Members of a struct that can be edited: each frame of a drag lays all of them out. */
const MOST_EDITED = 10_000;

/** How deep types may be nested: deeper than any compiler nests them. The code that walks types may recurse. */
export const MOST_NESTED = 256;

/** What a type comes to where it is opened. Counts are exact up to 2^53, and only grow inexact beyond it. */
interface Expansion {
  /** Its own members with those of its unnamed structs and unions, at whatever depth. */
  readonly drawn: number;
  /** What is shown of it at once: `drawn`, or where that is too much its own members alone. */
  readonly shown: number;
  /** As `drawn`, with the members of unnamed types that named members have: what C writes between its braces. */
  readonly written: number;
  /** It and all that it holds by value; of an array one element. */
  readonly inside: number;
  /** The name of its first named member, at whatever depth. */
  readonly firstName: string | null;
  /** Whether it ends in a flexible array. */
  readonly isOpenEnded: boolean;
}

const LEAF: Expansion = {
  drawn: 0,
  shown: 0,
  written: 0,
  inside: 1,
  firstName: null,
  isOpenEnded: false,
};

/** A type that C writes in place, or an array of such. */
const UNNAMED = /^(?:const |volatile )*(?:struct|union|class)(?:\[\d*\])*$/;

/** What types come to, each counted once however often it is held. No type may hold itself. */
export const expansionIn = derived((types: readonly TypeFact[]) => {
  const known = new Map<number, Expansion>();
  const of = (index: number): Expansion => {
    const found = known.get(index);
    if (found !== undefined) return found;
    const made = expansion(types, index, of);
    known.set(index, made);
    return made;
  };
  return of;
});

/** How much a type has that is not shown of it. */
export function closedWords(types: readonly TypeFact[], index: number): string {
  return `${number(expansionIn(types)(index).written)} members, closed`;
}

function ownMembers(type: TypeFact | undefined): number {
  return type?.shape.kind === 'aggregate' ? type.shape.members.length : 0;
}

function expansion(
  types: readonly TypeFact[],
  index: number,
  of: (index: number) => Expansion,
): Expansion {
  const type = types[index];
  if (type?.shape.kind === 'array') {
    const { element, count } = type.shape;
    const { inside, written } = of(element);
    return { ...LEAF, written, inside: 1 + inside, isOpenEnded: count === null };
  }
  if (type?.shape.kind !== 'aggregate') return LEAF;
  const { members, keyword } = type.shape;
  let drawn = members.length;
  let written = members.length;
  let inside = 1;
  let firstName: string | null = null;
  for (const { name, bitField, typeIndex } of members) {
    const held = of(typeIndex);
    inside += held.inside;
    if (UNNAMED.test(types[typeIndex]?.name ?? '')) written += held.written;
    if (name === null && bitField === null) drawn += held.drawn;
    firstName ??= name ?? (bitField === null ? held.firstName : null);
  }
  const shown = drawn - members.length > MOST_OPENED ? members.length : drawn;
  const ends = keyword === 'union' ? members : members.slice(-1);
  const isOpenEnded = ends.some(
    ({ bitField, typeIndex }) => bitField === null && of(typeIndex).isOpenEnded,
  );
  return { drawn, shown, written, inside, firstName, isOpenEnded };
}

/** Whether what C writes of a type in place is too much of a text. */
export function isTooLong(types: readonly TypeFact[], index: number): boolean {
  return expansionIn(types)(index).written - ownMembers(types[index]) > MOST_OPENED;
}

/** Whether the unnamed members of a type stay closed until somebody opens them. */
export function isFolded(types: readonly TypeFact[], index: number): boolean {
  const { drawn, shown } = expansionIn(types)(index);
  return shown < drawn;
}

/**
 * A struct that comes from outside, within what can be shown: said where its unnamed members stay closed, closed for
 * good where it has more inside than can be counted through, and for reading where it has too many members to be laid
 * out again with each edit.
 */
export function withinReach(desc: StructDesc): StructDesc {
  const root = desc.types[desc.root];
  if (root?.shape.kind !== 'aggregate') return desc;
  const { inside } = expansionIn(desc.types)(desc.root);
  const found: Message[] = [];
  let { types } = desc;
  if (inside > MOST_INSIDE) {
    const { cut, closed } = cutDeepest(types, desc.root);
    types = cut;
    found.push(
      structMessage('nested-closed', number(inside - 1), number(MOST_INSIDE), number(closed)),
    );
  }
  // Of what is left: it has to be the same where the struct comes in again, by a link.
  const { drawn, shown } = expansionIn(types)(desc.root);
  if (shown < drawn) {
    found.push(structMessage('unnamed-closed', number(drawn), number(MOST_OPENED)));
  }
  if (shown > MOST_EDITED && root.shape.readOnly === null) {
    const readOnly = `It has ${number(shown)} members, more than the ${number(MOST_EDITED)} that can be edited: it is read-only.`;
    types = types.with(desc.root, { ...root, shape: { ...root.shape, readOnly } });
  }
  const known = new Set(desc.diagnostics.map(({ text }) => text));
  const more = found
    .filter(({ text }) => !known.has(text))
    .map((message) => located(message, desc.name));
  if (types === desc.types && more.length === 0) return desc;
  return { ...desc, types, diagnostics: [...desc.diagnostics, ...more] };
}

/** The types that hold least become types of which only the size is known, as many as bring the struct within reach. */
function cutDeepest(types: readonly TypeFact[], root: number) {
  const of = expansionIn(types);
  for (let closed = 2; ; closed *= 2) {
    const cut = types.map((type, index): TypeFact => {
      const isSmall = type.shape.kind === 'aggregate' && of(index).inside <= closed;
      return isSmall && index !== root ? { ...type, shape: { kind: 'other' } } : type;
    });
    const { inside } = expansionIn(cut)(root);
    if (inside <= MOST_INSIDE) return { cut, closed };
    assert(closed < 2 ** 1023, `${inside} members of one struct itself`);
  }
}

/** 4,096 as people write it; of what is beyond counting its power of two. */
function number(count: number): string {
  return count > 1e9 ? `some 2^${Math.round(Math.log2(count))}` : grouped(count);
}
