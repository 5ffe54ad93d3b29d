import { expect, test } from 'vitest';
import { newDocument } from '../edit/document';
import { formatEdit } from '../edit/words';
import { aggregate, member, scalar, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { noteText } from './notes';
import { INT, reviewOf } from './testing/reviewed';

const U64 = scalar('unsigned long', 8);

function reviewed(reserve: string, lines: string) {
  const document = newDocument(
    structDesc(
      X86_64,
      aggregate('struct', 's', 24, [
        member('a', 0, INT),
        member(`${reserve}1`, 8, U64),
        member(`${reserve}2`, 16, U64),
      ]),
    ),
  );
  const body = lines.trim().split('\n');
  const count = (sign: string) => body.filter((line) => !line.startsWith(sign)).length;
  const patch = `--- a/s.h\n+++ b/s.h\n@@ -1,${count('+')} +1,${count('-')} @@\n${body.join('\n')}\n`;
  const found = reviewOf(patch, (name) => (name === 's' ? document : null));
  return {
    edits: found.structs.flatMap(({ edits }) => edits.map(formatEdit)),
    left: found.left.map(({ text }) => text),
    notes: found.notes.filter(({ kind }) => kind === 'reserve').map(noteText),
  };
}

// Android's task_struct, openEuler's (no semicolon), RHEL's.
test.each([
  ['android_kabi_reserved', 'ANDROID_KABI_RESERVE(1);', 'ANDROID_KABI_USE(1, u64 deadline);'],
  ['kabi_reserved', 'KABI_RESERVE(1)', 'KABI_USE(1, void *extra)'],
  ['rh_reserved', 'RH_KABI_RESERVE(1)', 'RH_KABI_USE2(1, int b, int c)'],
])('a member takes the place of %s', (reserve, before, after) => {
  const found = reviewed(
    reserve,
    ` struct s {\n \tint a;\n-\t${before}\n+\t${after}\n \t${before.replace('1', '2')}\n };`,
  );
  const text = after.replace(/;$/, '');
  expect(found).toEqual({
    edits: [],
    left: [],
    notes: [
      `\`${text}\` uses up \`${reserve}1\`, which was kept free: no offset changes, nor does the size.`,
    ],
  });
});

test('a reserve that goes is named, and one that uses several is not guessed', () => {
  const gone = reviewed(
    'kabi_reserved',
    ` struct s {\n \tint a;\n-\tKABI_RESERVE(1)\n \tKABI_RESERVE(2)\n };`,
  );
  expect(gone.edits).toEqual(['remove kabi_reserved1']);
  expect(gone.notes).toEqual([expect.stringContaining('modules that are built')]);
  const several = ` struct s {\n \tint a;\n-\tRH_KABI_RESERVE(1)\n-\tRH_KABI_RESERVE(2)\n+\tRH_KABI_USE(1, 2, struct list_head l)\n };`;
  expect(reviewed('rh_reserved', several).left).not.toEqual([]);
});
