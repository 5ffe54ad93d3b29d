import { accessMarkOf, isBox, type AccessMark } from './accessMark';
import { DETAIL_FONT_PX } from './metrics';
import type { GridScene, PlacedText, SceneCell } from './scene';

/** A scene as plain shapes, for who draws it without touching it: an export, a comparison. */
export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** From the back to the front. */
  readonly shapes: readonly PictureShape[];
}

export type PictureShape =
  | {
      readonly kind: 'rect';
      readonly role: RectRole;
      readonly xPx: number;
      readonly yPx: number;
      readonly widthPx: number;
      readonly heightPx: number;
    }
  /** Who touches a field, in the ink of its words. */
  | {
      readonly kind: 'sign';
      readonly role: AccessMark['access'];
      readonly ink: TextRole;
      readonly xPx: number;
      readonly yPx: number;
      /** A path that begins at its middle. */
      readonly path: string;
    }
  | { readonly kind: 'line'; readonly role: 'leader' | 'tick'; readonly points: readonly number[] }
  /** A band from who does something to what it is done to, as wide as it weighs. */
  | {
      readonly kind: 'flow';
      readonly role: 'stores' | 'snoops';
      /** A closed one, as SVG writes it. */
      readonly path: string;
    }
  | {
      readonly kind: 'text';
      readonly role: TextRole;
      /** It names a field, and is bold on whatever colour it lies. */
      readonly isName: boolean;
      readonly text: string;
      readonly xPx: number;
      readonly yPx: number;
      readonly fontPx: number;
      readonly vertical: boolean;
    };

/** What a rectangle is; each has its colours. Heat fills; tags are bars at the foot, and what is predicted has one. */
export type RectRole =
  | 'frame'
  | 'pair'
  | 'cell'
  | 'box'
  | 'hole'
  | 'outside'
  | 'padding'
  | 'heat-1'
  | 'heat-2'
  | 'heat-3'
  | 'heat-4'
  | 'heat-5'
  | 'tagged'
  /** The fill of a field that is tagged as written. */
  | 'tagged-writer'
  | 'predicted'
  /** The higher, the more stores were sampled. */
  | 'stored'
  | 'moved';

export type TextRole =
  'name' | 'detail' | 'changed' | 'line' | 'offset' | 'hatch' | `heat-${1 | 2 | 3 | 4 | 5}`;

/** Of the bar at the left edge of a field that is stored to. */
export const STORED_WIDTH_PX = 3;

/** How high that bar is in a cell, by its step of 1 to 5. */
export function storedPx(heightPx: number, step: number): number {
  return Math.max(4, ((heightPx - 2) * step) / 5);
}

/** Everything of a scene but what only a pointer or a keyboard needs. */
export function pictureOf(scene: GridScene): Picture {
  const shapes: PictureShape[] = [];
  for (const { kind, xPx, yPx, widthPx, heightPx } of scene.frames) {
    shapes.push({
      kind: 'rect',
      role: kind === 'pair' ? 'pair' : 'frame',
      xPx,
      yPx,
      widthPx,
      heightPx,
    });
  }
  for (const { text, xPx } of scene.ticks) {
    shapes.push({
      kind: 'text',
      role: 'offset',
      isName: false,
      text,
      xPx,
      yPx: 14,
      fontPx: DETAIL_FONT_PX,
      vertical: false,
    });
  }
  for (const row of scene.rows) {
    for (const text of row.texts) {
      shapes.push(textShape(text, text.role === 'line' ? 'line' : 'offset'));
    }
  }
  for (const cell of scene.cells) shapes.push(...cellShapes(cell));
  return { widthPx: scene.widthPx, heightPx: scene.heightPx, shapes };
}

function cellShapes(cell: SceneCell): readonly PictureShape[] {
  const shapes: PictureShape[] = [];
  const role = rectRole(cell);
  for (const { xPx, yPx, widthPx, heightPx } of cell.fragments) {
    if (role !== null) shapes.push({ kind: 'rect', role, xPx, yPx, widthPx, heightPx });
    // As in the grid, the bar of an open member is on what is inside.
    const bar = isBox(cell) ? null : cell.heat?.source;
    if (bar === 'tagged' || bar === 'predicted') {
      const inset = widthPx < 12 ? 0 : 4;
      const y = yPx + heightPx - (widthPx < 12 ? 3 : 5);
      shapes.push({
        kind: 'rect',
        role: bar,
        xPx: xPx + inset,
        yPx: y,
        widthPx: widthPx - 2 * inset,
        heightPx: 3,
      });
    }
  }
  const [first] = cell.fragments;
  if (first && (cell.change.kind === 'moved' || cell.change.kind === 'added')) {
    const { xPx, yPx, widthPx } = first;
    shapes.push({
      kind: 'rect',
      role: 'moved',
      xPx,
      yPx,
      widthPx: Math.min(widthPx, 18),
      heightPx: 3,
    });
  }
  const writes = isBox(cell) ? null : (cell.heat?.writes ?? null);
  if (first && writes !== null) {
    const { xPx, yPx, widthPx, heightPx } = first;
    const highPx = storedPx(heightPx, writes);
    shapes.push({
      kind: 'rect',
      role: 'stored',
      xPx: xPx + 0.5,
      yPx: yPx + heightPx - 1 - highPx,
      widthPx: Math.min(STORED_WIDTH_PX, widthPx / 3),
      heightPx: highPx,
    });
  }
  const mark = accessMarkOf(cell);
  if (mark !== null) {
    const { access, xPx, yPx, sign } = mark;
    const ink = countedRole(cell) ?? 'detail';
    shapes.push({ kind: 'sign', role: access, ink, xPx, yPx, path: sign });
  }
  for (const text of cell.texts) shapes.push(textShape(text, textRole(cell, text)));
  if (cell.leader) {
    shapes.push({ kind: 'line', role: 'leader', points: cell.leader.line });
    shapes.push(textShape(cell.leader.text, 'name'));
  }
  return shapes;
}

function rectRole(cell: SceneCell): RectRole | null {
  switch (cell.kind) {
    case 'hole':
    case 'tail':
      return 'hole';
    case 'outside':
      return 'outside';
    case 'padding':
      return 'padding';
    case 'open':
    case 'union':
    case 'unknown':
    case 'rest':
      return 'box';
    case 'struct':
      return null;
    default:
      return countedRole(cell) ?? (isTaggedWriter(cell) ? 'tagged-writer' : 'cell');
  }
}

function textRole(cell: SceneCell, text: PlacedText): TextRole {
  // Of an open member the heat lies on what is inside.
  const counted = countedRole(cell);
  if (counted !== null && rectRole(cell) === counted) return counted;
  if (cell.kind === 'hole' || cell.kind === 'tail') return 'hatch';
  if (text.role === 'name') return 'name';
  const isElsewhere = cell.change.kind === 'moved' || cell.change.kind === 'shifted';
  return text.role === 'place' && isElsewhere ? 'changed' : 'detail';
}

function countedRole({ heat }: SceneCell) {
  const fills = heat?.source === 'measured' || heat?.source === 'predicted';
  return fills && heat.step !== null ? (`heat-${heat.step}` as const) : null;
}

/** As in the grid, where steps 4 and 5 of tags are those of locks and writers. */
function isTaggedWriter({ heat }: SceneCell): boolean {
  return heat?.source === 'tagged' && (heat.access === 'writes' || heat.access === 'both');
}

function textShape(placed: PlacedText, role: TextRole): PictureShape {
  const { text, xPx, yPx, fontPx, vertical } = placed;
  return { kind: 'text', role, isName: placed.role === 'name', text, xPx, yPx, fontPx, vertical };
}
