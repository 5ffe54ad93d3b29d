import { sentence, type Message } from '../base/messages';
import type { DocumentState } from '../edit/document';
import type { Layout } from '../layout/layout';
import { searchMessage } from './messages';
import { flagMessage, type Flag } from '../model/flags';
import type { SuggestOptions, Suggestion, Vetoed } from './input';

/** What a search rests on, as far as its words go. */
export interface SearchedFrom {
  /** A profile or tags from which orders could be judged. */
  readonly hasHeat: boolean;
  /** Why nothing can be predicted from the profile that is bound; null where it can, or none is. */
  readonly cannot: string | null;
  /** Whether there is a hole to close. */
  readonly hasHoles: boolean;
  /** Whether all of the struct lies on one line. */
  readonly isOnOneLine: boolean;
  readonly options: SuggestOptions;
  /** See `Vetoed`. */
  readonly vetoed: Vetoed | null;
}

/** Whether all of a struct lies on one line, where objects begin as the view has it. */
export function isOnOneLine(
  { baseBytes, lineBytes }: Pick<DocumentState, 'baseBytes' | 'lineBytes'>,
  { sizeBits }: Layout,
): boolean {
  return (baseBytes % lineBytes) + sizeBits / 8 <= lineBytes;
}

/** What a search that found nothing came to: only orders that could be judged are said to be no better. */
export function nothingFoundSentence(searched: SearchedFrom): string {
  const { hasHeat, cannot, hasHoles } = searched;
  if (hasHeat) {
    return [
      sentence(searchMessage('nothing-better')),
      ...vetoWords(searched.vetoed),
      ...adviceOf(searched),
    ].join(' ');
  }
  const packing = sentence(searchMessage('nothing-to-close', hasHoles));
  return cannot !== null
    ? `${packing}, and no order can be judged by its conflicts. ${cannot}`
    : `${packing}. Tag who reads and writes which field, or bind a report, to find orders that part writers from readers.`;
}

/** Only what is not allowed yet can be allowed. */
function adviceOf({ options, isOnOneLine }: SearchedFrom): readonly string[] {
  const { mostEdits, growth, mayAlign } = options;
  const open = [
    // On one line every order has the same conflicts.
    ...(mostEdits < MOST_EDITS && !isOnOneLine ? ['more moves'] : []),
    ...(growth === 'never' ? ['growth'] : []),
    ...(mayAlign ? [] : ['an alignment']),
  ];
  const advice = open.length > 0 ? [sentence(searchMessage('allow-more', open.join(' or ')))] : [];
  if (!isOnOneLine) return advice;
  return [
    sentence(searchMessage('on-one-line')),
    ...(advice.length > 0 ? advice : [sentence(searchMessage('own-line-costs'))]),
  ];
}

/** What precedes orders that only close holes, though conflicts could be judged. */
export const ONLY_HOLES = sentence(searchMessage('only-holes'));

/** What was found and is not offered. */
export function vetoWords(vetoed: Vetoed | null): readonly string[] {
  if (vetoed === null) return [];
  const percent = Math.max(1, Math.round(100 * vetoed.leastRise));
  return [sentence(searchMessage('vetoed', vetoed.orders, percent))];
}

/** How to know of readers that no profile could show; empty where the suggestions meet none. */
export function unknownReadersAdvice(suggestions: readonly Suggestion[]): readonly string[] {
  const fields = [...new Set(suggestions.flatMap((each) => each.figures.unknownReaderFields))];
  return fields.length === 0 ? [] : [sentence(searchMessage('readers-unseen', fields))];
}

/** As `--moves` and the page have it. */
const MOST_EDITS = 4;

const OF_ALL_ORDERS: ReadonlySet<Flag['kind']> = new Set([
  'queues',
  'fewSamples',
  'locksByUse',
  'cpusUnknown',
  'cpusAssumed',
]);

/** What must be known of every order that was compared, and of those that were not offered. */
export function searchCaveats(flags: readonly Flag[]): readonly Message[] {
  return flags.filter(({ kind }) => OF_ALL_ORDERS.has(kind)).map(flagMessage);
}
