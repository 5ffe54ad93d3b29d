import { describe, expect, it } from 'vitest';
import { grouped, listed, plural } from './prose';

describe('prose', () => {
  it('groups digits by three, and only whole numbers', () => {
    expect([0, 999, 1000, 999.6, 12_288, -1234, 2 ** 53].map(grouped)).toEqual([
      '0',
      '999',
      '1,000',
      '1,000',
      '12,288',
      '-1,234',
      '9,007,199,254,740,992',
    ]);
  });

  it('agrees with the number', () => {
    expect([0, 1, 2, 0.6].map((count) => plural(count, 'byte'))).toEqual([
      '0 bytes',
      '1 byte',
      '2 bytes',
      '1 byte',
    ]);
    expect(plural(1500, 'other changes line', 'others change line')).toBe(
      '1,500 others change line',
    );
  });

  it('lists as English does, and says how many it leaves out', () => {
    const words = ['a', 'b', 'c', 'd'];
    expect(words.map((_, index) => listed(words.slice(0, index)))).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
    expect(listed(words, 3)).toBe('a, b and 2 more');
    expect(listed(words, 1)).toBe('4 more');
    expect(listed(words, 4)).toBe('a, b, c and d');
  });
});
