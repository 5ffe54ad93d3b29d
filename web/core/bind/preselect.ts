import type { Embedding } from '../facts/generated';
import type { Evidence } from './evidence';
import { isWellKnownPart } from './wellKnown';

/** A struct of a binary that is worth a closer look. */
export interface Chosen {
  readonly name: string;
  readonly kind: Embedding['kind'] | null;
  /** Null where only its name is known. */
  readonly sizeBytes: number | null;
}

/** More descriptions than this would take longer than a person waits. */
const MAX_CHOSEN = 80;

/** The names to ask a binary for: what holds these? */
export function askedEmbeddings(evidence: Evidence): readonly string[] {
  return evidence.handed.map(({ aggregate }) => aggregate);
}

/**
 * Structs that hold what the line's functions are handed, and those that they are handed themselves: the
 * ones that explain most of the heat first, the small ones before those that hold them.
 */
export function preselect(evidence: Evidence, embeddings: readonly Embedding[]): readonly Chosen[] {
  const heatOf = new Map<string, number>();
  for (const touch of evidence.touches) {
    for (const name of touch.handed) heatOf.set(name, (heatOf.get(name) ?? 0) + touch.weight);
  }
  const outers = new Map<
    string,
    { chosen: Chosen; heat: number; parts: number; direct: boolean }
  >();
  for (const { inner, outer, kind, sizeBytes, direct } of embeddings) {
    const key = `${kind} ${outer} ${sizeBytes}`;
    const known = outers.get(key);
    outers.set(key, {
      chosen: { name: outer, kind, sizeBytes },
      heat: (known?.heat ?? 0) + (heatOf.get(inner) ?? 0),
      parts: (known?.parts ?? 0) + 1,
      direct: direct || (known?.direct ?? false),
    });
  }
  const itself = evidence.handed.map(({ aggregate }): Chosen => ({
    name: aggregate,
    kind: null,
    sizeBytes: null,
  }));
  const holding = [...outers.values()]
    .filter(({ heat }) => heat > 0)
    .sort(
      (a, b) =>
        b.parts - a.parts ||
        // What holds them only inside another struct is that struct's container.
        Number(b.direct) - Number(a.direct) ||
        b.heat - a.heat ||
        (a.chosen.sizeBytes ?? 0) - (b.chosen.sizeBytes ?? 0),
    )
    .map(({ chosen }) => chosen);
  const objects = itself.filter(({ name }) => !isWellKnownPart(name));
  return [...objects, ...holding].slice(0, MAX_CHOSEN);
}

/** How many structs hold each of these directly, for `partTest`. */
export function directContainers(
  embeddings: readonly Embedding[],
): ReadonlyMap<string, { readonly containers: number; readonly sizeBytes: number }> {
  const counts = new Map<string, { containers: number; sizeBytes: number }>();
  for (const { inner, direct, sizeBytes } of embeddings) {
    if (!direct) continue;
    const known = counts.get(inner) ?? { containers: 0, sizeBytes: Infinity };
    // The smallest that holds it is not smaller than it.
    counts.set(inner, {
      containers: known.containers + 1,
      sizeBytes: Math.min(known.sizeBytes, sizeBytes),
    });
  }
  return counts;
}
