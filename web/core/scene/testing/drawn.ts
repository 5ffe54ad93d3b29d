import { expect } from 'vitest';
import { edited } from '../../edit/testing/edited';
import type { StructDesc } from '../../facts/generated';
import { computeLayout } from '../../layout/compute';
import type { MemberPath } from '../../layout/ids';
import { orderedFrom } from '../../layout/original';
import { structFromC } from '../../layout/testing/c';
import { buildScene } from '../buildScene';
import type { Fragment, GridScene, SceneCell, SceneInput } from '../scene';

/** What a test says of a scene; the rest is as in a fresh page 800 px wide. */
export type Options = Partial<
  Omit<SceneInput, 'struct' | 'layout' | 'original' | 'expanded' | 'selection' | 'pins'>
> & {
  /** Words of edits, separated by `;`. */
  readonly edits?: string;
  readonly expanded?: readonly string[];
  readonly selection?: readonly string[];
  readonly pins?: readonly string[];
};

/** The scene of a struct written in C, after edits. */
export function sceneOf(source: string, options: Options = {}): GridScene {
  const { struct } = edited(source, options.edits ?? '');
  const original = computeLayout(orderedFrom(structFromC(source)));
  return buildScene({
    ...inputFor(struct.desc, options),
    struct,
    layout: computeLayout(struct),
    original,
  });
}

export function inputFor(desc: StructDesc, options: Options): SceneInput {
  const struct = orderedFrom(desc);
  const layout = computeLayout(struct);
  const paths = (list: readonly string[] = []) => new Set(list as MemberPath[]);
  return {
    struct,
    layout,
    original: layout,
    lineBytes: 64,
    pair: false,
    baseBytes: 0,
    widthPx: 800,
    focus: null,
    heat: new Map(),
    dragged: new Set(),
    lineNotes: new Map(),
    ...options,
    expanded: paths(options.expanded),
    selection: paths(options.selection),
    pins: paths(options.pins),
  };
}

/**
 * Compares a scene, row by row, with what is written: `0: a 0..4, - 4..8, <buf 8..64>` is line 0 with a
 * field, a hole, and a field that comes from the row before and goes on in the next. What lies in a box
 * follows it in brackets, lanes of a union are distinguished by `/`.
 */
export function checkDrawn(source: string, expected: string, options: Options = {}): void {
  const rows = expected
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');
  expect(drawn(sceneOf(source, options))).toEqual(rows);
}

function drawn(scene: GridScene): string[] {
  return scene.rows.map((row, index) => {
    if (row.kind === 'fold') return `${row.line}: ${row.texts.at(-1)!.text}`;
    const cells = row.cells.map((cell) => scene.cells[cell]!);
    return `${row.line}: ${laneText(scene, index, cells, null)}`;
  });
}

function laneText(
  scene: GridScene,
  row: number,
  cells: readonly SceneCell[],
  parent: string | null,
): string {
  const inside = cells.filter((cell) => cell.parent === parent);
  const lanes = new Map<number, string[]>();
  for (const cell of inside) {
    const piece = cell.fragments.find((each) => each.row === row)!;
    const held = laneText(scene, row, cells, cell.key);
    const text = pieceText(scene, cell, piece) + (held === '' ? '' : ` [${held}]`);
    lanes.set(piece.yPx, [...(lanes.get(piece.yPx) ?? []), text]);
  }
  return [...lanes.values()].map((lane) => lane.join(', ')).join(' / ');
}

const SIGNS: Partial<Record<SceneCell['kind'], string>> = {
  hole: '-',
  tail: '~',
  outside: '.',
  rest: '…',
};

function pieceText(scene: GridScene, cell: SceneCell, piece: Fragment): string {
  const row = scene.rows[piece.row]!;
  const rowEnd = row.startByte + row.bytes;
  const from = Math.max(cell.offsetBits / 8, row.startByte);
  const end =
    cell.sizeBits === null ? '?' : Math.min((cell.offsetBits + cell.sizeBits) / 8, rowEnd);
  const name = SIGNS[cell.kind] ?? cell.key;
  return `${piece.joinsBefore ? '<' : ''}${name} ${from}..${end}${piece.joinsAfter ? '>' : ''}`;
}

/** The cell of a path, which has to be there. */
export function cellAt(scene: GridScene, key: string): SceneCell {
  const index = scene.cellByKey.get(key);
  if (index === undefined)
    throw new Error(`no cell ${key}; there are ${[...scene.cellByKey.keys()].join(' ')}`);
  return scene.cells[index]!;
}
