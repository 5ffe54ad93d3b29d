import { expect, test } from 'vitest';
import { documentInView } from './inView';
import type { AppState } from './state';
import { opened } from './testing/opened';
import { seek, seekingInView, seekNext, stopSeeking, matcher, hitsOf } from './findReducers';
import type { CountedFigure } from './state';

const SOURCE = `struct s {
  char f_mode;
  long f_pos;
  struct lock { int owner; struct node { char *next; short flag; } waiters; } f_lock;
  struct { char inner; long after; };
  int a : 3, : 5, b : 2;
  char big[80];
};`;

const inView = (state: AppState) => documentInView(state)!;
const keys = (text: string) =>
  hitsOf(inView(opened(SOURCE)), { kind: 'text', text }).map(({ key }) => key);

test('a text is a part of a name, a star stands for anything, a dot for a path', () => {
  expect(keys('F_')).toEqual(['f_mode', 'f_pos', 'f_lock']);
  expect(keys('f_*')).toEqual(['f_mode', 'f_pos', 'f_lock']);
  expect(keys('*o*e*')).toEqual(['f_mode', 'f_lock.owner']);
  expect(keys('inner')).toEqual(['inner']);
  expect(keys('lock.own')).toEqual(['f_lock.owner']);
  expect(keys('waiters->')).toEqual(['f_lock.waiters.next', 'f_lock.waiters.flag']);
  expect(keys('  ')).toEqual([]);
  expect(keys('nothing')).toEqual([]);
  // No name has it: then a type may.
  expect(keys('struct node')).toEqual(['f_lock.waiters']);
});

test('a pattern means what it says, whatever is typed', () => {
  expect(matcher('a.b*')('a.bc')).toBe(true);
  expect(matcher('a.b*')('axbc')).toBe(false);
  expect(matcher('*'.repeat(200) + 'x')('y'.repeat(300))).toBe(false);
  for (const odd of ['(', '[', '\\', '*(', '+*', '?*']) expect(matcher(odd)('a')).toBe(false);
});

test('a figure leads to as many places as it counts', () => {
  const { shown } = inView(opened(SOURCE));
  const count = (figure: CountedFigure) =>
    hitsOf(inView(opened(SOURCE)), { kind: 'figure', figure }).length;
  expect(count('holes')).toBe(shown.figures.holes);
  expect(count('bitHoles')).toBe(shown.figures.bitHoles);
  expect(count('straddling')).toBe(shown.figures.straddling);
  expect(count('padding')).toBe(shown.figures.paddingBytes > 0 ? 1 : 0);
  expect(shown.figures.holes).toBeGreaterThan(1);
});

test('steps go round, open what a place lies in, and select it', () => {
  const found = seek(opened(SOURCE), { kind: 'text', text: 'flag' });
  expect(inView(found).document.view.expanded).toEqual(['f_lock', 'f_lock.waiters']);
  expect(inView(found).open.selection).toEqual(['f_lock.waiters.flag']);
  // What was opened for a place is closed again.
  const other = seek(found, { kind: 'text', text: 'f_' });
  expect(inView(other).document.view.expanded).toEqual([]);
  let state = seek(found, { kind: 'text', text: 'f_' });
  const walked = [1, 1, 1, -1].map((steps) => {
    state = seekNext(state, steps as 1 | -1);
    return seekingInView(state)?.now?.key;
  });
  expect(walked).toEqual(['f_pos', 'f_lock', 'f_mode', 'f_lock']);
  expect(seekingInView(stopSeeking(state))).toBeNull();
});

test('what is found in one struct is not lit in another', () => {
  const found = seek(opened(SOURCE), { kind: 'text', text: 'flag' });
  expect(seekingInView(opened('struct t { int flag; };', found))).toBeNull();
});

test('a struct of 5,000 members is searched whole', () => {
  const many = Array.from({ length: 5000 }, (_, at) => `int m${at};`).join(' ');
  const state = opened(`struct big { ${many} };`);
  expect(hitsOf(inView(state), { kind: 'text', text: 'm4999' })).toHaveLength(1);
  expect(hitsOf(inView(state), { kind: 'text', text: 'm*' })).toHaveLength(5000);
});
