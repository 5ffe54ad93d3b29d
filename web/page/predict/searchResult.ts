import { sentence } from '../../core/base/messages';
import { unpredictableMessage } from '../../core/model/flags';
import {
  isOnOneLine,
  nothingFoundSentence,
  ONLY_HOLES,
  searchCaveats,
  vetoWords,
} from '../../core/search/searchWords';
import type { SuggestOptions, Suggestion, Vetoed } from '../../core/search/input';
import type { InView } from '../state/inView';
import type { PredictionView } from '../state/predictionInView';
import type { FoundSuggestions, SuggestAbout } from '../state/predictState';

/** Whether orders can be judged by what is expected of them. */
export function canJudge(predicted: PredictionView | null): boolean {
  return predicted?.predictions[0]?.outcome.ok === true;
}

/** Why nothing can be predicted from the profile that is bound; null where it can, or none is. */
export function whyNotJudged(predicted: PredictionView | null): string | null {
  const outcome = predicted?.predictions[0]?.outcome;
  return outcome?.ok === false ? sentence(unpredictableMessage(outcome.error)) : null;
}

/** What precedes orders that only close holes, though conflicts could be judged. */
export function onlyHoles({ vetoed }: FoundSuggestions): string {
  return [ONLY_HOLES, ...vetoWords(vetoed)].join(' ');
}

/** Why a search found nothing, and what to do about it. Names stand in backquotes. */
export function nothingFound(
  { edited }: InView,
  predicted: PredictionView | null,
  options: SuggestOptions,
  vetoed: Vetoed | null,
): string {
  return nothingFoundSentence({
    hasHeat: canJudge(predicted),
    cannot: whyNotJudged(predicted),
    hasHoles: edited.figures.holes > 0,
    isOnOneLine: isOnOneLine(edited.applied.state, edited.layout),
    options,
    vetoed,
  });
}

/** What holds of all orders that were compared, those that were not offered among them. */
export function caveatsOf(predicted: PredictionView | null): readonly string[] {
  const outcome = predicted?.predictions[0]?.outcome;
  return outcome?.ok === true ? searchCaveats(outcome.value.forecast.flags).map(sentence) : [];
}

/** Suggestions that move or align a field of the finding. */
export function suggestionsAbout(
  suggestions: readonly Suggestion[],
  { members }: SuggestAbout,
): readonly Suggestion[] {
  return suggestions.filter(({ edits }) =>
    edits.some((edit) =>
      edit.kind === 'move'
        ? edit.members.some((path) => members.includes(path))
        : edit.kind === 'align' && members.includes(edit.member),
    ),
  );
}
