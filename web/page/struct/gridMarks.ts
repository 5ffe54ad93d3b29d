import type { InView } from './inView';
import { findingsInView, mayConflict } from '../findings/findingsInView';
import { rulesOfView } from '../rules/rulesInView';
import { notesByLine } from '../../core/edit/notes';
import type { MemberPath } from '../../core/layout/ids';
import type { LineMark, SceneInput } from '../../core/scene/scene';

/** The marks of rules and notes on fields and lines, also while a field is carried. */
export function gridMarks(
  inView: InView,
): Required<Pick<SceneInput, 'broken' | 'notes' | 'lineMarks'>> {
  const { applied } = inView.shown;
  const broken = new Map<MemberPath, string>();
  const lines = new Map<number, string>();
  for (const state of rulesOfView(inView)) {
    if (state.broken === null) continue;
    // Spoken, and plain text in the tooltip: names are not set apart there.
    const said = `${state.words}: ${state.broken.why.replaceAll('`', '')}`;
    for (const path of state.broken.offenders) add(broken, path, said);
    for (const line of state.broken.lines) add(lines, line, said);
  }
  return {
    broken,
    notes: new Map(applied.state.notes.map(({ member, text }) => [member, text])),
    lineMarks: markedLines(lines, notesByLine(applied.state), foundByLine(inView)),
  };
}

function add<K>(map: Map<K, string>, key: K, said: string): void {
  const before = map.get(key);
  map.set(key, before === undefined ? said : `${before}; ${said}`);
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
