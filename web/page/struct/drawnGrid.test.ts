import { expect, test } from 'vitest';
import { selectInView, setPreviewInView } from '../state/documentReducers';
import { documentInView, type InView } from '../state/inView';
import type { AppState } from '../state/state';
import { edit, opened } from '../state/testing/opened';
import type { MemberPath } from '../../core/layout/ids';
import { cellTip, drawnGrid, isLarge, lineTip, markedCellTip, memberToFocus } from './drawnGrid';

const STATE = opened('struct s { struct { long a; }; char b; long c; };');
const B = 'b' as MemberPath;

function viewOf(state: AppState): InView {
  const view = documentInView(state);
  if (view === null) throw new Error('nothing in view');
  return view;
}

const draw = (state: AppState, before: Parameters<typeof drawnGrid>[0] = null, widthPx = 900) =>
  drawnGrid(before, viewOf(state), null, { widthPx, heightPx: 0 });

test('what did not change is what was drawn', () => {
  const first = draw(STATE);
  expect(first.isOther).toBe(true);
  expect(draw(STATE, first)).toBe(first);
  expect(draw(STATE, first, 700).scene.widthPx).toBe(700);
});

test('a selection is put on the same picture, a held field on a new one that keeps what stays', () => {
  const first = draw(STATE);
  const selected = draw(selectInView(STATE, [B]), first);
  expect(selected.isOther).toBe(false);
  expect(selected.scene.rows).toBe(first.scene.rows);
  const { cells, cellByKey } = selected.scene;
  expect(cells[cellByKey.get('b') ?? -1]?.selected).toBe(true);
  const held = draw(setPreviewInView(STATE, [edit('move c before b')]), first);
  expect(held.scene.rows).not.toBe(first.scene.rows);
  const a = (grid: typeof first) => grid.scene.cells[grid.scene.cellByKey.get('a') ?? -1];
  expect(a(held)).toBe(a(first));
  expect(draw(opened('struct t { long a; };'), first).isOther).toBe(true);
});

test('tips are of the cells and lines that are drawn', () => {
  const noted = viewOf(
    setPreviewInView(STATE, [edit('note c "mind"'), edit('note line 0 "here"')]),
  );
  const grid = drawnGrid(null, noted, null, { widthPx: 900, heightPx: 0 });
  expect(cellTip(grid, 'b')).toContain('b');
  expect(cellTip(grid, 'nothing')).toBeNull();
  expect(markedCellTip(grid, 'b')).toBeNull();
  expect(markedCellTip(grid, 'c')).toContain('mind');
  expect(lineTip(grid, 0)).toBe('here');
  expect(lineTip(grid, 1)).toBeNull();
});

test('the keyboard comes to the first field, not to the anonymous struct around it', () => {
  expect(memberToFocus(viewOf(STATE))).toBe('a');
});

test('a picture of many cells is large', () => {
  const members = (count: number) =>
    Array.from({ length: count }, (_, at) => `int m${at};`).join(' ');
  const large = (count: number) => isLarge(viewOf(opened(`struct s { ${members(count)} };`)));
  expect(large(300)).toBe(false);
  expect(large(301)).toBe(true);
});
