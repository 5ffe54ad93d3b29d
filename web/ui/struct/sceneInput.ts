import { heatInView } from '../../app/heat/heatInView';
import type { InView } from '../../app/document/inView';
import { documentScene } from '../../scene/fill/documentScene';
import type { SceneInput } from '../../scene/scene';
import { NO_LINE_NOTES, type LineNotes } from '../predict/lineNotes';
import { gridMarks } from './gridMarks';

/** What the grid draws for the struct in view, `widthPx` from edge to edge. */
export function sceneInput(
  inView: InView,
  widthPx: number,
  notes: LineNotes = NO_LINE_NOTES,
): SceneInput {
  const { shown, original, open, document } = inView;
  const { applied, layout } = shown;
  const drawn = documentScene({ document, applied, layout, original: original.layout }, widthPx);
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
    lineNotes: gutterNotes(inView, drawn, notes),
  };
}

/** What is expected of each line where something is; else what was measured, by the shares of its lines. */
function gutterNotes(
  inView: InView,
  { lineNotes }: SceneInput,
  { byLine, arePredicted }: LineNotes,
): SceneInput['lineNotes'] {
  return heatInView(inView).current === null || arePredicted ? byLine : lineNotes;
}
