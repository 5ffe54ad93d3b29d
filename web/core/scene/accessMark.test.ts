import { expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { accessMarkOf } from './accessMark';
import type { CellHeat } from './scene';
import { sceneOf } from './testing/drawn';

const READ: CellHeat = { source: 'measured', step: 3, access: 'reads', text: '' };

test('who touches a field is marked in it however narrow it is', () => {
  const scene = sceneOf('struct s { char one; short two; int four; long eight; char rest[48]; };', {
    heat: new Map(
      ['one', 'two', 'four', 'eight', 'rest'].map((path) => [path as MemberPath, READ]),
    ),
  });
  for (const cell of scene.cells.filter(({ path }) => path !== null)) {
    const mark = accessMarkOf(cell);
    const [{ xPx, yPx, widthPx, heightPx } = { xPx: 0, yPx: 0, widthPx: 0, heightPx: 0 }] =
      cell.fragments;
    expect([cell.path, mark?.access]).toEqual([cell.path, 'reads']);
    expect(mark!.xPx).toBeGreaterThan(xPx);
    expect(mark!.xPx).toBeLessThan(xPx + widthPx);
    expect(mark!.yPx).toBeGreaterThan(yPx);
    expect(mark!.yPx).toBeLessThan(yPx + heightPx);
  }
});

test('the mark lies beside the sign that opens the field', () => {
  // Of any width: in the narrow ones the mark comes below the words.
  for (let widthPx = 320; widthPx <= 1400; widthPx += 20) {
    const scene = sceneOf(
      'struct s { struct { int a; int b; } count; struct { long c; } owner; char rest[48]; };',
      {
        widthPx,
        heat: new Map(['count', 'owner'].map((path) => [path as MemberPath, READ])),
      },
    );
    for (const cell of scene.cells.filter(({ toggleAt }) => toggleAt !== null)) {
      const mark = accessMarkOf(cell)!;
      const apart = Math.max(
        Math.abs(mark.xPx - cell.toggleAt!.xPx),
        Math.abs(mark.yPx - cell.toggleAt!.yPx),
      );
      expect([widthPx, cell.path, apart >= 10]).toEqual([widthPx, cell.path, true]);
    }
  }
});
