import { heatInView } from '../heat/heatInView';
import type { InView } from './inView';
import { documentScene } from '../../core/scene/fill/documentScene';
import type { Expected } from '../../core/scene/fill/expectedHeat';
import type { SceneInput } from '../../core/scene/scene';
import type { PredictionView } from '../predict/predictionInView';
import { lineNotes, type LineNotes } from '../predict/lineNotes';
import { gridMarks } from './gridMarks';

/**
 * What the grid draws for the struct in view, `widthPx` from edge to edge.
 *
 * @param predicted what is expected of the layout in view; null draws what was measured
 */
export function sceneInput(
  inView: InView,
  widthPx: number,
  predicted: PredictionView | null = null,
): SceneInput {
  const { shown, original, open, document } = inView;
  const { applied, layout } = shown;
  const drawn = documentScene(
    {
      document,
      applied,
      layout,
      original: original.layout,
      expected: expectedInView(inView, predicted),
      lineNotes: gutterNotes(inView, lineNotes(predicted, applied)),
    },
    widthPx,
  );
  const held = open.preview ?? [];
  return {
    ...drawn,
    selection: new Set(open.selection),
    focus: open.focus,
    ...gridMarks(inView),
    dragged: new Set([
      ...drawn.dragged,
      ...held.flatMap((edit) => (edit.kind === 'move' ? edit.members : [])),
    ]),
  };
}

/** What is expected of each line where something is; null stands for what was measured, by the shares of its lines. */
function gutterNotes(
  inView: InView,
  { byLine, arePredicted }: LineNotes,
): SceneInput['lineNotes'] | null {
  return heatInView(inView).current === null || arePredicted ? byLine : null;
}

/** What is expected by the profile whose heat is shown; null where the layout is as good as measured. */
function expectedInView(inView: InView, predicted: PredictionView | null): Expected | null {
  const name = heatInView(inView).current?.profile.name;
  const own = predicted?.predictions.find(({ basis }) => basis.name === name);
  if (!own?.outcome.ok) return null;
  const { forecast } = own.outcome.value;
  return forecast.basis === 'predicted' ? forecast : null;
}
