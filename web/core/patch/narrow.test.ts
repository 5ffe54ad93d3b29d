import { beforeEach, expect, test } from 'vitest';
import { skipWithout } from '../base/testing/needs';
import { csource } from '../layout/testing/readHeader';
import { appliedByGit } from './testing/checkBody';
import { changedLines, diffOf, patchOf, type Case } from './testing/patchOf';

beforeEach(skipWithout('git'));

/** A megabyte and more of other code. */
const OTHER = 'struct other { int a; };\n/* \u00e9: of a */\nint f(void) { return 1; }\n'.repeat(
  20_000,
);

const STRUCT = `/**
 * struct s - of it
 * @a: of a
 * @b: of b
 * @c: of c
 */
struct s {
	char a;
	long b;	/* b */
#ifdef CONFIG_WIDE
	struct { int x, y; } w;
#endif
	char c;
};
`;

/** The patch, and how many bytes were read again for it. */
function planned(text: string, more: Partial<Case> = {}) {
  let bytes = 0;
  const input: Case = {
    text,
    struct: 's',
    edits: ['move c after a', 'align b 16'],
    ...more,
    options: {
      csource: {
        ...csource,
        header: (again) => {
          bytes += again.length;
          return csource.header(again);
        },
      },
    },
  };
  return { diff: diffOf(input), bytes, input };
}

test.each([
  ['as it is', '', ''],
  ['under an include guard', '#ifndef S_H\n#define S_H\n\n', '\n#endif\n'],
  ['under a condition', '#if defined(A) && \\\n\tdefined(B)\n', '#endif\n'],
  ['under a packing', '#pragma pack(push, 16)\n', '#pragma pack(pop)\n'],
])('a struct of a large file is read again alone, %s', (_, before, after) => {
  const small = before + STRUCT + after;
  const large = before + OTHER + STRUCT + OTHER + after;
  const { diff, bytes, input } = planned(large);
  expect(changedLines(diff)).toEqual(changedLines(planned(small).diff));
  expect(bytes).toBeLessThan(large.length / 2);
  const result = appliedByGit(input);
  expect(result.startsWith(before + OTHER) && result.endsWith(OTHER + after)).toBe(true);
});

test('with the lines of its own file in what is said', () => {
  const of = (text: string) => {
    const { result } = patchOf({
      text,
      struct: 's',
      edits: ['move c after a'],
      options: { versions: { header: 'Linux 6.12', binary: null } },
    });
    return result.ok ? result.value.warnings.map(({ line }) => line) : result.error.line;
  };
  const marked = STRUCT.replace('\tchar a;', '\t/* must be first */\n\tint z;\n\tchar a;').replace(
    'char c;',
    'char c, d;',
  );
  const lines = OTHER.split('\n').length - 1;
  const [small, large] = [of(marked), of(OTHER + marked)];
  expect(small).toBeTypeOf('number');
  expect(large).toBe(Number(small) + lines);
});

test('whole where it says something else without the rest of the file', () => {
  const text = `${OTHER}enum { N = 3 };\n${STRUCT.replace('char c;', 'char c[N];')}`;
  const { diff, bytes, input } = planned(text);
  expect(bytes).toBeGreaterThan(text.length);
  expect(changedLines(diff)).toContain('+ char c[N];');
  appliedByGit(input);
});
