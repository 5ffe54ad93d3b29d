import { sentence, type Message } from '../../base/messages';
import { oddsSentence } from '../../model/odds';
import { grouped, listed, plural, unquoted } from '../../base/prose';
import { shellWord } from '../../base/shellWord';
import {
  nothingFoundSentence,
  ONLY_HOLES,
  unknownReadersAdvice,
  vetoWords,
} from '../../search/searchWords';
import type { SuggestOptions, Suggestion, Vetoed } from '../../search/input';
import type { Applied } from '../../edit/applied';
import type { Edit } from '../../edit/edit';
import { formatEdit } from '../../edit/words';
import { doubtsOf } from '../../heat/bindingDoubts';
import { JSON_VERSION } from '../json';
import { doubtText, wrapped } from '../wrapped';

/** What a search came to. */
export interface Searched {
  /** The profile's name; `tags`; null where nothing is known of accesses. */
  readonly from: string | null;
  readonly isTags: boolean;
  readonly options: SuggestOptions;
  readonly suggestions: readonly Suggestion[];
  readonly evaluated: number;
  /** See `Vetoed`. */
  readonly vetoed: Vetoed | null;
  /** Why there was nothing to search. */
  readonly none: string | null;
  /** Why no order could be judged by its conflicts, where a profile is loaded and nothing can be predicted from it. */
  readonly cannot: string | null;
  readonly hasHoles: boolean;
  readonly isOnOneLine: boolean;
  /** Whether only holes were to be closed. */
  readonly isForHoles: boolean;
  /** What must be known of every order that was compared. */
  readonly caveats: readonly Message[];
}

/** `hitmap suggest --json`; the shape is in docs/json.md. */
export function suggestionsJson(
  applied: Applied,
  edits: readonly Edit[],
  { from, isTags, options, suggestions, evaluated, vetoed, none, cannot, caveats }: Searched,
) {
  const { struct } = applied;
  return {
    v: JSON_VERSION,
    struct: { kind: struct.root.keyword, name: struct.desc.name, key: struct.desc.key },
    edits: edits.map(formatEdit),
    from: from === null ? null : isTags ? 'tags' : 'profile',
    profile: isTags ? null : from,
    options,
    evaluated,
    vetoed,
    none,
    cannot,
    caveats,
    doubts: from === null ? [] : doubtsOf(applied),
    suggestions: suggestions.map(({ edits: own, figures, aim, reason, point }) => ({
      edits: own.map(formatEdit),
      point,
      aim,
      reason,
      figures,
    })),
  };
}

/** The same for a person: each point of the front with its price, and how many orders share it. */
export function suggestionsText(applied: Applied, searched: Searched, most: number): string {
  const { from } = searched;
  const doubts = from === null ? [] : doubtsOf(applied);
  const caveats = searched.caveats.map(
    (caveat) => `${wrapped(sentence(caveat), '  - ').join('\n')}\n`,
  );
  const [first] = searched.suggestions;
  const only =
    from !== null && !searched.isForHoles && first?.aim === 'holes'
      ? [`${[...wrapped([ONLY_HOLES, ...vetoWords(searched.vetoed)].join(' '), '')].join('\n')}\n`]
      : [];
  return [
    ...only,
    frontText(searched, most),
    ...caveats,
    ...doubts.map((doubt) => doubtText(sentence(doubt))),
  ].join('\n');
}

function frontText(searched: Searched, most: number): string {
  const { from, isTags, suggestions, evaluated, none } = searched;
  if (none !== null) return `${unquoted(none)}\n`;
  if (suggestions.length === 0) {
    const sentence = nothingFoundSentence({ ...searched, hasHeat: from !== null });
    return `${[...wrapped(sentence, ''), `(${plural(evaluated, 'order')} tried)`].join('\n')}\n`;
  }
  const points = new Map<number, Suggestion[]>();
  for (const suggestion of suggestions) {
    points.set(suggestion.point, [...(points.get(suggestion.point) ?? []), suggestion]);
  }
  const shown = [...points.values()].slice(0, most);
  const head = `${plural(points.size, 'order')} worth measuring, of ${grouped(evaluated)} tried${from === null ? '' : `, from ${from}`}.`;
  const rest =
    points.size > shown.length ? [`and ${points.size - shown.length} more (--most N)\n`] : [];
  const advice = unknownReadersAdvice(shown.flatMap(([first]) => first ?? [])).map(
    (sentence) => `${wrapped(sentence, '').join('\n')}\n`,
  );
  return [`${head}\n`, ...shown.map((own) => pointText(own, isTags)), ...rest, ...advice].join(
    '\n',
  );
}

function pointText([first, ...equals]: readonly Suggestion[], isTags: boolean): string {
  if (first === undefined) return '';
  const { hitm, sizeBytes, strideBytes, edits, straddles, knockOn, unknownReaders, pairs } =
    first.figures;
  const { hiddenWriters, odds, unknownLocks, unknownReaderFields } = first.figures;
  const conflicts =
    hitm === null
      ? []
      : isTags
        ? [
            hitm.before > 0
              ? `conflicts ${Math.round((hitm.after / hitm.before) * 100)} %`
              : 'no conflicts before',
          ]
        : [
            `HITM ${grouped(hitm.before)} -> ${grouped(hitm.after)} (${grouped(hitm.band.low)} to ${grouped(hitm.band.high)}${unknownReaders + hiddenWriters > 0 ? ' or more' : ''})`,
          ];
  const price = [
    ...conflicts,
    `${sizeBytes} bytes${sizeBytes === strideBytes ? '' : `, takes ${strideBytes}`}`,
    plural(edits, 'move'),
    ...(straddles > 0 ? [`${straddles} more across a line`] : []),
    ...(knockOn.length > 0
      ? [plural(knockOn.length, 'other changes line', 'others change line')]
      : []),
    ...(unknownReaders > 0
      ? [`${plural(unknownReaders, 'reader')} unknown (${listed(unknownReaderFields, 3)})`]
      : []),
    ...(hiddenWriters > 0
      ? [`${plural(hiddenWriters, 'reader')} beside fields that the report does not show`]
      : []),
    // With a measurement the odds say it.
    ...(odds === null && unknownLocks.length > 0
      ? [`better or worse is unknown, as ${listed(unknownLocks, 3)} loses a written neighbour`]
      : []),
    ...(pairs > 0 ? ['adjacent-line prefetch risk'] : []),
  ];
  const { before = 0, after = 0 } = hitm ?? {};
  const oddsLines = odds === null || before === after ? [] : [`  ${oddsSentence(odds)}`];
  return [
    ...first.edits.map((edit) => `--edit ${shellWord(formatEdit(edit))}`),
    `  ${unquoted(first.reason)}`,
    `  ${price.join('; ')}`,
    ...oddsLines,
    ...(equals.length > 0
      ? [`  ${plural(equals.length, 'other order')} at this price (--json lists them)`]
      : []),
    '',
  ].join('\n');
}
