import type { Suggestion } from '../../core/search/input';
import type { PredictionView } from './predictionInView';
import { describeEdit } from '../../core/edit/changes';
import { formatEdit } from '../../core/edit/words';
import { byMembers } from './equals';
import { suggestionChips, type Chip } from './suggestionFigures';

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
    const said = inWords(suggestion);
    const here = points.get(suggestion.point);
    if (here === undefined) points.set(suggestion.point, [said]);
    else here.push(said);
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
