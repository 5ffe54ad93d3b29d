import type { Embedding } from '../facts/generated';

/** The structs that hold each touched struct by value. */
export type Containers = ReadonlyMap<string, ReadonlyMap<string, HeldAt>>;

/** Where a struct holds another. */
export interface HeldAt {
  readonly offsetsBytes: readonly number[];
  /** As a member of its own, not only inside of one. */
  readonly isDirect: boolean;
}

export function containersOf(embeddings: readonly Embedding[]): Containers {
  const containers = new Map<string, Map<string, HeldAt>>();
  for (const { inner, outer, offsetsBytes, direct: isDirect } of embeddings) {
    const held = { offsetsBytes, isDirect };
    const known = containers.get(inner);
    if (known === undefined) containers.set(inner, new Map([[outer, held]]));
    else if (!known.has(outer)) known.set(outer, held);
  }
  return containers;
}
