import { sentence } from '../base/messages';
import { beforeEach, expect, test } from 'vitest';
import { skipWithout } from '../base/testing/needs';
import { patchOf } from './testing/patchOf';
import { textOfBytes } from './text';

beforeEach(skipWithout('git'));

const SIZES = { 'struct path': [16, 8], 'struct mutex': [32, 8] } as const;

/** The comments as pahole places them, before and after edits; members are of 8 bytes and more. */
const TEXT = `struct s {
\tlong a;
\tlong b[6];
\tlong c;
\t/* --- cacheline 1 boundary (64 bytes) --- */
\tstruct path d;
#ifdef X
\tlong e[5];
#endif
\tlong f;
\t/* --- cacheline 2 boundary (128 bytes) --- */
\tlong g;

\t/* about the rest */
\tlong h;
\t/* --- cacheline 3 boundary (192 bytes) --- */
};
`;

function planned(edits: readonly string[], boundaries: boolean, text = TEXT) {
  const { result } = patchOf({ text, struct: 's', edits, sizes: SIZES, options: { boundaries } });
  if (!result.ok) throw new Error(sentence(result.error));
  const { after, warnings } = result.value;
  const found = warnings.filter(({ kind }) => kind === 'boundary');
  return { after: textOfBytes(after), warnings: found };
}

/** The body that a rewrite leaves. */
function check(edits: readonly string[], expected: string, text = TEXT): void {
  const { after, warnings } = planned(edits, true, text);
  expect(after.split('\n').slice(1, -2).join('\n')).toBe(expected);
  expect(warnings).toEqual([]);
}

test('comments that stay true are neither warned of nor touched', () => {
  expect(planned(['move b first'], false).warnings).toEqual([]);
  expect(planned(['move b first'], true).after).toContain(
    '\tlong c;\n\t/* --- cacheline 1 boundary (64 bytes) --- */\n\tstruct path d;',
  );
});

test('comments that a move or an alignment makes untrue are warned of, with their lines', () => {
  const moved = planned(['move c last'], false);
  expect(moved.warnings).toMatchObject([{ line: 5, action: { kind: 'rewriteBoundaries' } }]);
  expect(moved.warnings[0]?.text).toContain('at lines 5, 11 say');
  const aligned = planned(['align h cacheline'], false);
  expect(aligned.warnings[0]?.text).toContain('at source line 16 says');
});

test('rewritten as pahole says it', () => {
  check(
    ['move c last'],
    `\tlong a;
\tlong b[6];
\tstruct path d;
\t/* --- cacheline 1 boundary (64 bytes) was 8 bytes ago --- */
#ifdef X
\tlong e[5];
#endif
\tlong f;
\tlong g;
\t/* --- cacheline 2 boundary (128 bytes) --- */

\t/* about the rest */
\tlong h;
\tlong c;
\t/* --- cacheline 3 boundary (192 bytes) --- */`,
  );
});

test('in an unnamed struct, too; of a struct that tells of some lines only those', () => {
  const nested = `struct s {
\tstruct {
\t\tlong a;
\t\tlong b[7];
\t\t/* --- cacheline 1 boundary (64 bytes) --- */
\t\tlong c;
\t};
\tlong d[20];
\tlong e;
};
`;
  check(
    ['move c first'],
    `\tstruct {
\t\tlong c;
\t\tlong a;
\t\tlong b[7];
\t};
\t/* --- cacheline 1 boundary (64 bytes) was 8 bytes ago --- */
\tlong d[20];
\tlong e;`,
    nested,
  );
});
