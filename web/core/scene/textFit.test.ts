import { expect, test } from 'vitest';
import { elide, textWidthPx, wrapName } from './textFit';

test('a width is the count of characters times the advance; wide characters count twice', () => {
  expect(textWidthPx('abcd', 10)).toBeCloseTo(24.2);
  expect(textWidthPx('構造体', 10)).toBeCloseTo(6 * 6.05);
});

test('what fits stays whole, what does not ends in an ellipsis, what would be a stub is nothing', () => {
  const tenChars = textWidthPx('0123456789', 10);
  expect(elide('f_op', 10, tenChars, 3)).toBe('f_op');
  expect(elide('0123456789', 10, tenChars, 3)).toBe('0123456789');
  expect(elide('private_data', 10, tenChars, 3)).toBe('private_d…');
  expect(elide('private_data', 10, textWidthPx('012', 10), 3)).toBeNull();
});

const chars = (count: number) => textWidthPx('x'.repeat(count), 10);

test('names break where their words end', () => {
  expect(wrapName('f_iocb_flags', 10, chars(7), 3)).toEqual(['f_iocb_', 'flags']);
  expect(wrapName('camelCaseName', 10, chars(9), 3)).toEqual(['camelCase', 'Name']);
  expect(wrapName('rq.lock', 10, chars(5), 3)).toEqual(['rq.', 'lock']);
  expect(wrapName('__state', 10, chars(7), 1)).toEqual(['__state']);
});

test('a word is not broken, and lines are not exceeded', () => {
  expect(wrapName('writeback', 10, chars(8), 4)).toBeNull();
  expect(wrapName('a_b_c_d_e_f', 10, chars(4), 2)).toBeNull();
});
