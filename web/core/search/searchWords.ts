import type { Message } from '../base/messages';
import { grouped, listed } from '../base/prose';
import { shellWord } from '../base/shellWord';
import type { DocumentState } from '../edit/document';
import type { Layout } from '../layout/layout';
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
      'No better order found within these options: nothing to gain is known.',
      ...vetoWords(searched.vetoed),
      ...adviceOf(searched),
    ].join(' ');
  }
  const packing = hasHoles
    ? 'No order with so few moves closes a hole'
    : 'There is no hole to close';
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
  const advice = open.length > 0 ? [`Allow ${open.join(' or ')}.`] : [];
  if (!isOnOneLine) return advice;
  return [
    'All of it is on one line, where no order separates its fields.',
    ...(advice.length > 0
      ? advice
      : [
          'Giving a field its own line takes more room than the options allow, or is not expected to lower these figures: align one yourself, and look at the transactions too.',
        ]),
  ];
}

/** What precedes orders that only close holes, though conflicts could be judged. */
export const ONLY_HOLES = 'No order with fewer conflicts found. These close holes.';

/** What was found and is not offered. */
export function vetoWords(vetoed: Vetoed | null): readonly string[] {
  if (vetoed === null) return [];
  return [
    `Orders with fewer conflicts exist (${grouped(vetoed.orders)} tried); each has ${Math.max(1, Math.round(100 * vetoed.leastRise))} % more transactions or above.`,
  ];
}

/** How to know of readers that no profile could show; empty where the suggestions meet none. */
export function unknownReadersAdvice(suggestions: readonly Suggestion[]): readonly string[] {
  const fields = [...new Set(suggestions.flatMap((each) => each.figures.unknownReaderFields))];
  const [first] = fields;
  if (first === undefined) return [];
  return [
    `Reads of ${listed(fields, MOST_NAMED)} could not be observed, as nobody wrote their lines. If you know how often they are read, say so, and the orders are ranked by it: --edit ${shellWord(`tag ${first} cold`)}, or read-hot.`,
  ];
}

const MOST_NAMED = 6;
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
