import { flagSentence, type Flag } from '../hitm/flags';

/** What a search rests on, as far as its words go. */
export interface SearchedFrom {
  /** A profile or tags from which orders could be judged. */
  readonly hasHeat: boolean;
  /** Why nothing can be predicted from the profile that is bound; null where it can, or none is. */
  readonly cannot: string | null;
  /** Whether there is a hole to close. */
  readonly hasHoles: boolean;
}

/** What a search that found nothing came to: only orders that could be judged are said to be no better. */
export function nothingFoundSentence({ hasHeat, cannot, hasHoles }: SearchedFrom): string {
  if (hasHeat) {
    return 'No order within these options is expected to have fewer conflicts or to take less room. Allow more moves, growth, or an alignment.';
  }
  const packing = hasHoles
    ? 'No order with so few moves closes a hole'
    : 'There is no hole to close';
  return cannot !== null
    ? `${packing}, and no order can be judged by its conflicts. ${cannot}`
    : `${packing}. Tag who reads and writes which field, or bind a report, to find orders that part writers from readers.`;
}

const OF_ALL_ORDERS: ReadonlySet<Flag['kind']> = new Set(['queues', 'fewSamples', 'locksByUse']);

/** What must be known of every order that was compared, and of those that were not offered. */
export function searchCaveats(flags: readonly Flag[]): readonly string[] {
  return flags.filter(({ kind }) => OF_ALL_ORDERS.has(kind)).map(flagSentence);
}
