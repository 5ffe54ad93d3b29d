import type { Allocation, SlabMachine } from '../../analysis/slab';
import type { AllocationChoice } from '../../analysis/predict/allocation';
import type { Basis } from '../../analysis/predict/basis';
import type { Doubt } from '../../analysis/predict/doubt';
import type { Outcome } from '../../analysis/predict/outcome';
import type { Prediction } from '../../analysis/predict/predict';
import { documentInView, type InView } from '../document/inView';
import type { AppState } from '../state';
import { engine } from './loadEngine';

/** What is expected of the layout in view, also while a field is held. */
export interface PredictionView {
  /** The first is the one that figures speak of; empty where nothing is measured and nothing is tagged. */
  readonly predictions: readonly Prediction[];
  /** A sentence where several profiles do not agree. */
  readonly disagreement: string | null;
  /** What was expected beside reports of runs on just this order. */
  readonly outcomes: readonly Outcome[];
}

const views = new WeakMap<
  InView,
  { readonly allocations: AppState['predict']['allocations']; readonly view: PredictionView }
>();

/** Null while there is no open struct, or the model has not been loaded yet. */
export function predictionInView(state: AppState): PredictionView | null {
  const inView = documentInView(state);
  const model = engine();
  if (!inView || !model || !state.predict.isReady) return null;
  const { allocations } = state.predict;
  const known = views.get(inView);
  if (known?.allocations === allocations) return known.view;
  const { tags, prefetchShare } = inView.edited.applied;
  const around = { ...surroundingsOf(state, inView), tags, prefetchShare };
  const { document, edited, shown } = inView;
  const predictions = model.predictAll(
    model.profileBases(document, edited.applied),
    () => tagBasisOf(inView),
    shown.layout,
    around,
  );
  const view = {
    predictions,
    disagreement: model.disagreement(predictions),
    outcomes: model.outcomesOf(predictions, shown.layout),
  };
  views.set(inView, { allocations, view });
  return view;
}

let lastTags: {
  readonly applied: InView['edited']['applied'];
  readonly original: InView['original']['layout'];
  readonly basis: Basis | null;
} | null = null;

/** The same object as long as tags, ruler and original order are. */
function tagBasisOf({ edited, original }: InView): Basis | null {
  const model = engine();
  if (!model) return null;
  const { applied } = edited;
  if (
    lastTags &&
    lastTags.original === original.layout &&
    lastTags.applied.lineBytes === applied.lineBytes &&
    lastTags.applied.baseBytes === applied.baseBytes &&
    model.isSameTags(lastTags.applied.tags, applied.tags)
  ) {
    return lastTags.basis;
  }
  const basis = model.tagBasis(applied, original.layout);
  lastTags = { applied, original: original.layout, basis };
  return basis;
}

export interface AllocationInView {
  readonly choice: AllocationChoice;
  readonly allocation: Allocation;
  readonly machine: SlabMachine;
  /** Where the user moved the start of the struct; null where nobody did. */
  readonly statedBaseBytes: number | null;
}

/** How objects of the struct in view are allocated, as the user says or as is usual. */
export function surroundingsOf(state: AppState, inView: InView): AllocationInView {
  const model = engine();
  if (!model) throw new Error('bug: surroundings before the model');
  const { applied } = inView.edited;
  const choice = state.predict.allocations[inView.open.id] ?? model.usualAllocation(applied);
  return {
    choice,
    allocation: model.allocationOf(choice, applied),
    machine: model.machineOf(applied),
    statedBaseBytes: applied.baseBytes === inView.document.baseBytes ? null : applied.baseBytes,
  };
}

/** The fields in doubt, of the first thing that a prediction rests on. */
export function doubtsInView(state: AppState): readonly Doubt[] {
  const model = engine();
  const first = predictionInView(state)?.predictions[0];
  if (!model || !first?.outcome.ok) return [];
  const { calibrated } = first.outcome.value;
  const known = doubts.get(calibrated);
  if (known) return known;
  const found = model.fieldsInDoubt(calibrated, first.basis);
  doubts.set(calibrated, found);
  return found;
}

const doubts = new WeakMap<object, readonly Doubt[]>();
