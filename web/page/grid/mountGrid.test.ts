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

/** Where a grid can be. */
function mounted(): HTMLElement {
  const host = document.createElement('div');
  Object.defineProperty(host, 'clientWidth', { value: WIDTH_PX });
  Object.defineProperty(host, 'clientHeight', { value: HEIGHT_PX });
  return host;
}

/** How many cells the grid has after each frame, until none asks for another. */
function cellsByFrame(source: string): readonly number[] {
  const host = mounted();
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

test('each line has its frame and its number, in their order', () => {
  const host = mounted();
  const grid = mountGrid(host, {} as GridCallbacks);
  const show = (from: number, to: number, isOther: boolean) => {
    const source = `struct s { ${members(8 * (to - from), (at) => `long m${from + at};`)} };`;
    grid.render(sceneOf(source, { widthPx: WIDTH_PX }), isOther);
    const shown = [...host.querySelectorAll('.rows text.line')].map(
      ({ textContent }) => textContent,
    );
    expect(shown.filter(Boolean)).toEqual(
      Array.from({ length: to - from }, (_, at) => `line ${at}`),
    );
    expect(host.querySelectorAll('.frames > g')).toHaveLength(to - from);
  };
  show(0, 3, true);
  show(0, 5, false);
  show(2, 4, true);
  grid.destroy();
});
