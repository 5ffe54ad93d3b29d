import type { InView } from '../app/inView';
import type { SceneInput } from '../scene/scene';

/** What the grid draws for the struct in view, `widthPx` from edge to edge. */
export function sceneInput(inView: InView, widthPx: number): SceneInput {
  const { shown, original, open, document } = inView;
  const { applied } = shown;
  return {
    struct: applied.struct,
    layout: shown.layout,
    original: original.layout,
    lineBytes: applied.lineBytes,
    pair: applied.pair,
    baseBytes: applied.baseBytes,
    widthPx,
    expanded: new Set(document.view.expanded),
    selection: new Set(open.selection),
    focus: open.focus,
    pins: new Set(applied.pins),
    heat: new Map(),
    lineNotes: new Map(),
  };
}
