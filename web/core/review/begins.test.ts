import { describe, expect, test } from 'vitest';
import { aggregate, member, type MemberSpec } from '../facts/build';
import { INT, reviewed } from './testing/reviewed';

/** `a`, something of 4 bytes, `c` and `d`. */
const around = (second: MemberSpec) => [
  member('a', 0, INT),
  second,
  member('c', 8, INT),
  member('d', 12, INT),
];
const PQ = aggregate('union', '', 4, [member('p', 0, INT), member('q', 0, INT)]);
const UNION = around(member(null, 4, PQ));

function ofHunk(context: string, body: string, members: readonly MemberSpec[] = UNION) {
  const patch = `--- a/x.h\n+++ b/x.h\n@@ -9,9 +9,9 @@${context === '' ? '' : ` ${context}`}\n${body}`;
  return reviewed('s', 16, members, patch, true);
}

const MOVE = '-\tint c;\n \tint d;\n+\tint c;\n };\n';
const IN_S = ['', 'struct s {', 'typedef struct s {'];
/** Lines that git or another tool may name before a hunk, and that are no beginning of the struct. */
const ELSEWHERE = [
  'enum kind {',
  'static struct s kept = {',
  '#define MEMBERS(x) \\',
  'int f(int a)',
  'union other {',
  'struct other {',
];

/** What the struct has before `c`, as far as a hunk shows its end. */
const BEGINNINGS: readonly (readonly [string, string, readonly MemberSpec[]])[] = [
  ['a union without a name', ' \t\tint q;\n \t};\n', UNION],
  ['a union that a member has', ' \t\tint q;\n \t} u;\n', around(member('u', 4, PQ))],
  ['an enum', ' \t\tONE,\n \t\tTWO,\n \t} kind;\n', around(member('kind', 4, INT))],
  ['an enum with values', ' \t\tONE = 1,\n \t\tTWO = 2\n \t} k;\n', around(member('k', 4, INT))],
  ['a group by a macro', ' \t\tint p;\n \t\tint q;\n \t);\n', UNION],
  ['a macro', ' \t(1 << 2 | \\\n \t 1 << 3)\n', UNION],
];

describe('a hunk that begins in something inside of the struct', () => {
  for (const [what, lines, members] of BEGINNINGS) {
    test(`${what} is placed where the hunk names the struct, or none`, () => {
      for (const context of IN_S) {
        const { edits, left } = ofHunk(context, `${lines}${MOVE}`, members);
        expect({ edits, left }, context).toEqual({ edits: ['move c after d'], left: [] });
      }
    });

    test(`${what} is named where the hunk names something else`, () => {
      for (const context of ELSEWHERE) {
        const { left } = ofHunk(context, `${lines}${MOVE}`, members);
        expect(left, context).toEqual([
          expect.stringMatching(/^-int c;: (?:It may be a member|no struct other)/),
          expect.stringMatching(/^\+int c;: (?:It may be a member|no struct other)/),
        ]);
      }
    });
  }
});

/** The end of something before the struct, which the hunk shows as a whole. */
const BEFORE: readonly (readonly [string, string])[] = [
  ['an enum', ' \tONE,\n \tTWO,\n };\n'],
  ['a variable with names', ' \t.one = 1,\n \t.two = { 2, 3 },\n };\n'],
  ['a variable with places', ' \t[ONE] = 1,\n \t[TWO] = { 2, 3 },\n };\n'],
  ['a variable without', ' \t1,\n \t{ 2, 3 },\n };\n'],
  ['a macro', ' \t\tdo_it(x); \\\n \t} while (0)\n'],
];

describe('a hunk that begins in something before the struct', () => {
  const whole =
    ' \n struct s {\n \tint a;\n+\tint c;\n \tunion {\n \t\tint p;\n \t\tint q;\n \t};\n-\tint c;\n \tint d;\n };\n';
  for (const [what, lines] of BEFORE) {
    test(what, () => {
      for (const context of ['', ...ELSEWHERE]) {
        const { edits, left } = ofHunk(context, `${lines}${whole}`);
        expect({ edits, left }, context).toEqual({ edits: ['move c after a'], left: [] });
      }
    });
  }
});

test('values of a variable change no layout, whatever their names', () => {
  const named = ' \t.one = 1,\n-\t.c = 2,\n+\t.d = 2,\n \t.two = 2,\n };\n';
  const placed = ' \t[ONE] = c,\n-\t[TWO] = d,\n+\t[TWO] = c,\n };\n';
  for (const context of ['', 'struct s {', 'static struct s kept = {', 'int f(int a)']) {
    for (const body of [named, placed])
      expect(ofHunk(context, body), context).toEqual({ edits: [], left: [] });
  }
});

test('constants of an enum are named, and are no members of their names', () => {
  const body = ' \ta,\n-\tc,\n \td,\n+\tc,\n };\n';
  for (const context of ['', 'struct s {', 'enum kind {']) {
    const { edits, left } = ofHunk(context, body);
    expect(edits, context).toEqual([]);
    expect(left, context).toEqual([
      expect.stringMatching(/^-c,: ./),
      expect.stringMatching(/^\+c,: ./),
    ]);
  }
});

describe('members that a macro declares', () => {
  const line = (text: string) => `${text}\t\\\n`;
  test('are named where one moves among them, wherever the macro begins', () => {
    const rest = `${line('-\tint c;')}${line(' \tint d;')}${line('+\tint c;')} \tint e;\n \n struct s {\n`;
    for (const begin of [line(' \tint a;'), line(' #define MEMBERS')]) {
      for (const context of ['', 'struct s {', ...ELSEWHERE]) {
        const { edits, left } = ofHunk(context, `${begin}${rest}`);
        expect(edits, context).toEqual([]);
        expect(left, context).toHaveLength(2);
        for (const each of left) expect(each).toContain('A macro may be the size of a member');
      }
    }
  });

  test('change nothing where the whole macro moves', () => {
    const macro = (sign: string) =>
      `${line(`${sign}#define MEMBERS`)}${line(`${sign}\tint c;`)}${sign}\tint d;\n`;
    const { edits, left } = ofHunk('', `${macro('-')} \n #define OTHER 1\n \n${macro('+')}`);
    expect({ edits, left }).toEqual({ edits: [], left: [] });
  });
});
