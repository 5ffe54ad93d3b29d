import { heatInView, type InView } from '../state/inView';
import { documentScene } from '../../core/scene/fill/documentScene';
import type { Expected } from '../../core/scene/fill/expectedHeat';
import type { SceneInput, LineMark } from '../../core/scene/scene';
import type { PredictionView } from '../state/predictionInView';
import { lineNotes, type LineNotes } from '../state/lineNotes';
import { findingsInView, mayConflict } from '../state/findingsInView';
import { rulesOfView } from '../state/rulesInView';
import { notesByLine } from '../../core/edit/notes';
import type { MemberPath } from '../../core/layout/ids';

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

/** The marks of rules and notes on fields and lines, also while a field is carried. */
function gridMarks(inView: InView): Required<Pick<SceneInput, 'broken' | 'notes' | 'lineMarks'>> {
  const { applied } = inView.shown;
  const broken = new Map<MemberPath, string>();
  const lines = new Map<number, string>();
  for (const state of rulesOfView(inView)) {
    if (state.broken === null) continue;
    // Spoken, and plain text in the tooltip: names are not set apart there.
    const sentence = `${state.words}: ${state.broken.why.text.replaceAll('`', '')}`;
    for (const path of state.broken.violatingMembers) add(broken, path, sentence);
    for (const line of state.broken.lines) add(lines, line, sentence);
  }
  return {
    broken,
    notes: new Map(applied.state.notes.map(({ member, text }) => [member, text])),
    lineMarks: markedLines(lines, notesByLine(applied.state), foundByLine(inView)),
  };
}

function add<K>(map: Map<K, string>, key: K, phrase: string): void {
  const before = map.get(key);
  map.set(key, before === undefined ? phrase : `${before}; ${phrase}`);
}

function markedLines(
  broken: ReadonlyMap<number, string>,
  notes: ReadonlyMap<number, string>,
  found: ReadonlyMap<number, string>,
): ReadonlyMap<number, LineMark> {
  return new Map(
    [...broken.keys(), ...notes.keys(), ...found.keys()].map((line) => [
      line,
      {
        broken: broken.get(line) ?? null,
        note: notes.get(line) ?? null,
        finding: found.get(line) ?? null,
      },
    ]),
  );
}

/** What was found on each line of the original or the settled layout. */
function foundByLine(inView: InView): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  if (!mayConflict(inView)) return lines;
  for (const { title, lines: on } of findingsInView(inView)) {
    for (const line of on) add(lines, line, title);
  }
  return lines;
}
