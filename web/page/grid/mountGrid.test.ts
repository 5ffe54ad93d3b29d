// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { sceneOf } from '../../core/scene/testing/drawn';
import type { GridCallbacks } from './callbacks';
import { mountGrid } from './mountGrid';

/** What a window holds: jsdom lays nothing out. */
const [WIDTH_PX, HEIGHT_PX] = [800, 900];

let frames = new Map<number, FrameRequestCallback>();

beforeEach(() => {
  frames = new Map();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => {
    frames.set(++last, frame);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

/** How many cells the grid has after each frame, until none asks for another. */
function cellsByFrame(source: string): readonly number[] {
  const host = document.createElement('div');
  Object.defineProperty(host, 'clientWidth', { value: WIDTH_PX });
  Object.defineProperty(host, 'clientHeight', { value: HEIGHT_PX });
  const grid = mountGrid(host, {} as GridCallbacks);
  grid.render(sceneOf(source, { widthPx: WIDTH_PX }), true);
  const counts = [host.querySelectorAll('g.cell').length];
  while (frames.size > 0) {
    const now = frames;
    frames = new Map();
    for (const frame of now.values()) frame(0);
    counts.push(host.querySelectorAll('g.cell').length);
  }
  grid.destroy();
  return counts;
}

const members = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join(' ');

test('a thousand members in one place come some at a time, and all of them come', () => {
  const counts = cellsByFrame(`struct s { ${members(990, (at) => `int m${at}[0];`)} };`);
  const added = counts.map((count, at) => count - (counts[at - 1] ?? 0));
  expect(Math.max(...added)).toBeLessThanOrEqual(201);
  expect(counts.at(-1)).toBe(991);
});

test('of a row that is higher than the window, what is seen is painted', () => {
  const counts = cellsByFrame(`union u { ${members(900, (at) => `int m${at};`)} };`);
  expect(counts.at(-1)).toBeGreaterThan(20);
  expect(counts.at(-1)).toBeLessThan(150);
});
