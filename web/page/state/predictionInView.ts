import { derived } from '../../core/base/derived';
import type { Allocation, SlabMachine } from '../../core/figures/slab';
import type { AllocationChoice } from '../../core/model/allocation';
import type { Basis, Tagged } from '../../core/model/basis';
import type { Doubt } from '../../core/model/doubt';
import type { Outcome } from '../../core/model/outcome';
import type { Prediction } from '../../core/model/predict';
import { documentInView, settledInView, type InView } from './inView';
import type { Calibrated } from '../../core/model/calibrated';
import type { StructDesc } from '../../core/facts/generated';
import type { Layout } from '../../core/layout/layout';
import type { AppState } from './state';
import type { Model } from './predictState';

/** What is expected of the layout in view, also while a field is held. */
export interface PredictionView {
  /** The first is the one that figures speak of; empty where nothing is measured and nothing is tagged. */
  readonly predictions: readonly Prediction[];
  /** A sentence where several profiles do not agree. */
  readonly disagreement: string | null;
  /** What was expected beside reports of runs on just this order. */
  readonly outcomes: readonly Outcome[];
}

/** Null while there is no open struct, or the model has not been loaded yet. */
export function predictionInView(state: AppState): PredictionView | null {
  return predictionOf(state, documentInView(state));
}

/** The same of the layout without what is held. */
export function settledPrediction(state: AppState): PredictionView | null {
  return predictionOf(state, settledInView(state));
}

/** The same of another order of the struct in view, on its lines. */
export function predictionFor(
  state: AppState,
  inView: InView,
  shown: InView['shown'],
): PredictionView | null {
  return predictionOf(state, { ...inView, shown });
}

function predictionOf({ predict }: AppState, inView: InView | null): PredictionView | null {
  const { model, allocations } = predict;
  return inView && model ? predicted(inView, model, allocations) : null;
}

const predicted = derived(
  (inView: InView, model: Model, allocations: Allocations): PredictionView => {
    const { document, edited, shown } = inView;
    const { tags, prefetchShare } = edited.applied.state;
    const around = { ...allocationOf(inView, model, allocations), tags, prefetchShare };
    const predictions = model.predictAll(
      model.profileBases(document, edited.applied),
      () => tagBasisOf(inView, model),
      shown.layout,
      around,
    );
    return {
      predictions,
      disagreement: model.disagreement(predictions),
      outcomes: model.outcomesOf(predictions, shown.layout),
    };
  },
);

type Allocations = AppState['predict']['allocations'];

/** The same object as long as tags, ruler and original order are. */
function tagBasisOf({ edited: { applied }, original }: InView, model: Model): Basis | null {
  const { tags, lineBytes, wantedBaseBytes, baseModulo } = applied.state;
  return basisOfTags(
    original.layout,
    applied.struct.desc,
    model,
    JSON.stringify({ tags, lineBytes, wantedBaseBytes, baseModulo }),
  );
}

const basisOfTags = derived((original: Layout, desc: StructDesc, model: Model, tagged: string) =>
  model.tagBasis(desc, original, JSON.parse(tagged) as Tagged),
);

export interface AllocationInView {
  readonly choice: AllocationChoice;
  readonly allocation: Allocation;
  readonly machine: SlabMachine;
  /** Where the user moved the start of the struct; null where nobody did. */
  readonly statedBaseBytes: number | null;
}

/** How objects of the struct in view are allocated, as the user says or as is usual. */
export function surroundingsOf(state: AppState, model: Model, inView: InView): AllocationInView {
  return allocationOf(inView, model, state.predict.allocations);
}

function allocationOf(inView: InView, model: Model, allocations: Allocations): AllocationInView {
  const { applied } = inView.edited;
  const choice = allocations[inView.open.id] ?? model.usualAllocation(applied);
  return {
    choice,
    allocation: model.allocationOf(choice, applied),
    machine: model.machineOf(applied),
    statedBaseBytes:
      applied.state.wantedBaseBytes === inView.document.baseBytes
        ? null
        : applied.state.wantedBaseBytes,
  };
}

/** The fields in doubt, of the first thing that a prediction rests on. */
export function doubtsInView(state: AppState): readonly Doubt[] {
  const model = state.predict.model;
  const first = predictionInView(state)?.predictions[0];
  if (!model || !first?.outcome.ok) return NO_DOUBTS;
  return doubtsOf(first.outcome.value.calibrated, first.basis, model);
}

const NO_DOUBTS: readonly Doubt[] = [];

const doubtsOf = derived((calibrated: Calibrated, basis: Basis, model: Model) =>
  model.fieldsInDoubt(calibrated, basis),
);
