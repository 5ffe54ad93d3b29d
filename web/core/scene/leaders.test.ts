import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layLeaders, type Anchor } from './leaders';

const room = { fromPx: 75, toPx: 755, bandPx: 42 };

function anchors(...cells: readonly (readonly [fromPx: number, toPx: number, textPx: number])[]) {
  return cells.map(([fromPx, toPx, textPx]): Anchor => ({ fromPx, toPx, textPx, bottomPx: 42 }));
}

test('labels that fit side by side stand on one line, each at its cell', () => {
  const layout = layLeaders(anchors([100, 104, 60], [400, 404, 60]), room);
  expect(layout.tiers).toBe(1);
  expect(layout.columns.map((column) => column.xPx)).toEqual([102, 402]);
});

test('neighbours push each other apart to both sides', () => {
  const layout = layLeaders(anchors([400, 404, 95], [404, 408, 95]), room);
  const [left, right] = layout.columns.map((column) => column.xPx);
  expect(left).toBeLessThan(402);
  expect(right).toBeGreaterThan(406);
});

test('twenty bit-fields in four bytes become columns, read downwards', () => {
  const bits = Array.from({ length: 20 }, (_, i) => [400 + i, 401 + i, 150] as const);
  const layout = layLeaders(anchors(...bits), room);
  expect(layout.columns.map((column) => column.anchors.length)).toEqual([5, 5, 5, 5]);
  expect(layout.columns[1]!.anchors).toEqual([5, 6, 7, 8, 9]);
});

test('columns keep the order of their cells, stay apart and in the room', () => {
  const cell = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 10, max: 210 }));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 16 }), (cells) => {
      let at = room.fromPx;
      const placed = cells.map(([widthPx, textPx]) => {
        at += widthPx;
        return [at - widthPx, at, textPx] as const;
      });
      const { columns } = layLeaders(anchors(...placed), room);
      expect(columns.flatMap((column) => column.anchors)).toEqual(placed.map((_, i) => i));
      columns.forEach((column, index) => {
        const before = columns[index - 1];
        const from = before === undefined ? room.fromPx : before.xPx + before.widthPx;
        expect(column.xPx).toBeGreaterThanOrEqual(from);
        expect(column.xPx + column.widthPx).toBeLessThanOrEqual(room.toPx);
      });
    }),
  );
});
