import { expect, test } from 'vitest';
import type { HazardQuery } from '../../facts/generated';
import { mayMention, wordsOf } from '../../output/patch/hazards/fileWords';
import { mentions } from './mentions';

const QUERY: HazardQuery = {
  keyword: 'struct',
  name: 'file',
  aliases: ['file_t'],
  members: [],
  cplusplus: false,
  firstTypes: [],
  held: [],
  offsets: [],
};

test.each([
  ['struct file x;', true],
  ['struct file', true],
  ['x = (const struct\t file *)y', true],
  ['struct\r\nfile *x;', true],
  ['union file x;', true],
  ['file_t *x;', true],
  ['struct files x; struct a_file y; mystruct file;', false],
  ['struct x *file; file = 1; "struct", file', false],
  ['my_file_t x;', false],
  ['structfile x;', false],
  ['file', false],
])('%j: %s', (text, expected) => {
  const bytes = Buffer.from(text);
  expect(mentions(QUERY)('a.c', bytes)).toBe(expected);
  // As the page asks the words that it keeps of a file.
  expect(mayMention('a.c', wordsOf(bytes), QUERY)).toBe(expected);
});

test('tables of offsets and pages have the tag alone; of C++ the tag is an alias', () => {
  const bytes = Buffer.from('OFFSET(F_POS, file, f_pos);');
  const of = (path: string, query = QUERY) => mentions(query)(path, bytes);
  expect(of('kernel/fork.c')).toBe(false);
  expect(of('arch/arm64/kernel/asm-offsets.c')).toBe(true);
  expect(of('a.cc', { ...QUERY, aliases: ['file'] })).toBe(true);
});
