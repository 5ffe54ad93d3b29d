import type { AllocationChoice } from '../../core/model/allocation';
import { doubtsOf } from '../../core/heat/bindingDoubts';
import { heatOf } from '../../core/heat/heatOf';
import { headlineOf } from '../../core/format/predict/predictions';
import { settledPrediction } from '../state/predictionInView';
import type { AppState, LoadedFile, PatchOptions } from '../state/state';
import type { InView } from '../state/inView';
import { type MailRequest, changeWords, measuredLines, slabChange } from '../../core/patch/mail';
import { type Hazards, orderChange } from '../../core/patch/hazards/places';
import { breakLines, hazardReport } from '../../core/patch/hazards/report';
import type { Patch } from '../../core/patch/outcome';
import { binaryVersion } from './planInView';
import { layoutDiff } from '../../core/format/compare/layoutDiff';

/** What is expected of the order in view, in a line; null where nothing is. */
export function forecastLine(state: AppState): string | null {
  const [first] = settledPrediction(state)?.predictions ?? [];
  return first === undefined ? null : headlineOf(first);
}

/**
 * What the mail says of the struct in view, and what its author has filled in. `allocation` is how the
 * user says its objects are allocated, `hazards` what a source tree holds, `forecast` what is expected; null where
 * nobody said or looked.
 */
export function mailFor(
  files: readonly LoadedFile[],
  view: InView,
  patch: Patch,
  { mail: fields, comments }: PatchOptions,
  allocation: AllocationChoice | null,
  hazards: Hazards | null,
  forecast: string | null,
): MailRequest {
  const { struct } = view.document;
  const skipped = new Set(view.edited.applied.skipped.map(({ index }) => index));
  const edits = view.document.edits.filter((_, index) => !skipped.has(index));
  const figures = ({ figures: { sizeBytes, lines }, applied }: InView['original']) => ({
    sizeBytes,
    lines,
    baseBytes: applied.state.baseBytes,
  });
  const heat = heatOf(view.document, view.edited.applied).current;
  const isKernel = patch.dialect === 'kernel';
  const filled = (value: string) => (value.trim() === '' ? null : value.trim());
  return {
    patch,
    structName: struct.name,
    subsystem: fields.subsystem.trim(),
    tree: fields.tree.trim(),
    change: changeWords(edits, struct.name),
    measured: heat === null ? [] : measuredLines(heat, struct.name),
    doubts: doubtsOf(view.edited.applied).map(({ text }) => text),
    forecast,
    reasons: view.edited.applied.state.notes.filter(({ member }) => comments.includes(member)),
    architecture: struct.target.machine,
    configuration: binaryVersion(files, view),
    binary: binaryOf(files, view),
    before: figures(view.original),
    after: figures(view.edited),
    hazards: breakLines(
      hazards === null
        ? null
        : hazardReport(hazards, orderChange(view.document, view.edited.applied)),
      patch,
    ),
    slab: slabChange(view.edited.applied, allocation, isKernel),
    containers: null,
    layoutDiff: layoutDiff(view.original.applied, view.edited.applied),
    filledIn: {
      problem: filled(fields.problem),
      results: filled(fields.results),
      alternatives: filled(fields.alternatives),
      signedOffBy: filled(fields.signedOffBy),
    },
  };
}

/** The kernel's release or the file's name, and its build-id. */
function binaryOf(files: readonly LoadedFile[], view: InView): string {
  const { origin } = view.open;
  if (origin.kind !== 'file') return origin.title;
  const phase = files.find((file) => file.id === origin.file)?.phase;
  if (phase?.kind !== 'ready') return origin.fileName;
  const { kernelRelease, buildId } = phase.facts;
  const name = kernelRelease === null ? origin.fileName : `Linux ${kernelRelease}`;
  return buildId === null ? name : `${name}, build-id ${buildId}`;
}
