import { noteLine } from '../words';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, testFolder, written } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { SUGGEST_COMMAND } from './suggest';

/**
 * A laboratory: small trees whose headers state an order, or whose code takes members as one. `long` between chars
 * leaves holes that a packing search would close at once; what is said to hold is not touched.
 */
const folder = testFolder();

async function suggest(header: string, code = '') {
  written(join(folder, 's.h'), header);
  written(join(folder, 's.c'), `#include <stddef.h>\n${code}\n`);
  // gcc's object is what the header declares; what the code holds is read in the tree alone.
  const object = compiled(join(folder, 'probe.c'), '#include "s.h"\nstruct s probe;\n');
  const args = [object, 's', '--tree', folder, '--moves', '4', '--json'];
  const { text, notes = [] } = await SUGGEST_COMMAND.run(args);
  const { suggestions } = JSON.parse(text) as { suggestions: { edits: string[] }[] };
  return {
    edits: suggestions.flatMap(({ edits }) => edits),
    notes: notes.map(noteLine).join('\n'),
  };
}

/** Members that no suggestion names, and the words that say why. */
async function check(header: string, code: string, stays: readonly string[], says: RegExp) {
  const { edits, notes } = await suggest(header, code);
  for (const member of stays) {
    expect(
      edits.filter((words) => words.startsWith(`move ${member} `)),
      member,
    ).toEqual([]);
  }
  expect(notes).toMatch(says);
  return edits;
}

const MEMBERS = (first = '', third = '', last = '') =>
  `struct s {\n\tchar a;${first}\n\tlong b;\n\tchar c;${third}\n\tlong d;\n\tchar e;${last}\n};\n`;

test('without a word of the source the holes are closed', needs('gcc'), async () => {
  expect((await suggest(MEMBERS())).edits).not.toEqual([]);
});

test.each([
  ['must be first', '/* must be first */', 'a'],
  ['keep this at offset 0', '/* keep this at offset 0 */', 'a'],
])('%s: it stays, and its line is named', needs('gcc'), async (_, comment, member) => {
  await check(
    MEMBERS(`\t${comment}`),
    '',
    [member],
    /s\.h:2: a comment asks that `a` lies first: char a;/,
  );
});

test('what must be last has nothing after it', needs('gcc'), async () => {
  const edits = await check(
    MEMBERS('', '', '\t/* must be last */'),
    '',
    [],
    /s\.h:6: a comment asks that `e` lies last/,
  );
  expect(edits.filter((words) => /last$|after e/.test(words))).toEqual([]);
});

test('an order that is asked for keeps its neighbours', needs('gcc'), async () => {
  const edits = await check(
    MEMBERS('', '\t/* do not move */'),
    '',
    ['b', 'c', 'd'],
    /the order around `c` is kept/,
  );
  expect(edits.filter((words) => /(?:after b|before c|after c|before d)$/.test(words))).toEqual([]);
});

test('members under one comment are held together', needs('gcc'), async () => {
  const header =
    'struct s {\n\tchar z;\n\tlong y;\n\n\t/* Keep these two side by side. */\n\tchar a;\n\tint b;\n\n\tchar c;\n\tlong d;\n\tchar e;\n};\n';
  await check(header, '', ['a', 'b'], /s\.h:5: a comment asks that/);
});

test(
  'a range that the code clears is a wall: nothing moves into its holes',
  needs('gcc'),
  async () => {
    const code =
      'void f(struct s *p) { memset(&p->a, 0, offsetof(struct s, d) - offsetof(struct s, a)); }';
    const edits = await check(
      MEMBERS(),
      code,
      ['a', 'b', 'c', 'd'],
      /s\.c:2: `memset` takes several/,
    );
    expect(edits.filter((words) => words.startsWith('move e'))).toEqual([]);
  },
);

test('clearing to the end takes what stands at the end', needs('gcc'), async () => {
  const code = 'void f(struct s *p) { memset(&p->d, 0, sizeof(*p) - offsetof(struct s, d)); }';
  const edits = await check(MEMBERS(), code, ['d', 'e'], /s\.c:2/);
  expect(edits.filter((words) => /last$|(?:after|before) (?:d|e)$/.test(words))).toEqual([]);
});

test('an assertion on an offset holds its member', needs('gcc'), async () => {
  await check(
    MEMBERS(),
    '_Static_assert(offsetof(struct s, c) == 16, "c");',
    ['c'],
    /s\.c:2: asserts where `c` lies/,
  );
});

test('an assertion on a size of a member holds nothing', needs('gcc'), async () => {
  const { notes } = await suggest(
    MEMBERS(),
    '_Static_assert(sizeof(((struct s *)0)->c) == 1, "c");',
  );
  expect(notes).not.toMatch(/holds in place/);
});
