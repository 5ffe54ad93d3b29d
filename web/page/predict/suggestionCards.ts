import type { Suggestion, SuggestionFigures } from '../../core/search/input';
import type { PredictionView } from '../state/predictionInView';
import { describeEdit } from '../../core/edit/changes';
import { formatEdit } from '../../core/edit/words';
import { plural } from '../../core/base/prose';
import { amount, range, type Scale } from '../kit/amounts';

/** A suggestion in words. */
export interface SuggestionWords {
  readonly suggestion: Suggestion;
  /** As a person says it. */
  readonly title: string;
  /** As the command line takes it. */
  readonly words: string;
}

/** A point of the front: an order, and others with the same figures. */
export interface SuggestionPoint {
  readonly point: number;
  readonly first: SuggestionWords;
  readonly equals: readonly SuggestionWords[];
  /** Those of the equals that stand without a click: one for each set of members, a few of them. */
  readonly shownEquals: readonly SuggestionWords[];
}

const MOST_EQUALS = 5;

/** The front, the best first; orders with the same price stand together. */
export function suggestionPoints(suggestions: readonly Suggestion[]): readonly SuggestionPoint[] {
  const points = new Map<number, SuggestionWords[]>();
  for (const suggestion of suggestions) {
    const wording = inWords(suggestion);
    const here = points.get(suggestion.point);
    if (here === undefined) points.set(suggestion.point, [wording]);
    else here.push(wording);
  }
  return [...points].flatMap(([point, [first, ...equals]]) =>
    first === undefined ? [] : { point, first, equals, shownEquals: shownOf(first, equals) },
  );
}

function inWords(suggestion: Suggestion): SuggestionWords {
  const { edits } = suggestion;
  return {
    suggestion,
    title: edits.map(describeEdit).join(', '),
    words: edits.map(formatEdit).join('; '),
  };
}

function shownOf(
  first: SuggestionWords,
  equals: readonly SuggestionWords[],
): readonly SuggestionWords[] {
  const all = [first, ...equals].map(({ suggestion }) => suggestion);
  const kinds = byMembers(all).map(({ suggestions }) => suggestions[0]);
  return equals.filter(({ suggestion }) => kinds.includes(suggestion)).slice(0, MOST_EQUALS);
}

/**
 * What figures of suggestions are shares of, where they come from tags; null where they are samples. A number, which
 * stays the same while a suggestion is looked at.
 */
export function wholeOfTags(predicted: PredictionView | null): number | null {
  const first = predicted?.predictions[0];
  if (first?.basis.profile.kind !== 'tags') return null;
  return first.outcome.ok ? first.outcome.value.forecast.baseline.hitm : 0;
}

/** The price of a suggestion, in a few words each. @param whole see `wholeOfTags` */
export function chipsOf({ figures }: Suggestion, whole: number | null): readonly Chip[] {
  return suggestionChips(figures, whole === null ? { kind: 'samples' } : { kind: 'shares', whole });
}

/** Orders of one price that move the same members, to other places among themselves. */
interface SameMembers {
  readonly members: string;
  readonly suggestions: readonly Suggestion[];
}

/** The orders at one price, by which members they move: a handful of kinds instead of two dozen orders. */
function byMembers(suggestions: readonly Suggestion[]): readonly SameMembers[] {
  const kinds = new Map<string, Suggestion[]>();
  for (const suggestion of suggestions) {
    const members = suggestion.edits.flatMap((edit) =>
      edit.kind === 'move' || edit.kind === 'order'
        ? edit.members
        : edit.kind === 'align'
          ? [edit.member]
          : [],
    );
    const key = [...new Set(members)].sort().join(', ');
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, [suggestion]);
    else known.push(suggestion);
  }
  return [...kinds].map(([members, own]) => ({ members, suggestions: own }));
}

interface Chip {
  readonly text: string;
  /** Something that speaks against it. */
  readonly isCaution: boolean;
}

/** The price of a suggestion, in a few words each. */
export function suggestionChips(figures: SuggestionFigures, scale: Scale): readonly Chip[] {
  const chips: Chip[] = [];
  const say = (text: string, isCaution = false) => chips.push({ text, isCaution });
  const { hitm, sizeBytes, strideBytes, edits, straddles, knockOn, unknownReaders, pairs } =
    figures;
  const { hiddenWriters, odds, unknownLocks } = figures;
  if (hitm !== null) {
    const [before, after] = [amount(hitm.before, scale), amount(hitm.after, scale)];
    const change = `${before} → ${after}`;
    if (before === after) say(scale.kind === 'samples' ? `HITM stays ${after}` : 'conflicts stay');
    else
      say(
        scale.kind === 'samples'
          ? `HITM ${change} (${range(hitm.band, scale)}${unknownReaders + hiddenWriters > 0 ? ' or more' : ''})`
          : `conflicts ${change}`,
      );
  }
  say(sizeBytes === strideBytes ? `${sizeBytes} B` : `${sizeBytes} B, takes ${strideBytes}`);
  if (figures.holeBytes > 0) say(`${figures.holeBytes} B in holes`);
  say(plural(edits, 'field moves', 'fields move'));
  if (straddles > 0) say(`${plural(straddles, 'straddle')} more`, true);
  if (knockOn.length > 0)
    say(plural(knockOn.length, 'other changes line', 'others change line'), true);
  if (unknownReaders > 0) say(`${plural(unknownReaders, 'reader')} unknown`, true);
  if (hiddenWriters > 0) {
    say(`${plural(hiddenWriters, 'reader')} beside fields that the report does not show`, true);
  }
  // With a measurement the odds say it.
  if (odds === null && unknownLocks.length > 0)
    say('better or worse unknown: a lock loses a written neighbour', true);
  if (pairs > 0) say('adjacent-line prefetch risk', true);
  return chips;
}
