import type { InView } from '../app/inView';
import type { Tag } from '../edit/document';
import type { Edit, TagRole } from '../edit/edit';
import type { MemberPath } from '../layout/ids';
import type { CellHeat, HeatStep, SceneInput } from '../scene/scene';

/** What the grid draws for the struct in view, `widthPx` from edge to edge. */
export function sceneInput(
  inView: InView,
  widthPx: number,
  notes: SceneInput['lineNotes'] = new Map(),
): SceneInput {
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
    heat: tagHeat(applied.tags),
    dragged: new Set(movedBy([...document.edits, ...(open.preview ?? [])])),
    lineNotes: notes,
  };
}

/** Every member that a move names. */
function movedBy(edits: readonly Edit[]): readonly MemberPath[] {
  return edits.flatMap((edit) => (edit.kind === 'move' ? edit.members : []));
}

/** Roles that a person gave, until there is measured heat. */
function tagHeat(tags: readonly Tag[]): ReadonlyMap<MemberPath, CellHeat> {
  return new Map(
    tags.map(({ member, role }) => [
      member,
      { source: 'tagged', step: TAG_STEPS[role], text: `tagged ${role}` } as const,
    ]),
  );
}

const TAG_STEPS: Readonly<Record<TagRole, HeatStep>> = {
  cold: 1,
  'read-mostly': 2,
  'read-hot': 3,
  lock: 4,
  'write-hot': 5,
};
