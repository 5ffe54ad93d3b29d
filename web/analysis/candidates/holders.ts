import type { Embedding } from '../../facts/generated';

/** By which structs each touched struct is held by value. */
export type Holders = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

export function holdersOf(embeddings: readonly Embedding[]): Holders {
  const holders = new Map<string, Map<string, readonly number[]>>();
  for (const { inner, outer, offsetsBytes } of embeddings) {
    const known = holders.get(inner);
    if (known === undefined) holders.set(inner, new Map([[outer, offsetsBytes]]));
    else if (!known.has(outer)) known.set(outer, offsetsBytes);
  }
  return holders;
}
