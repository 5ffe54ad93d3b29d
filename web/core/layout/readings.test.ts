import { expect, test } from 'vitest';
import { computeLayout } from './compute';
import { diffLayouts } from './diff';
import type { MemberPath } from './ids';
import { lineCount, linesOf, straddles } from './lines';
import { nestedLayout, nestingOf } from './nested';
import { orderedFrom } from './original';
import { structFromC } from './testing/c';
import { normalized, written } from './testing/check';
import { findField } from './walk';

const RULER = { lineBytes: 64, baseBytes: 0 };

function layoutOf(source: string) {
  return computeLayout(orderedFrom(structFromC(source)));
}

test('lines are counted from the line of the first byte', () => {
  expect(linesOf(0, 64 * 8, RULER)).toEqual({ first: 0, last: 0 });
  expect(linesOf(60 * 8, 8 * 8, RULER)).toEqual({ first: 0, last: 1 });
  expect(linesOf(64 * 8, 0, RULER)).toEqual({ first: 1, last: 1 });
  // An object that begins 48 bytes into a line has 16 bytes on it.
  expect(linesOf(16 * 8, 8, { lineBytes: 64, baseBytes: 48 })).toEqual({ first: 1, last: 1 });
  expect(linesOf(15 * 8, 8, { lineBytes: 64, baseBytes: 64 + 48 })).toEqual({ first: 0, last: 0 });
});

test('a struct touches the lines of its first and last byte', () => {
  expect(lineCount(layoutOf(`struct s { char a[64]; };`), RULER)).toBe(1);
  expect(lineCount(layoutOf(`struct s { char a[64]; };`), { lineBytes: 64, baseBytes: 8 })).toBe(2);
  expect(lineCount(layoutOf(`struct s { };`), RULER)).toBe(0);
});

test('a field straddles if it touches more lines than it needs', () => {
  const layout = layoutOf(`struct s { char a[60]; char b[8]; char c[60]; char d[100]; };`);
  const of = (path: string) => {
    const field = findField(layout, path as MemberPath);
    return field !== null && straddles(field, RULER);
  };
  expect(['a', 'b', 'c', 'd'].map(of)).toEqual([false, true, false, false]);
});

test('a difference names what moved, grew, came, went and changed lines', () => {
  const before = layoutOf(`struct s { long a; union { int b; }; char c[48]; int d; int gone; };`);
  const after = layoutOf(`struct s { union { int b; long x; }; long a; char c[48]; int d; };`);
  const diff = diffLayouts(before, after, RULER);
  expect(diff.sizeBits).toEqual({ before: 72 * 8, after: 72 * 8 });
  const words = diff.fields.map((field) => {
    const change = `${field.movedBits / 8} ${field.grewBits / 8}${field.changedLines ? ' lines' : ''}`;
    return `${field.path} ${field.before === null ? 'new' : field.after === null ? 'gone' : change}`;
  });
  expect(words).toEqual([
    'anon(b) -8 4',
    'b -8 0',
    'x new',
    'a 8 0',
    'c 4 0',
    'd 4 0 lines',
    'gone gone',
  ]);
});

test('a nested type opens in place, at the offsets of its own', () => {
  const desc = structFromC(`
    struct in { char a; union { short b; int c; }; };
    struct s { long x; struct in y[2]; };`);
  const layout = computeLayout(orderedFrom(desc));
  const array = findField(layout, 'y' as MemberPath);
  if (array === null) throw new Error('no y');
  expect(nestingOf(desc, array)).toBe('array');
  const elements = nestedLayout(desc, array);
  expect(elements && written(elements)).toEqual(['y[0] 8 8', 'y[1] 16 8']);
  const second = elements && findField(elements, 'y[1]' as MemberPath);
  const inside = second && nestedLayout(desc, second);
  expect(inside && written(inside)).toEqual(
    normalized(`
      y[1].a        16  1
      -             17  3  hole
      y[1].anon(b)  20  4
      y[1].b        20  2
      y[1].c        20  4`),
  );
});

test('of a long array the first elements are given', () => {
  const desc = structFromC(`struct s { int a[100]; };`);
  const [field] = computeLayout(orderedFrom(desc)).items;
  if (field?.kind !== 'field') throw new Error('no field');
  expect(nestedLayout(desc, field, 3)?.items).toHaveLength(3);
});
