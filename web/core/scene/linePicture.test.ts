import { expect, test } from 'vitest';
import { lineRows } from '../heat/lineRows';
import { reportTraffic, type LineTraffic } from '../heat/lineTraffic';
import { line, profile, row } from '../heat/testing/profiles';
import type { AccessRow } from '../facts/generated';
import { linePicture } from './linePicture';
import { textWidthPx } from './textFit';

function traffic(rows: readonly AccessRow[], unplaced: readonly AccessRow[] = []): LineTraffic {
  const report = profile([{ ...line('0x1000', rows), unplaced: [...unplaced] }]);
  const [first] = lineRows(report);
  if (first === undefined) throw new Error('bug: no line');
  return reportTraffic(first, report);
}

const FORTY = traffic(
  Array.from({ length: 40 }, (_, at) =>
    row((at % 16) * 4, `a_function_of_many_words_${at}`, {
      rmt: at + 1,
      stores: 41 - at,
      cpus: 256,
    }),
  ),
);

test.each([358, 620, 1100])(
  '40 functions on 256 CPUs in %d pixels: all that is drawn is inside, and no label lies on another',
  (widthPx) => {
    const { shapes, heightPx } = linePicture(FORTY, widthPx);
    const rows = new Map<number, { from: number; to: number }[]>();
    for (const shape of shapes) {
      if (shape.kind === 'rect') {
        expect(shape.xPx).toBeGreaterThanOrEqual(0);
        expect(shape.xPx + shape.widthPx).toBeLessThanOrEqual(widthPx);
        expect(shape.yPx + shape.heightPx).toBeLessThanOrEqual(heightPx);
      }
      if (shape.kind !== 'text') continue;
      const to = shape.xPx + textWidthPx(shape.text, shape.fontPx);
      expect(to, shape.text).toBeLessThanOrEqual(widthPx + 1);
      rows.set(shape.yPx, [...(rows.get(shape.yPx) ?? []), { from: shape.xPx, to }]);
    }
    for (const texts of rows.values()) {
      const inOrder = texts.toSorted((a, b) => a.from - b.from);
      inOrder
        .slice(1)
        .forEach(({ from }, at) => expect(from).toBeGreaterThanOrEqual(inOrder[at]!.to));
    }
    // Those that have no room are counted, with what they did.
    const words = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    const named = words.filter((text) => text.startsWith('a_fun')).length / 2;
    expect(words).toContain(`${40 - named} more`);
  },
);

test('the bands of a side are as wide as their shares, and end on the bytes that they touch', () => {
  const { shapes } = linePicture(
    traffic([
      row(0, 'reader', { rmt: 90 }),
      row(32, 'writer', { stores: 30 }),
      row(40, 'other', { stores: 10 }),
    ]),
    1100,
  );
  const bands = shapes.flatMap((shape) => {
    if (shape.kind !== 'flow') return [];
    // M a y C a y, b y, b y L c y C c y, d y, d y Z
    const numbers = (shape.path.match(/-?[\d.]+/g) ?? []).map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = [0, 4, 8, 12].map((at) => numbers[at]);
    return [{ role: shape.role, widthPx: d - a, from: b, to: c }];
  });
  expect(bands.map(({ role, widthPx }) => [role, widthPx])).toEqual([
    ['stores', 54],
    ['stores', 18],
    ['snoops', 72],
  ]);
  const cells = shapes.flatMap((shape) =>
    shape.kind === 'rect' && /^(?:cell|heat)/.test(shape.role) ? [shape] : [],
  );
  [cells[1], cells[2], cells[0]].forEach((cell, at) => {
    expect(bands[at]?.from).toBeCloseTo(cell?.xPx ?? -1, 0);
    expect(bands[at]?.to).toBeLessThanOrEqual((cell?.xPx ?? 0) + (cell?.widthPx ?? 0) + 0.1);
  });
});

test('functions without an offset are named, and have no band', () => {
  const { shapes } = linePicture(traffic([], [row(0, 'somewhere', { rmt: 5 })]), 1100);
  const words = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(words).toContain('somewhere');
  expect(words.some((text) => text.endsWith('offset unknown'))).toBe(true);
  expect(shapes.some(({ kind }) => kind === 'flow')).toBe(false);
});

test('what is the same of all functions is said once, and under the grid its ruler is enough', () => {
  const wordsOf = (rows: readonly AccessRow[], isUnderGrid: boolean) =>
    linePicture(traffic(rows), 1100, { isUnderGrid }).shapes.flatMap((shape) =>
      shape.kind === 'text' ? [shape.text] : [],
    );
  const all = [
    row(0, 'reader', { rmt: 90, cpus: 160 }),
    row(8, 'writer', { stores: 9, cpus: 160 }),
  ];
  expect(wordsOf(all, false).filter((words) => words.includes('CPU'))).toEqual(['160 CPUs']);
  expect(wordsOf(all, false)).toContain('56');
  expect(wordsOf(all, true)).not.toContain('56');
  // One CPU each may be two CPUs.
  const ones = [row(0, 'reader', { rmt: 90, cpus: 1 }), row(8, 'writer', { stores: 9, cpus: 1 })];
  expect(wordsOf(ones, false).filter((words) => words === '1 CPU')).toHaveLength(2);
});
