import { expect, test } from 'vitest';
import { rowForKey, scrollTopToShow, windowOf } from './windowing';

test('the rows in view and a few more on each side', () => {
  // Rows 10 to 19 are in view.
  expect(windowOf(200, 200, 20, 1000, 3)).toEqual({ first: 7, end: 23 });
});

test('a row that is cut off counts as in view', () => {
  expect(windowOf(210, 200, 20, 1000, 0)).toEqual({ first: 10, end: 21 });
});

test('the ends of the list', () => {
  expect(windowOf(0, 200, 20, 1000, 3)).toEqual({ first: 0, end: 13 });
  expect(windowOf(19_800, 200, 20, 1000, 3)).toEqual({ first: 987, end: 1000 });
  expect(windowOf(0, 200, 20, 4, 3)).toEqual({ first: 0, end: 4 });
});

test('a list that has become shorter than it is scrolled shows nothing, and breaks nothing', () => {
  const { first, end } = windowOf(20_000, 200, 20, 5, 3);
  expect(end - first).toBe(0);
  expect(windowOf(100, 200, 20, 0, 3)).toEqual({ first: 0, end: 0 });
});

test('scrolls no further than it must to show a row', () => {
  expect(scrollTopToShow(12, 200, 200, 20)).toBe(200);
  expect(scrollTopToShow(5, 200, 200, 20)).toBe(100);
  expect(scrollTopToShow(30, 200, 200, 20)).toBe(420);
});

test('a key goes to a row of the list, from any row and from none', () => {
  const to = (key: string, row: number) => rowForKey(key, row, 100, 10);
  expect([to('ArrowDown', 3), to('ArrowUp', 3), to('PageDown', 3), to('Home', 3)]).toEqual([
    4, 2, 13, 0,
  ]);
  expect([to('ArrowUp', 0), to('PageUp', 4), to('ArrowDown', 99), to('PageDown', 95)]).toEqual([
    0, 0, 99, 99,
  ]);
  expect([to('ArrowDown', -1), to('End', -1)]).toEqual([0, 99]);
  expect(to('Enter', 3)).toBeNull();
  // A table that is lower than a row still walks.
  expect(rowForKey('PageDown', 3, 100, -1)).toBe(4);
});
