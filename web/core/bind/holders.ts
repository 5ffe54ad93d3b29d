import type { Embedding } from '../facts/generated';

/** The structs that hold each touched struct by value. */
export type Holders = ReadonlyMap<string, ReadonlyMap<string, HeldAt>>;

/** Where a struct holds another. */
export interface HeldAt {
  readonly offsetsBytes: readonly number[];
  /** As a member of its own, not only inside of one. */
  readonly isDirect: boolean;
}

export function holdersOf(embeddings: readonly Embedding[]): Holders {
  const holders = new Map<string, Map<string, HeldAt>>();
  for (const { inner, outer, offsetsBytes, direct: isDirect } of embeddings) {
    const held = { offsetsBytes, isDirect };
    const known = holders.get(inner);
    if (known === undefined) holders.set(inner, new Map([[outer, held]]));
    else if (!known.has(outer)) known.set(outer, held);
  }
  return holders;
}
