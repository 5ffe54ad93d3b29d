import { sentence } from '../base/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { skipWithout } from '../base/testing/needs';
import { appliedByGit, check, otherHeader, path, refusalOf } from './testing/checkBody';
import { patchOf, type Case } from './testing/patchOf';

beforeEach(skipWithout('git'));

describe('refusals name the member, the line and the way out', () => {
  test('one of several in a declaration, which can be split', () => {
    const body = '\tunsigned long a, *b;\t/* both */\n\tint c;';
    expect(refusalOf(body, ['move a last'])).toMatchObject({
      kind: 'oneOfSeveral',
      line: 2,
      action: { kind: 'splitDeclaration' },
    });
    check(body, ['move a last'], '\tunsigned long *b;\t/* both */\n\tint c;\n\tunsigned long a;', {
      options: { split: [path('a')] },
    });
  });

  test('a directive inside, a brace on the line', () => {
    const one = (name: string) => `\tint ${name}\n#ifdef X\n\t\t__aligned(8)\n#endif\n\t\t;\n`;
    expect(refusalOf(`${one('a')}${one('b')}\tint c;`, ['move a after b'])).toMatchObject({
      kind: 'directiveInside',
    });
  });

  test('an alignment that a pragma around the struct takes back', () => {
    const text = '#pragma pack(push, 1)\nstruct s {\n\tint a;\n\tint b;\n};\n#pragma pack(pop)\n';
    const { result } = patchOf({ text, struct: 's', edits: ['align b 64'] });
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'words', member: 'b', line: 1 },
    });
    expect(result.ok ? '' : sentence(result.error)).toContain('every alignment in the struct at 1');
  });

  test('a brace on the line: the line stays, or the member gets one of its own', () => {
    const text = 'struct s { int a;\t/* of a */\n\tlong b;\n\tint c; };\n';
    const { result } = patchOf({ text, struct: 's', edits: ['move b first'] });
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'braceLine', line: 1, action: { kind: 'splitDeclaration', member: 'a' } },
    });
    const split = (...names: string[]) => ({ options: { split: names.map(path) } });
    const after = (edits: string[], more: Partial<Case>) =>
      appliedByGit({ text, struct: 's', edits, ...more });
    expect(after(['move b first'], split('a'))).toBe(
      'struct s {\n\tlong b;\n\tint a;\t/* of a */\n\tint c; };\n',
    );
    expect(after(['move a last'], split('a', 'c'))).toBe(
      'struct s {\n\tlong b;\n\tint c;\n\tint a;\t/* of a */\n};\n',
    );
    // What comes between leaves both lines as they are.
    expect(after(['pad 8 before b'], {})).toBe(
      'struct s { int a;\t/* of a */\n\tu8 pad_b[8];\n\tlong b;\n\tint c; };\n',
    );
  });

  test('a body on one line', () => {
    check(
      '\tint z;\n\tstruct { int a; long b; } ;\n\tint c;',
      ['move a out'],
      '\tint z;\n\tstruct {\n\t\tlong b;\n\t} ;\n\tint a;\n\tint c;',
      { options: { split: [path('a')] } },
    );
  });

  test('splitting keeps each comment behind what it stood behind', () => {
    check(
      '\tint a,\t/* of a */\n\t    *b /* of b */;\n\tint c; /* of c */ int d; /* of d */\n\tlong e;',
      ['move a last', 'move c last'],
      '\tint *b; /* of b */\n\tint d; /* of d */\n\tlong e;\n\tint a; /* of a */\n\tint c; /* of c */',
      { options: { split: [path('a'), path('c')] } },
    );
  });

  test('a macro that would be used before it is defined', () => {
    const body = '\tint a;\n#define SLOTS 10\n\tlong b;\n\tint c[SLOTS];';
    expect(refusalOf(body, ['move c first'])).toMatchObject({
      kind: 'defineOrder',
      member: 'c',
      line: 5,
    });
    // The #define is the last line, under the member that it stood under.
    expect(refusalOf(body, ['move a last'])).toMatchObject({ kind: 'defineOrder', member: 'c' });
    check(body, ['move c before b'], '\tint a;\n#define SLOTS 10\n\tint c[SLOTS];\n\tlong b;');
    check(
      '\tstruct {\n\t\tint a;\n#define ALL 3\n\t\tint b[ALL];\n\t};\n\tlong c;',
      ['move c first'],
      '\tlong c;\n\tstruct {\n\t\tint a;\n#define ALL 3\n\t\tint b[ALL];\n\t};',
    );
  });

  test('a file that is included among the members', () => {
    const header = otherHeader('struct s {\n\tint a;\n#include "more.h"\n\tlong c;\n};\n');
    const error = refusalOf('\tint a;\n\tint b;\n\tlong c;', ['move a last'], {
      options: { header },
    });
    expect(error).toMatchObject({ kind: 'notUnderstood', line: 3 });
  });

  test('another struct', () => {
    const error = refusalOf('\tint a;\n\tint b;', ['move a last'], {
      options: {
        header: otherHeader('struct s {\n\tint a;\n\tint x;\n\tint b;\n};\n'),
      },
    });
    expect(error).toMatchObject({ kind: 'mismatch', line: 3 });
  });

  test('a randomized build of the struct; one that is not gets its patch and a warning', () => {
    const marked = (body: string) => `struct s {\n${body}\n} __randomize_layout;\n`;
    const error = refusalOf('\tlong b;\n\tint c;\n\tint a;', ['move a first'], {
      options: { header: otherHeader(marked('\tint a;\n\tlong b;\n\tint c;')) },
    });
    expect(error.kind).toBe('randomized');
    expect(sentence(error)).toContain('CONFIG_RANDSTRUCT');
    const { result } = patchOf({
      text: marked('\tint a;\n\tlong b;'),
      struct: 's',
      edits: ['move a last'],
    });
    expect(result.ok && result.value.warnings.map(({ kind }) => kind)).toContain('randomized');
  });
});
