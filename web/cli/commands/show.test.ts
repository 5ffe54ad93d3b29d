import { noteLine } from '../words';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder, written } from '../../core/base/testing/folder';
import { run } from '../testing/run';

const PACKS = '#define DENSE(n) __attribute__((packed))\n';

describe('show of C source says which words it does not know', () => {
  const folder = testFolder();

  /** The struct `s` of a text of one line for each member. */
  const shown = (members: string, before = '', after = '') => {
    const source = `${before}struct s {\n${members}\n}${after};\n`;
    return run(['show', written(join(folder, 's.c'), source), 's']);
  };

  test('one that nothing defines', () => {
    const { text, notes } = shown('long a;', '', ' __dense');
    expect(text).toContain('/* size: 8,');
    expect(notes.map(noteLine)).toEqual([
      expect.stringMatching(
        /^warning: How the attribute `__dense` at source line 3 changes the layout is unknown: nothing here defines it\. \(.*s\.c\)$/,
      ),
    ]);
  });

  test('none where all are known', () => {
    expect(shown('long a;\nint DENSE(1) b;', PACKS).notes).toEqual([]);
  });

  for (const [member, before, word, line] of [
    ['int *DENSE(1) b;', PACKS, 'DENSE', 3],
    ['int *__packed b;', '', '__packed', 2],
    ['int *__attribute__((packed)) b;', '', '__attribute__((packed))', 2],
  ] as const) {
    test(`packing behind a star: ${member}`, () => {
      const { text, notes } = shown(member, before);
      expect(text).toMatch(/ b; +\/\* +0 +8 \*\//);
      expect(notes.map(noteLine).join('\n')).toContain(
        `How the attribute \`${word}\` at source line ${line} changes the layout is unknown: it packs behind a \`*\`, which gcc ignores and clang does not.`,
      );
    });
  }

  for (const [member, names] of [
    ['int dense b;', '`dense` and `b`'],
    ['int FIELD(1) b;', '`FIELD` and `b`'],
    ['int *FIELD(1) b, c;', '`FIELD` and `b`'],
  ] as const) {
    test(`and does not choose a name: ${member}`, () => {
      expect(() => shown(member)).toThrow(
        `Line 2: which of ${names} is the member's name is unknown: nothing here defines the others as attributes.`,
      );
    });
  }

  test('a word behind a name leaves no doubt of the name', () => {
    const { text, notes } = shown('char a;\nint DENSE(1) b ODD;', PACKS);
    expect(text).toMatch(/ b; +\/\* +1 +4 \*\//);
    expect(notes.map(noteLine).join('\n')).toContain(
      'How the attribute `ODD` at source line 4 changes the layout is unknown',
    );
  });
});
