import { knownMetric, type Attribution } from '../../heat/attribute';
import { heatOf } from '../../heat/heatOf';
import type { Applied } from '../../edit/applied';
import type { LayoutDocument, Tag } from '../../edit/document';
import type { HeatMetric } from '../../edit/profiles';
import type { MemberPath } from '../../layout/ids';
import type { Layout } from '../../layout/layout';
import { alignedBase, type LineRuler } from '../../layout/lines';
import type { CellHeat, SceneInput, HeatAccess, HeatStep } from '../scene';
import { conflictLinks, heatPicture, measuredNotes } from './heatCells';
import { dependsOnLayout, expectedCells, type Expected } from './expectedHeat';
import type { TagRole } from '../../edit/edit';

/** A layout of a document: with its edits carried out, or without. */
interface Drawn {
  readonly document: LayoutDocument;
  readonly applied: Applied;
  readonly layout: Layout;
  /** Of the untouched struct. */
  readonly original: Layout;
  /** What the profile in view lets expect of the layout; null where that was measured, or nothing can be known. */
  readonly expected?: Expected | null;
  /** What is said of each line; null where that is what was measured on it. */
  readonly lineNotes?: SceneInput['lineNotes'] | null;
}

/** What is drawn of a document, `widthPx` from edge to edge, apart from what a pointer or the keyboard holds. */
export function documentScene(
  { document, applied, layout, original, expected = null, lineNotes = null }: Drawn,
  widthPx: number,
): SceneInput {
  const { view, edits } = document;
  const { current } = heatOf(document, applied);
  return {
    struct: applied.struct,
    layout,
    original,
    lineBytes: applied.state.lineBytes,
    pair: applied.state.pair,
    baseBytes: applied.state.baseBytes,
    widthPx,
    expanded: new Set(view.expanded),
    selection: new Set(),
    focus: null,
    pins: new Set(applied.state.pins),
    heat:
      current === null
        ? tagCells(applied.state.tags)
        : filled(current, expected, applied.state.tags, view.metric),
    ...(current !== null && view.conflicts
      ? { links: conflictLinks(current, layout, applied.state) }
      : {}),
    dragged: new Set(edits.flatMap((edit) => (edit.kind === 'move' ? edit.members : []))),
    lineNotes:
      lineNotes ??
      (current === null
        ? new Map()
        : measuredNotes(current, layout, original, applied.state, rulerOf(original, applied))),
  };
}

/** The lines of the untouched struct, which begins where its own alignment lets it. */
function rulerOf(original: Layout, { state: { lineBytes, wantedBaseBytes } }: Applied): LineRuler {
  return {
    lineBytes,
    baseBytes: alignedBase(wantedBaseBytes, original.alignBits / 8, lineBytes),
  };
}

/**
 * What was measured or, of another layout, what is expected there; a tag is a mark beside it, and where nothing was
 * measured all that there is.
 */
function filled(
  attribution: Attribution,
  expected: Expected | null,
  tags: readonly Tag[],
  metric: HeatMetric,
): ReadonlyMap<MemberPath, CellHeat> {
  const cells = heatCells(attribution, expected, metric);
  if (tags.length === 0) return cells;
  const all = new Map(cells);
  for (const [path, tagged] of tagCells(tags)) {
    const heat = cells.get(path);
    const both = heat && { ...heat, tag: tagged.text, text: `${heat.text}; ${tagged.text}` };
    all.set(path, both ?? tagged);
  }
  return all;
}

function heatCells(
  attribution: Attribution,
  expected: Expected | null,
  chosen: HeatMetric,
): ReadonlyMap<MemberPath, CellHeat> {
  const { cells, scale } = heatPicture(attribution, chosen);
  const metric = knownMetric(attribution, chosen);
  // Of percentages no count can be expected.
  const tells = expected !== null && attribution.unit !== 'percent' && dependsOnLayout(metric);
  return tells ? expectedCells(cells, scale, attribution, metric, expected) : cells;
}

/** Roles that a person gave, where nothing was measured. */
function tagCells(tags: readonly Tag[]): ReadonlyMap<MemberPath, CellHeat> {
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
  counter: { step: 5, access: 'both' },
  'write-hot': { step: 5, access: 'writes' },
};
