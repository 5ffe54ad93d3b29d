import { expect, test } from 'vitest';
import { dropSlots } from '../edit/dropSlots';
import { edited } from '../edit/testing/edited';
import type { MemberPath } from '../layout/ids';
import { dropTargetAt } from './dropTarget';
import { bitAt, hitTest } from './hitTest';
import { cellAt, sceneOf } from './testing/drawn';
import { neighbour } from './walk';

const SOURCE = `
  struct n { long x; long y; };
  struct s { int a; int b; struct { int c; int d; }; struct n n; char e; long f[12]; long g; };`;

test('the sign on a nested member is distinguished from its body, and a leader from both', () => {
  const scene = sceneOf(SOURCE);
  const n = cellAt(scene, 'n');
  const hit = (at: { xPx: number; yPx: number }) => hitTest(scene, at.xPx, at.yPx);
  const key = (index: number | undefined) => (index === undefined ? null : scene.cells[index]!.key);
  const toggle = hit(n.toggleAt!);
  expect([key(toggle?.cell), toggle?.part]).toEqual(['n', 'toggle']);
  const body = hit({ xPx: n.fragments[0]!.xPx + 5, yPx: n.fragments[0]!.yPx + 5 });
  expect([key(body?.cell), body?.part]).toEqual(['n', 'body']);
  const long = sceneOf(`struct s { char a_name_without_room; long b; };`);
  const { leader } = cellAt(long, 'a_name_without_room');
  expect(hitTest(long, leader!.xPx + 9, leader!.yPx + 5)).toEqual({ cell: 0, part: 'leader' });
});

test('between rows and in the gutter there is nothing', () => {
  const scene = sceneOf(SOURCE);
  expect(hitTest(scene, 10, scene.rows[0]!.yPx + 5)).toBeNull();
  expect(hitTest(scene, 300, scene.rows[0]!.yPx - 8)).toBeNull();
});

test('a point stands for an offset', () => {
  const scene = sceneOf(SOURCE);
  const row = scene.rows[1]!;
  expect(bitAt(scene, scene.originXPx + 12 * scene.bytePx, row.yPx + 3)).toBeCloseTo((64 + 12) * 8);
  expect(bitAt(scene, 0, row.yPx + 3)).toBe(64 * 8);
});

test('arrows lead into and out of what is open, and by sight up and down', () => {
  const scene = sceneOf(SOURCE, { expanded: ['n'] });
  const to = (key: string, direction: 'before' | 'after' | 'above' | 'below') =>
    neighbour(scene, key, direction)?.key;
  expect(to('b', 'after')).toBe('anon(c)');
  expect(to('anon(c)', 'after')).toBe('c');
  expect(to('n', 'after')).toBe('n.x');
  expect(to('n.x', 'before')).toBe('n');
  expect(to('b', 'below')).toBe('f');
  expect(to('g', 'above')).toBe('f');
  expect(to('a', 'above')).toBeUndefined();
});

test('at one offset, the place inside the anonymous struct that the pointer is in is meant', () => {
  const source = `struct s { int a; struct { int b; int c; }; int d; };`;
  const applied = edited(source, '');
  const scene = sceneOf(source);
  const places = dropSlots(applied, ['a' as MemberPath]);
  const { xPx, yPx } = cellAt(scene, 'c').fragments[0]!;
  // `a` at 8 is the end of the anonymous struct, and the place behind it.
  const inside = dropTargetAt(scene, places, xPx, yPx + 10);
  expect(inside?.into).toBe('anon(b)');
  const { xPx: dX, yPx: dY } = cellAt(scene, 'd').fragments[0]!;
  expect(dropTargetAt(scene, places, dX, dY + 10)?.into).toBeNull();
});
