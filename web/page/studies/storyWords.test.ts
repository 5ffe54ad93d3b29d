import { expect, test } from 'vitest';
import { documentInView } from '../state/inView';
import { opened } from '../state/testing/opened';
import { storyWords } from './storyWords';

test('what stands in backquotes is a field where the struct has it, else code', () => {
  const view = documentInView(opened('struct s { long a; };'));
  const kinds = (text: string) => storyWords(text, view).map(({ kind, text }) => [kind, text]);
  expect(kinds('see `a` and `b`')).toEqual([
    ['plain', 'see '],
    ['field', 'a'],
    ['plain', ' and '],
    ['code', 'b'],
    ['plain', ''],
  ]);
  expect(storyWords('`a`', null)[1]).toEqual({ kind: 'code', text: 'a' });
});
