import type { Attribution } from '../../analysis/attribute/attribute';
import { ruleStates } from '../../analysis/rules/rules';
import { heatInView } from '../../app/heat/heatInView';
import type { InView } from '../../app/document/inView';
import type { Tag } from '../../edit/document';
import type { Edit, TagRole } from '../../edit/edit';
import type { HeatMetric } from '../../edit/profiles';
import type { MemberPath } from '../../layout/ids';
import type { CellHeat, HeatAccess, HeatStep, SceneInput } from '../../scene/scene';
import { conflictLinks, heatPicture, lineNotes } from '../heat/heatCells';

/** What the grid draws for the struct in view, `widthPx` from edge to edge. */
export function sceneInput(
  inView: InView,
  widthPx: number,
  notes: SceneInput['lineNotes'] = new Map(),
): SceneInput {
  const { shown, original, open, document } = inView;
  const { applied } = shown;
  const { view } = document;
  const heat = heatInView(inView);
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
    broken: brokenMembers(inView),
    notes: new Map(applied.notes.map(({ member, text }) => [member, text])),
    heat:
      heat.current === null
        ? tagHeat(applied.tags)
        : measured(heat.current, applied.tags, view.metric),
    ...(heat.current !== null && view.conflicts
      ? { links: conflictLinks(heat.current, shown.layout, applied) }
      : {}),
    dragged: new Set(movedBy([...document.edits, ...(open.preview ?? [])])),
    lineNotes: gutterNotes(inView, notes),
  };
}

/** Who breaks a rule, while a field is carried too. */
function brokenMembers({ shown, original }: InView): ReadonlyMap<MemberPath, string> {
  const states = ruleStates(shown.applied, shown.layout, original.applied.struct);
  return new Map(
    states.flatMap(({ broken, words }) =>
      (broken?.culprits ?? []).map((path) => [path, `${words}: ${broken?.why ?? ''}`] as const),
    ),
  );
}

/** What is expected of each line where something is; else what was measured, by the shares of its lines. */
function gutterNotes(
  inView: InView,
  expected: SceneInput['lineNotes'],
): ReadonlyMap<number, string> {
  const { shown, original } = inView;
  const { current } = heatInView(inView);
  const isPredicted = [...expected.values()].some((note) => note.startsWith('≈'));
  if (current === null || isPredicted) return expected;
  return lineNotes(current, shown.layout, original.layout, shown.applied);
}

/** Every member that a move names. */
function movedBy(edits: readonly Edit[]): readonly MemberPath[] {
  return edits.flatMap((edit) => (edit.kind === 'move' ? edit.members : []));
}

/** What was measured; a tag is a mark beside it, and where nothing was measured all that there is. */
function measured(
  attribution: Attribution,
  tags: readonly Tag[],
  metric: HeatMetric,
): ReadonlyMap<MemberPath, CellHeat> {
  const { cells } = heatPicture(attribution, metric);
  if (tags.length === 0) return cells;
  const all = new Map(cells);
  for (const [path, tagged] of tagHeat(tags)) {
    const heat = cells.get(path);
    const both = heat && { ...heat, tag: tagged.text, text: `${heat.text}; ${tagged.text}` };
    all.set(path, both ?? tagged);
  }
  return all;
}

/** Roles that a person gave, where nothing was measured. */
function tagHeat(tags: readonly Tag[]): ReadonlyMap<MemberPath, CellHeat> {
  return new Map(
    tags.map(({ member, role }) => [
      member,
      { source: 'tagged', text: `tagged ${role}`, ...TAG_MARKS[role] } as const,
    ]),
  );
}

/** Who only reads has a bar, who writes a fill too (steps 4 and 5); the signs are those of measured heat. */
const TAG_MARKS: Readonly<
  Record<TagRole, { readonly step: HeatStep; readonly access: HeatAccess }>
> = {
  cold: { step: 1, access: null },
  'read-mostly': { step: 2, access: 'reads' },
  'read-hot': { step: 3, access: 'reads' },
  lock: { step: 4, access: 'both' },
  'write-hot': { step: 5, access: 'writes' },
};
