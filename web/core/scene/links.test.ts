import { expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { structFromC } from '../layout/testing/c';
import { orderedFrom } from '../layout/original';
import { computeLayout } from '../layout/compute';
import { buildScene } from './buildScene';
import type { GridScene, SceneLink } from './scene';

/** `crosses` lies on both lines; `last` is on the second. */
const SOURCE = `struct in { long a; long b; };
struct s { long first; char body[48]; struct in crosses; long last; };`;

function drawn(links: readonly SceneLink[]): GridScene {
  const struct = orderedFrom(structFromC(SOURCE));
  const layout = computeLayout(struct);
  return buildScene({
    struct,
    layout,
    original: layout,
    lineBytes: 64,
    pair: false,
    baseBytes: 0,
    widthPx: 900,
    expanded: new Set(),
    selection: new Set(),
    focus: null,
    pins: new Set(),
    heat: new Map(),
    dragged: new Set(),
    lineNotes: new Map(),
    links,
  });
}

const link = (from: string, ...to: string[]): SceneLink => ({
  from: [from as MemberPath],
  to: to as MemberPath[],
  weight: 1,
});

test('both ends of a link are on the line that is shared', () => {
  const scene = drawn([link('last', 'crosses.b', 'crosses'), link('first', 'crosses')]);
  const [second, first] = scene.rows.length === 2 ? scene.links : [];
  const rowOf = (yPx: number | undefined) =>
    scene.rows.findIndex((row) => yPx !== undefined && yPx > row.yPx && yPx < row.yPx + row.bandPx);
  expect([rowOf(second?.from.yPx), rowOf(second?.to.yPx)]).toEqual([1, 1]);
  expect([rowOf(first?.from.yPx), rowOf(first?.to.yPx)]).toEqual([0, 0]);
});

test('a link inside one cell, to what is not drawn, or drawn already, is left out', () => {
  const twice = [link('first', 'last'), link('first', 'last')];
  const scene = drawn([...twice, link('crosses', 'crosses.b', 'crosses'), link('first', 'nobody')]);
  expect(scene.links).toHaveLength(1);
});
