import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HazardQuery } from '../../facts/generated';
import { csource } from '../../layout/testing/readHeader';
import { mayHold, mayMention } from './search';

const { wordMarks } = csource;

const bytes = (text: string) => new TextEncoder().encode(text);
const query = (name: string, aliases: readonly string[] = []): HazardQuery => ({
  keyword: 'struct',
  name,
  aliases: [...aliases],
  members: [],
  pointers: [],
  cplusplus: false,
  firstTypes: [],
  held: [],
  offsets: [],
  standIns: [],
});

test('a file names a struct after its keyword, by a typedef, or in a table of offsets', () => {
  const check = (path: string, text: string, named: boolean) =>
    expect(mayMention(path, wordMarks(bytes(text)), query('file', ['file_t'])), text).toBe(named);
  check('a.c', 'static struct\n\tfile first = { 1 };\n', true);
  check('a.c', 'file_t *f;\n', true);
  check('a.c', '/* the file that is read */ int file;\n', false);
  check('a.c', 'struct other { int file; };\n', false);
  check('arch/x86/kernel/asm-offsets.c', 'OFFSET(F_POS, file, f_pos);\n', true);
});

test('no word that a text holds is ever denied', () => {
  const word = fc.stringMatching(/^[A-Za-z_]\w{0,12}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 200 }), (words) => {
      const filter = wordMarks(bytes(words.map((each) => `struct ${each} *p;\n`).join('')));
      return words.every(
        (each) => mayHold(filter, [each]) && mayMention('a.h', filter, query(each)),
      );
    }),
  );
});

test('few of the words that are not there are taken to be', () => {
  const text = Array.from({ length: 3000 }, (_, at) => `\tunsigned long member_${at};\n`).join('');
  const filter = wordMarks(bytes(text));
  const wrong = Array.from({ length: 1000 }, (_, at) => `absent_${at}`).filter((each) =>
    mayHold(filter, [each]),
  );
  expect(wrong.length).toBeLessThan(250);
});
