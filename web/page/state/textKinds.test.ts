import { expect, test } from 'vitest';
import { textKindOf } from './textKinds';

test('a text is recognised by its words', () => {
  expect(textKindOf('see http://localhost/#hitmap1.AAAAAAAAAAAA for it')).toBe('link');
  expect(textKindOf('struct s is 8 bytes [hitmap-table 1]')).toBe('table');
  expect(textKindOf('slabinfo - version: 2.1\n')).toBe('slabs');
  expect(textKindOf('> @@ -1,2 +1,2 @@\n')).toBe('diff');
  expect(textKindOf('***************\n*** 1,4 ****\n')).toBe('diff');
  expect(textKindOf('struct s {\n\tint a; /*     0     4 */\n};')).toBe('pahole');
  expect(textKindOf('> struct s {\n> \tint a;\n> };')).toBe('source');
  expect(textKindOf('  #include <x.h>\n')).toBe('source');
  expect(textKindOf('good morning')).toBeNull();
});

// Each of these took minutes and more where a recogniser looked back over what it had seen.
test.each([
  ['heads without a body', 'struct '],
  ['empty lines', '\n'],
  ['quoted empty lines', '>\n'],
  ['semicolons', ';'],
  ['beginnings of comments', '; /*\n'],
  ['stars', '*\n'],
  ['dashes', '- '],
  ['at signs', '@'],
  ['declarations of pahole without a head', 'struct a; /* 0 4\n'],
])('%s by the million are looked at once', (_, piece) => {
  expect(textKindOf(piece.repeat(1_000_000))).toBeNull();
});
