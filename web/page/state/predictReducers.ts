import type { AllocationChoice } from '../../core/model/allocation';
import type { SuggestOptions } from '../../core/search/input';
import type { MemberPath, StructId } from '../../core/layout/ids';
import { editInView } from './documentReducers';
import { documentInView } from './inView';
import type { AppState } from './state';
import type { PredictState, SearchState } from './predictState';

export function changePredict(state: AppState, part: Partial<PredictState>): AppState {
  return { ...state, predict: { ...state.predict, ...part } };
}

export function setSearch(state: AppState, search: SearchState): AppState {
  return state.predict.search === search ? state : changePredict(state, { search });
}

export function setSuggestOptions(state: AppState, part: Partial<SuggestOptions>): AppState {
  return changePredict(state, { options: { ...state.predict.options, ...part } });
}

/** How objects of the struct in view are allocated. */
export function setAllocation(state: AppState, choice: AllocationChoice): AppState {
  const id = documentInView(state)?.open.id;
  if (id === undefined) return state;
  return changePredict(state, { allocations: { ...state.predict.allocations, [id]: choice } });
}

/** What a user said of a field in doubt; who does not know says nothing. */
export type Answer = 'read-hot' | 'cold' | 'unknown';

/**
 * The answers become tags, as one step that can be undone; the question is not put again for this
 * struct, however little was answered.
 */
export function answerDoubts(state: AppState, answers: ReadonlyMap<MemberPath, Answer>): AppState {
  const id = documentInView(state)?.open.id;
  if (id === undefined) return state;
  const edits = [...answers].flatMap(([member, role]) =>
    role === 'unknown' ? [] : [{ kind: 'tag', member, role, weight: null } as const],
  );
  return { ...withAsked(editInView(state, edits), id), dialog: 'none' };
}

/** The fields in doubt of this struct are not asked about any more. */
export function withAsked(state: AppState, id: StructId): AppState {
  const { queriedStructs } = state.predict;
  return queriedStructs.includes(id)
    ? state
    : changePredict(state, { queriedStructs: [...queriedStructs, id] });
}
