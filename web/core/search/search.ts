import type { Applied } from '../edit/applied';
import { applyEdit } from '../edit/apply';
import { computeLayout } from '../layout/compute';
import type { Allocation, SlabMachine } from '../figures/slab';
import type { SuggestInput, SuggestOptions, SuggestProgress, Suggestion, Vetoed } from './input';
import { suggest } from './suggest';
import type { Basis } from '../model/basis';
import { calibrateBasis, originOf, predict } from '../model/predict';

/** All that a search needs, as plain data: a worker gets it in one message. */
export interface SearchJob {
  /** Where to start from. */
  readonly applied: Applied;
  /** Null where nothing is measured and nothing is tagged. */
  readonly basis: Basis | null;
  /** See `Surroundings`. */
  readonly statedBaseBytes: number | null;
  readonly allocation: Allocation;
  readonly machine: SlabMachine;
  readonly options: SuggestOptions;
  /** `conflicts`: part writers from readers, where there is heat; `holes`: only close holes. */
  readonly goal: SearchGoal;
}

export type SearchGoal = 'conflicts' | 'holes';

/**
 * Searches better orders. Where no order has fewer conflicts, or nothing is known of conflicts, it
 * closes holes; such suggestions still say what is expected of the conflicts.
 */
export function* search(job: SearchJob): Generator<SuggestProgress, void> {
  const { applied, basis, allocation, machine, options } = job;
  const input: SuggestInput = { applied, heat: null, allocation, machine, options };
  const calibrated = basis === null ? null : calibrateBasis(basis, applied.state);
  if (basis === null || calibrated?.ok !== true) {
    yield* suggest(input);
    return;
  }
  const judge = judgeFor(job, basis);
  let evaluated = 0;
  let vetoed: Vetoed | null = null;
  let hasPacked = false;
  if (job.goal === 'conflicts') {
    const heat = calibrated.value;
    const origin = originOf(basis, job.statedBaseBytes);
    let packed: readonly Suggestion[] | null = null;
    for (const progress of suggest({ ...input, heat, origin })) {
      if (progress.kind !== 'front' || progress.suggestions.length > 0) {
        yield progress;
        if (progress.kind === 'none' || (progress.kind === 'front' && progress.done)) return;
        continue;
      }
      evaluated = progress.evaluated;
      vetoed = progress.vetoed;
      if (progress.done) break;
      // Nothing so far: what a single move can close is found at once, and worth looking at meanwhile.
      packed ??= lastFront(suggest({ ...input, options: { ...options, mostEdits: 1 } })).map(judge);
      hasPacked = packed.length > 0;
      yield { ...progress, suggestions: packed };
    }
  }
  for (const progress of suggest(input)) {
    if (progress.kind === 'none') yield progress;
    // Single-move results are already shown; they stay until the search finds something better.
    else if (progress.kind === 'working' || (hasPacked && !progress.done)) {
      yield { kind: 'working', evaluated: evaluated + progress.evaluated };
    } else {
      const suggestions = progress.suggestions.map(judge);
      yield { ...progress, suggestions, vetoed, evaluated: evaluated + progress.evaluated };
    }
  }
}

function lastFront(search: Iterable<SuggestProgress>): readonly Suggestion[] {
  let last: readonly Suggestion[] = [];
  for (const progress of search) if (progress.kind === 'front') last = progress.suggestions;
  return last;
}

/** Says of a suggestion that was made without heat what the heat says of it. */
function judgeFor(job: SearchJob, basis: Basis): (suggestion: Suggestion) => Suggestion {
  const { applied, allocation, machine, statedBaseBytes } = job;
  const { tags, prefetchShare } = applied.state;
  const around = { tags, prefetchShare, allocation, machine, statedBaseBytes };
  const forecastOf = (struct: Applied['struct']) => {
    const { outcome } = predict(basis, computeLayout(struct), around);
    return outcome.ok ? outcome.value.forecast : null;
  };
  const before = forecastOf(applied.struct);
  return (suggestion) => {
    let now = applied;
    for (const edit of suggestion.edits) {
      const next = applyEdit(now, edit);
      if (!next.ok) return suggestion;
      now = next.value;
    }
    const after = forecastOf(now.struct);
    if (before === null || after === null) return suggestion;
    const { hitm, odds, seenBand, transactions } = after;
    const figures = {
      ...suggestion.figures,
      hitm: { before: before.hitm.total, after: hitm.total, band: seenBand },
      odds,
      transactions: { before: before.transactions, after: transactions },
    };
    return { ...suggestion, figures };
  };
}
