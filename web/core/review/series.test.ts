import { expect, test } from 'vitest';
import { newDocument } from '../edit/document';
import { formatEdit } from '../edit/words';
import { aggregate, member, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { readPosted } from '../layout/testing/readHeader';
import { review, type Review } from './review';
import { droppedNotes, earlierVersion, stepNotes, versionNotes } from './series';
import { storyOf } from './story';
import { INT } from './testing/reviewed';

const INTS = ['a', 'b', 'c', 'd'];

function read(...mails: readonly string[]) {
  const desc = structDesc(
    X86_64,
    aggregate(
      'struct',
      's',
      16,
      INTS.map((name, at) => member(name, at * 4, INT)),
    ),
  );
  const diff = readPosted(new TextEncoder().encode(mails.join('')));
  const found = (of: typeof diff): Review =>
    review(of, ({ name }) => (name === 's' ? newDocument(desc) : { reason: `no struct ${name}` }), {
      scalars: [{ name: 'int', sizeBytes: 4, alignBytes: 4, encoding: 'int' }],
      known: new Map(),
    });
  return { diff, found };
}

function mail(tags: string, title: string, body: string): string {
  const lines = body.trim().split('\n');
  const count = (sign: string) =>
    lines.filter((line) => [' ', sign].includes(line[0] ?? '')).length;
  return `From: A <a@b>
Subject: [PATCH ${tags}] ${title}

---
--- a/s.h
+++ b/s.h
@@ -1,${count('-')} +1,${count('+')} @@
${lines.join('\n')}
--
2.39.2

`;
}

/** The second patch is against what the first leaves. */
const DROP = mail('1/2', 'drop b', ` struct s {\n \tint a;\n-\tint b;\n \tint c;\n \tint d;\n };`);
const MOVE = mail('2/2', 'a last', ` struct s {\n-\tint a;\n \tint c;\n \tint d;\n+\tint a;\n };`);

test('a series is its patches one after the other', () => {
  const { diff, found } = read(MOVE, DROP);
  const [struct] = found(diff).structs;
  expect(struct?.edits.map(formatEdit)).toEqual(['remove b', 'move a after d']);
  expect(struct && stepNotes(struct)).toEqual([
    '[PATCH 1/2] drop b: 16 to 12 bytes, `remove b`.',
    '[PATCH 2/2] a last: still 12 bytes, `move a after d`.',
  ]);
});

test('while a patch of a series is not in the text, no figure is said', () => {
  const { diff, found } = read(DROP.replace('1/2', '1/3'), MOVE.replace('2/2', '3/3'));
  const reviewed = found(diff);
  const [struct] = reviewed.structs;
  expect(struct?.isKnown).toBe(false);
  const sentence = struct && storyOf(diff, reviewed, struct).sentence;
  expect(sentence).toBe(
    'Its size is not known. Patch 2 of the series is not in the text: paste the whole series.',
  );
});

test('what a newer version makes otherwise', () => {
  const version = mail(
    'v2 1/1',
    'drop d',
    ` struct s {\n \tint a;\n \tint b;\n \tint c;\n-\tint d;\n };`,
  );
  const { diff, found } = read(DROP, MOVE, version);
  const [struct] = found(diff).structs;
  const earlier = earlierVersion(diff);
  if (struct === undefined || earlier === null) throw new Error('no version');
  expect(struct.edits.map(formatEdit)).toEqual(['remove d']);
  expect(versionNotes(struct, earlier.name, found(earlier.diff))).toEqual([
    'Since v1: without `d`; with `b`; another order; `a` 8 to 0 and `c` 0 to 8.',
  ]);
  expect(droppedNotes({ ...found(diff), structs: [] }, 'v1', found(earlier.diff))).toEqual([
    '`s` is changed by v1 and no longer by this version.',
  ]);
});
