import { sentence } from '../base/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { skipWithout } from '../base/testing/needs';
import { appliedByGit, check, otherHeader, path, refusalOf } from './testing/checkBody';
import { changedLines, diffOf, patchOf } from './testing/patchOf';

beforeEach(skipWithout('git'));

describe('whole lines move', () => {
  test('with comments, continued comments and #defines', () => {
    check(
      '\t/* about a_x */\n\tint a_x;\t\t/* and\n\t\t\t\t * on */\n#define A 1\n\tlong b;\n\tint c;',
      ['move a_x last'],
      '\tlong b;\n\tint c;\n\t/* about a_x */\n\tint a_x;\t\t/* and\n\t\t\t\t * on */\n#define A 1',
    );
  });

  test('a macro alone on its line is not part of the declaration under it', () => {
    check(
      '\tCOMMON_FIELDS\n\tint a;\n\tlong b;',
      ['move a last'],
      '\tCOMMON_FIELDS\n\tlong b;\n\tint a;',
    );
  });

  test('what is dragged is what the diff shows', () => {
    const text = 'struct s {\n\tint a;\n\tint b;\n};\n';
    expect(changedLines(diffOf({ text, struct: 's', edits: ['move a after b'] }))).toEqual([
      '- int a;',
      '+ int a;',
    ]);
    expect(changedLines(diffOf({ text, struct: 's', edits: ['move b before a'] }))).toEqual([
      '+ int b;',
      '- int b;',
    ]);
  });

  test('a paragraph keeps its shape', () => {
    check('\tint a;\n\n\tint b;\n\n\tint c;', ['move b last'], '\tint a;\n\n\tint c;\n\tint b;');
  });

  test('an empty line behind the brace gets no second one', () => {
    check('\n\tint a;\n\n\tint b;', ['move a after b'], '\n\tint b;\n\tint a;');
    const doc = (name: string) => `\t/** @${name}: one */\n\tint ${name};`;
    check(`\n${doc('a')}\n\n${doc('b')}`, ['move a after b'], `\n${doc('b')}\n\n${doc('a')}`);
    // Two that a person wrote stay two.
    check('\tint a;\n\n\n\tint b;\n\tint c;', ['move b last'], '\tint a;\n\n\n\tint c;\n\tint b;');
  });

  test('titles of paragraphs stay over them', () => {
    const body = '\t/* One */\n\tint a;\n\tint b;\n\n\t/* Two */\n\tint c;\n\tint d;';
    check(
      body,
      ['move a before c'],
      '\t/* One */\n\tint b;\n\tint a;\n\n\t/* Two */\n\tint c;\n\tint d;',
    );
    check(
      body,
      ['move d before c'],
      '\t/* One */\n\tint a;\n\tint b;\n\n\t/* Two */\n\tint d;\n\tint c;',
    );
  });

  test('CRLF and bytes that are no UTF-8 stay', () => {
    const text = 'struct s {\r\n\tint a;\t/* \u00e9 */\r\n\tint b;\r\n};\r\n';
    expect(appliedByGit({ text, struct: 's', edits: ['move a last'] })).toBe(
      'struct s {\r\n\tint b;\r\n\tint a;\t/* \u00e9 */\r\n};\r\n',
    );
  });
});

describe('conditions travel', () => {
  test('a member takes its #ifdef along, and an emptied block goes', () => {
    check(
      '\tint a;\n#ifdef X\n\tint b;\n#endif\n\tint c;',
      ['move b last'],
      '\tint a;\n\tint c;\n#ifdef X\n\tint b;\n#endif',
    );
  });

  test('a block that others stay in stays', () => {
    check(
      '#ifdef X\n\tint a;\n\tint b;\n#endif /* X */\n\tint c;',
      ['move a last'],
      '#ifdef X\n\tint b;\n#endif /* X */\n\tint c;\n#ifdef X\n\tint a;\n#endif /* X */',
    );
  });

  test('blocks with the same condition are joined', () => {
    check(
      '#ifdef X\n\tint a;\n#endif\n\tint b;\n#ifdef X\n\tint c;\n#endif',
      ['move a after c'],
      '\tint b;\n#ifdef X\n\tint c;\n\tint a;\n#endif',
    );
  });

  test('a plain member does not come under a condition', () => {
    check(
      '\tint a;\n#ifdef X\n\tint b;\n\tint c;\n#endif',
      ['move a after b'],
      '#ifdef X\n\tint b;\n#endif\n\tint a;\n#ifdef X\n\tint c;\n#endif',
    );
  });

  test('the gap with the fewest directives is taken', () => {
    check(
      '\tint a;\n\tint b;\n#ifdef OFF\n\tint n;\n#endif\n\tint c;',
      ['move a before c'],
      '\tint b;\n#ifdef OFF\n\tint n;\n#endif\n\tint a;\n\tint c;',
      { off: ['defined(OFF)'] },
    );
  });

  test('#if … #else moves as one piece, and its members only with it', () => {
    const body = '\tint z;\n#ifdef X\n\tint a;\n#else\n\tlong a;\n#endif\n\tint b;';
    check(
      body,
      ['move a last'],
      '\tint z;\n\tint b;\n#ifdef X\n\tint a;\n#else\n\tlong a;\n#endif',
      {
        off: ['!(defined(X))'],
      },
    );
    const two = '#ifdef X\n\tint a;\n\tint c;\n#else\n\tlong a;\n#endif\n\tint b;';
    expect(refusalOf(two, ['move a last'], { off: ['!(defined(X))'] })).toMatchObject({
      kind: 'chain',
      member: 'a',
    });
  });
});

describe('unnamed bodies', () => {
  const body = '\tint a;\n\tstruct {\n\t\tint b;\n\t\tint c;\n\t};\n\tint d;';

  test('order inside', () => {
    check(
      body,
      ['move c before b'],
      '\tint a;\n\tstruct {\n\t\tint c;\n\t\tint b;\n\t};\n\tint d;',
    );
  });

  test('in and out, indented as there', () => {
    check(body, ['move b out'], '\tint a;\n\tstruct {\n\t\tint c;\n\t};\n\tint b;\n\tint d;');
    check(
      body,
      ['move a into anon(b)'],
      '\tstruct {\n\t\tint b;\n\t\tint c;\n\t\tint a;\n\t};\n\tint d;',
    );
  });
});

describe("members' own lines", () => {
  test('alignment comes, changes and goes', () => {
    check(
      '\tint a;\n\tint *b;',
      ['align b cacheline'],
      '\tint a;\n\tint *b ____cacheline_aligned_in_smp;',
    );
    check('\tint a;\n\tint b __aligned(8);', ['align b 32'], '\tint a;\n\tint b __aligned(32);');
    check('\tint a;\n\tint b __aligned(8);', ['unalign b'], '\tint a;\n\tint b;');
    check(
      '\tint a;\n\tint b;\n\tint c;',
      ['isolate b'],
      [
        '\tint a;',
        '\tint b ____cacheline_aligned_in_smp;',
        '\tint c ____cacheline_aligned_in_smp;',
      ].join('\n'),
    );
  });

  test('plain C is written in plain C', () => {
    check(
      '\tint a;\n\tint b;',
      ['align b 64', 'pad 8 before b'],
      ['\tint a;', '\tunsigned char pad_b[8];', '\tint b __attribute__((aligned(64)));'].join('\n'),
      { options: { dialect: 'c' } },
    );
  });

  test('padding stands in the columns of its neighbours', () => {
    check(
      '\tint\t\ta;\n\tint\t\tb;',
      ['pad 8 before b'],
      '\tint\t\ta;\n\tu8\t\tpad_b[8];\n\tint\t\tb;',
    );
  });

  test('padding behind an isolated member begins a line', () => {
    check(
      '\tint a;\n\tint b;',
      ['isolate a', 'pad 8 before b'],
      '\tint a ____cacheline_aligned_in_smp;\n\tu8 pad_b[8] ____cacheline_aligned_in_smp;\n\tint b;',
    );
  });

  test('the comment that says why', () => {
    const comments = [{ member: path('b'), text: 'Written by all.', replacesTrailing: false }];
    check(
      '\tint a;\n\tint b;',
      ['align b 64'],
      ['\tint a;', '\t/* Written by all. */', '\tint b ____cacheline_aligned_in_smp;'].join('\n'),
      { options: { comments } },
    );
  });

  test('stands above its member where that stands now, in a paragraph of others too', () => {
    const comments = [{ member: path('a'), text: 'Written by all.', replacesTrailing: false }];
    check(
      '\tint a;\n\tint b;\n\tint c;',
      ['move a after b'],
      '\tint b;\n\t/* Written by all. */\n\tint a;\n\tint c;',
      { options: { comments } },
    );
    const padding = [{ member: path('pad(b)'), text: 'Keeps b away.', replacesTrailing: false }];
    check(
      '\tint a;\n\tint b;',
      ['pad 8 before b'],
      '\tint a;\n\t/* Keeps b away. */\n\tu8 pad_b[8];\n\tint b;',
      { options: { comments: padding } },
    );
  });
});

describe('what a macro declares', () => {
  const body = (list: string) => `\tint a;\n${list}\tlong b;\n\tint c;`;
  const header = otherHeader(`struct s {\n${body('\tLIST(F)\n')}\n};\n`);

  test('is recognised by what nothing else declares, where no columns are known', () => {
    check(
      body('\tLIST(F)\n'),
      ['move c before b'],
      body('\tLIST(F)\n').replace(/(\tlong b;)\n(\tint c;)/, '$2\n$1'),
    );
    const { result } = patchOf({
      text: `struct s {\n${body('\tint l1;\n\tint l2;\n')}\n};\n`,
      struct: 's',
      edits: ['move c before b'],
      options: { header },
    });
    expect(result).toMatchObject({ ok: true, value: { verdict: { kind: 'sameMembers' } } });
    const error = refusalOf(body('\tint l1;\n\tint l2;\n'), ['move l1 last'], {
      options: { header },
    });
    expect(error).toMatchObject({ kind: 'madeByMacro', line: 3, action: null });
    expect(sentence(error)).toMatch(/LIST at source line 3 .*\(`l1,l2`\)/);
  });

  test("the arguments of a macro in its member's name", () => {
    const text = 'struct s {\n\tint a;\n\t__cacheline_group_begin(hot);\n\tlong b;\n\tint c;\n};\n';
    const { result } = patchOf({
      text: text.replace('__cacheline_group_begin(hot)', 'char __cacheline_group_begin__hot[0]'),
      struct: 's',
      edits: ['move c before b'],
      options: { header: otherHeader(text) },
    });
    expect(result).toMatchObject({ ok: true, value: { verdict: { kind: 'sameMembers' } } });
  });
});

describe('members without bytes that mark a place', () => {
  const crossed = (marker: string, edit: string) => {
    const text = `struct s {\n\tint a;\n${marker}\tint b;\n\tint c;\n};\n`;
    const { result } = patchOf({ text, struct: 's', edits: [edit], sizes: { RTE_MARKER: [0, 1] } });
    if (!result.ok) throw new Error(sentence(result.error));
    return result.value.warnings
      .filter(({ kind }) => kind === 'group')
      .map((each) => sentence(each));
  };
  test.each(['\tchar tail_begin[0];\n', '\tRTE_MARKER rearm;\n'])(
    '%j is crossed with a word',
    (marker) => {
      expect(crossed(marker, 'move a last')).toEqual([expect.stringMatching(/^`a` crosses `/)]);
      expect(crossed(marker, 'move c before b')).toEqual([]);
    },
  );
});

describe('another version of the header', () => {
  const text = 'struct s {\n\tint a;\n\tlong b;\n};\n';

  test('shifted lines are said', () => {
    const { result } = patchOf({
      text,
      struct: 's',
      edits: ['move a last'],
      options: {
        header: otherHeader(`\n\n${text}`),
        versions: { header: 'Linux 6.12', binary: 'Linux 6.1.0' },
      },
    });
    expect(result).toMatchObject({ ok: true, value: { verdict: { kind: 'shifted', lines: 2 } } });
    const output = result.ok ? result.value.warnings.map((each) => sentence(each)).join(' ') : '';
    expect(output).toContain('(header: Linux 6.12, loaded file: Linux 6.1.0)');
  });

  test('another name at the same place is said', () => {
    const { result } = patchOf({
      text,
      struct: 's',
      edits: ['move a last'],
      options: { header: otherHeader(text.replace('long b', 'long x')) },
    });
    const kinds = result.ok ? result.value.warnings.map((each) => each.kind) : [];
    expect(kinds).toContain('renamed');
  });

  test('a changed type under an unchanged name is noticed', () => {
    const { result } = patchOf({
      text,
      struct: 's',
      edits: ['move a last'],
      options: { header: otherHeader(text.replace('long b', 'char b')) },
    });
    const kinds = result.ok ? result.value.warnings.map((each) => each.kind) : [];
    expect(kinds).toContain('changedType');
  });
});
