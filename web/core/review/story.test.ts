import { describe, expect, test } from 'vitest';
import { newDocument } from '../edit/document';
import { formatEdit } from '../edit/words';
import {
  aggregate,
  array,
  member,
  pointer,
  scalar,
  structDesc,
  type MemberSpec,
} from '../facts/build';
import { X86_64 } from '../facts/targets';
import { readPosted } from '../layout/testing/readHeader';
import { review } from './review';
import {
  editsBetween,
  layoutNotes,
  postedLayouts,
  sideOfLabel,
  storyOf,
  storyOfEdits,
} from './story';
import { noteText } from './notes';

const INT = scalar('int', 4);
const LONG = scalar('long', 8);
const CHAR = { name: 'char', sizeBytes: 1, alignBytes: 1, encoding: 'char' } as const;

/** A parcel: a count that is written beside flags that are read, on two lines. */
const PARCEL: readonly MemberSpec[] = [
  member('uses', 0, LONG),
  member('p_flags', 8, INT),
  member('p_mode', 12, INT),
  member('p_route', 16, pointer('int *')),
  member('p_label', 24, array(LONG, 5)),
  member('p_tail', 64, array(LONG, 4)),
];

function storyIn(name: string, sizeBytes: number, members: readonly MemberSpec[], text: string) {
  const diff = readPosted(new TextEncoder().encode(text));
  const document = newDocument(
    structDesc(X86_64, aggregate('struct', name, sizeBytes, [...members])),
  );
  const found = review(
    diff,
    (named) => (named.name === name ? document : { reason: `no struct ${named.name}` }),
    { scalars: [CHAR], known: new Map() },
  );
  const [struct] = found.structs;
  if (struct === undefined) throw new Error('no struct');
  const story = storyOf(diff, found, struct);
  return {
    diff,
    found,
    story,
    edits: story.after.map(formatEdit),
    undone: story.before.map(formatEdit),
    left: found.left.map(({ sign, text: line }) => `${sign}${line}`),
    notes: found.notes.map(noteText),
  };
}

test('what the mail of somebody else says is not ascribed to the author of a patch', () => {
  const patch = hunks(
    '@@ -3,3 +3,4 @@ struct parcel {\n \tint p_flags;\n \tint p_mode;\n+\tint p_more;\n \tint *p_route;\n',
  );
  const mail = (who: string, title: string, body: string) =>
    `From: ${who} <x@example.org>\nSubject: [PATCH] ${title}\n\n${body}\n\n`;
  const text = `${mail('Ann', 'parcel: more', 'Sorting scores 12 % better.')}${patch}\n${mail('Bob', 'lorry: less', 'Driving improves by 40 %.')}`;
  const { words } = parcel(text).story;
  expect(words.author).toBe('Ann');
  expect(words.results).toEqual(['Sorting scores 12 % better.']);
});

const parcel = (text: string) => storyIn('parcel', 96, PARCEL, text);

const hunks = (...parts: readonly string[]) => `--- a/parcel.h\n+++ b/parcel.h\n${parts.join('')}`;

const USES_GOES = `@@ -3,4 +3,3 @@ struct parcel {
-	long uses;
 	int p_flags;
 	int p_mode;
 	int *p_route;
`;
const USES_LAST = `@@ -9,3 +8,4 @@ struct parcel {
 	long p_label[5];
 	long p_tail[4];
+	long uses;
 };
`;

describe('what a posted patch comes to', () => {
  test('a member that leaves the line of what the text names', () => {
    const { story, edits } = parcel(
      `Subject: [PATCH] parcel: move uses away from p_flags\n\nEach sender updates uses while all read p_flags and p_mode.\n---\n${hunks(USES_GOES, USES_LAST)}`,
    );
    expect(edits).toEqual(['move uses after p_tail']);
    expect(story.kind).toBe('changes');
    expect(story.sentence).toBe(
      '`uses` (0 to 88) leaves the line of `p_flags` and `p_mode`. Still 96 bytes, 2 lines.',
    );
  });

  test('a patch that only adds padding, or only moves the marks of a group, says that', () => {
    const pad = `@@ -1,3 +1,4 @@ struct parcel {\n \tlong uses;\n+\tchar pad[56];\n \tint p_flags;\n \tint p_mode;\n`;
    expect(parcel(hunks(pad)).story.sentence).toBe(
      'It only adds padding, 56 bytes before `p_flags`. 96 to 152 bytes, 2 to 3 lines.',
    );
    const mark = (which: string) => `\t__cacheline_group_${which}(sent);\n`;
    const marks = `@@ -1,3 +1,5 @@ struct parcel {\n+${mark('begin')} \tlong uses;\n+${mark('end')} \tint p_flags;\n \tint p_mode;\n`;
    expect(parcel(hunks(marks)).story.sentence).toBe(
      'It only moves where the group `sent` begins or ends. Still 96 bytes, 2 lines.',
    );
  });

  test('before the brace is last, whatever the loaded struct has there more', () => {
    const more: readonly MemberSpec[] = [...PARCEL, member('p_since', 96, LONG)];
    const found = storyIn('parcel', 104, more, hunks(USES_GOES, USES_LAST));
    expect(found.edits).toEqual(['move uses last']);
  });

  test('comments are no changed lines of a layout', () => {
    const { found } = parcel(
      hunks(
        USES_GOES,
        USES_LAST.replace('+	long uses;', '+	/* counts\n+	 * senders */\n+	long uses;').replace(
          '+8,4',
          '+8,6',
        ),
      ),
    );
    expect([found.total, found.left.length]).toEqual([2, 0]);
  });

  test('a reply that quotes a hunk adds no second change', () => {
    const quoted = hunks(USES_GOES, USES_LAST).replace(/^/gm, '> ');
    const { edits } = parcel(
      `Somebody wrote:\n${quoted}\nRight.\n\n${hunks(USES_GOES, USES_LAST)}`,
    );
    expect(edits).toEqual(['move uses after p_tail']);
  });

  test('a patch that is there already names the order before it', () => {
    const applied: readonly MemberSpec[] = [
      member('p_flags', 0, INT),
      member('p_mode', 4, INT),
      member('p_route', 8, pointer('int *')),
      member('p_label', 16, array(LONG, 5)),
      member('p_tail', 56, array(LONG, 4)),
      member('uses', 88, LONG),
    ];
    const { story, edits, undone } = storyIn(
      'parcel',
      96,
      applied,
      `uses and p_flags.\n${hunks(USES_GOES, USES_LAST)}`,
    );
    expect([story.kind, edits, undone]).toEqual(['applied', [], ['move uses before p_flags']]);
    expect(story.sentence).toBe(
      'This `parcel` has the patch already: `uses` is last (88). Here `uses` (88) and `p_flags` (0) are on two lines; before it (reconstructed) `uses` (0) and `p_flags` (8) are on one line.',
    );
  });

  test('it is there whatever newer members the loaded struct has in between', () => {
    const newer: readonly MemberSpec[] = [
      member('p_flags', 0, INT),
      member('p_mode', 4, INT),
      member('p_route', 8, pointer('int *')),
      member('p_label', 16, array(LONG, 5)),
      member('p_tail', 56, array(LONG, 4)),
      member('p_since', 88, LONG),
      member('uses', 96, LONG),
      member('p_until', 104, LONG),
    ];
    const { story, edits } = storyIn('parcel', 112, newer, hunks(USES_GOES, USES_LAST));
    expect([story.kind, edits]).toEqual(['applied', []]);
    const added = storyIn(
      'parcel',
      112,
      newer,
      hunks(
        '@@ -9,3 +9,4 @@ struct parcel {\n \tlong p_label[5];\n \tlong p_tail[4];\n+\tlong uses;\n };\n',
      ),
    );
    expect([added.story.kind, added.edits]).toEqual(['applied', []]);
    expect(added.story.sentence).toMatch(/^This `parcel` has the patch already/);
  });

  test('a neighbour that has left its own neighbour says no place', () => {
    const { edits, left } = parcel(
      hunks(
        '@@ -3,4 +3,4 @@ struct parcel {\n-\tlong uses;\n \tlong p_tail[4];\n \tint p_mode;\n+\tlong uses;\n \tint *p_route;\n',
      ),
    );
    expect([edits, left]).toEqual([[], ['-long uses;', '+long uses;']]);
  });

  test('a change of attributes moves nothing: another cure stays', () => {
    const elsewhere: readonly MemberSpec[] = [
      member('p_flags', 0, INT),
      member('p_mode', 4, INT),
      member('p_route', 8, pointer('int *')),
      member('p_label', 16, array(LONG, 6)),
      member('uses', 64, LONG),
    ];
    const text = `The uses are beside p_flags.
--- a/parcel.h
+++ b/parcel.h
@@ -2,4 +2,4 @@ struct parcel {
 	int p_flags;
-	long uses;
+	long uses ____cacheline_aligned_in_smp;
 	int p_mode;
 	int *p_route;
`;
    const { story, edits, left } = storyIn('parcel', 72, elsewhere, text);
    expect([story.kind, edits]).toEqual(['apart', []]);
    expect(story.sentence).toBe(
      'This `parcel` has `p_flags` (0) and `uses` (64) on two lines already, and `uses` is not where the patch has it: nothing is carried out.',
    );
    expect(left).toEqual(['-long uses;', '+long uses ____cacheline_aligned_in_smp;']);
  });

  test('a hunk whose members lie elsewhere is left whole, and its size is not known', () => {
    const { story, edits, left } = parcel(
      hunks(
        USES_GOES,
        USES_LAST,
        '@@ -20,3 +20,4 @@ struct parcel {\n \tint p_mode;\n \tlong p_tail[4];\n+\tchar padding[8];\n \tint *p_route;\n',
      ).replace(/\n};\n@@ -20/, '\n@@ -20'),
    );
    expect(edits.filter((words) => words.startsWith('pad'))).toEqual([]);
    expect(left).toEqual(['+char padding[8];']);
    expect(story.sentence).toMatch(
      /^2 of 3 changed lines are placed: its size is not known, because of line \d+ \(`char padding\[8\];`\)\. \S/,
    );
    expect(story.pairs).toEqual([]);
  });

  test('padding whose place is filled, and a member that another is taken for, are said', () => {
    const renamed = PARCEL.map((each) =>
      each.name === 'uses' ? { ...each, name: 'users' } : each,
    );
    const filled = storyIn(
      'parcel',
      96,
      PARCEL,
      hunks(
        '@@ -3,4 +3,5 @@ struct parcel {\n \tlong uses;\n+\tchar padding[8];\n \tint *p_route;\n \tlong p_label[5];\n \tlong p_tail[4];\n',
      ),
    );
    expect(filled.edits).toEqual([]);
    expect(filled.notes).toEqual([
      '`p_flags` and `p_mode` are where the patch puts `padding`: no padding is needed.',
    ]);
    const taken = storyIn('parcel', 96, renamed, hunks(USES_GOES, USES_LAST));
    expect(taken.edits).toEqual(['move users after p_tail']);
    expect(taken.notes).toEqual([
      '`uses` is not in this struct; `users`, which is at its offset, is taken for it.',
    ]);
  });
});

describe('which members the sentence is about', () => {
  const LABEL_FIRST =
    '@@ -2,6 +2,6 @@ struct parcel {\n \tlong uses;\n+\tlong p_label[5];\n \tint p_flags;\n \tint p_mode;\n \tint *p_route;\n-\tlong p_label[5];\n \tlong p_tail[4];\n';
  const sentence = (text: string, ...parts: readonly string[]) =>
    parcel(`${text}\n---\n${hunks(...parts)}`).story.sentence;

  test('those that the text names, though the patch moves another between them', () => {
    const wide = PARCEL.map((each) =>
      each.name === 'p_label' ? member('p_label', 24, array(LONG, 7)) : each,
    ).map((each) => (each.name === 'p_tail' ? member('p_tail', 80, array(LONG, 4)) : each));
    const { story } = storyIn(
      'parcel',
      112,
      wide,
      `False sharing: 'uses' is written beside p_route.\n---\n${hunks(LABEL_FIRST.replaceAll('[5]', '[7]'))}`,
    );
    expect(story.sentence).toBe(
      '`p_route` (16 to 72) leaves the line of `uses`. Still 112 bytes, 2 lines.',
    );
  });

  test('those that come together, where the text asks for locality', () => {
    const text = 'Group p_flags and p_tail for locality.';
    const move =
      '@@ -2,6 +2,6 @@ struct parcel {\n \tlong uses;\n+\tlong p_tail[4];\n \tint p_flags;\n \tint p_mode;\n \tint *p_route;\n \tlong p_label[5];\n-\tlong p_tail[4];\n };\n';
    expect(sentence(text, move)).toMatch(/^`p_tail` \(64 to 8\) comes to the line of `p_flags`\./);
  });

  test('in a list words of English name members, in a comment of the code none', () => {
    const roles = (text: string) =>
      parcel(`${text}\n---\n${hunks(USES_GOES, USES_LAST)}`).story.words;
    expect(roles('It dirties what holds uses, p_mode and other often read fields.').roles).toEqual([
      { member: 'uses', role: 'read' },
      { member: 'p_mode', role: 'read' },
    ]);
    expect(roles('It uses p_mode.').mentioned).toEqual(['p_mode']);
    expect(roles('A parcel.uses is hot.').mentioned).toEqual(['uses']);
    expect(roles('Once it said\n\n   * that p_route is read\n').mentioned).toEqual([]);
  });

  test('a patch that changes no layout, and one of which nothing could be placed, say so', () => {
    const align = (words: string) =>
      sentence(
        'An alignment.',
        `@@ -9,3 +9,3 @@ struct parcel {\n \tlong p_label[5];\n-\tlong p_tail[4];\n+\tlong p_tail[4] ${words};\n };\n`,
      );
    expect(align('__aligned(8)')).toBe(
      'The patch changes no layout of this `parcel`: `p_tail` is last (64).',
    );
    expect(align('__aligned(ROOM)')).toMatch(/^What the patch makes of this `parcel` is not known/);
  });

  test('of twelve mails with three versions the newest whole one is meant, in a mailbox of 5 MB too', () => {
    const patchOf = (bytes: number, tail: string) =>
      hunks(
        `@@ -3,3 +3,3 @@ struct parcel {\n-\tlong uses;\n+\tlong uses __aligned(${bytes});\n \tint p_flags;\n${tail}`,
      );
    const thread = (last: string) =>
      [16, 32, 64]
        .map((bytes, at) => {
          const patch = patchOf(bytes, bytes === 64 ? last : ' \tint p_mode;\n');
          const subject = `[PATCH v${at + 1}] parcel: align uses`;
          const answers = [1, 2, 3].map(
            (each) =>
              `From a@b Mon Sep 17 00:00:00 2001\nFrom: Reader ${each} <r@example.org>\nSubject: Re: ${subject}\n\n${patch.replace(/^/gm, '> ')}\nFine.\n\n`,
          );
          return `From a@b Mon Sep 17 00:00:00 2001\nFrom: Author <a@example.org>\nSubject: ${subject}\n\nIt is.\n---\n${patch}-- \n2.43.0\n\n${answers.join('')}`;
        })
        .join('');
    const whole = parcel(thread(' \tint p_mode;\n'));
    expect(whole.edits).toEqual(['align uses 64']);
    expect(whole.diff.others.map(({ why }) => why)).toContain('earlier');
    expect(parcel(thread('')).edits).toEqual(['align uses 32']);
    const noise = `From c@d Mon Sep 17 00:00:00 2001\nSubject: other\n\n${'Words without end.\n'.repeat(280_000)}\n`;
    expect(parcel(`${noise}${thread(' \tint p_mode;\n')}`).edits).toEqual(['align uses 64']);
  });

  test('a hunk that an answer puts into a quoted one is the one that is meant', () => {
    const quoted = hunks(USES_GOES, USES_LAST).trimEnd().replace(/^/gm, '> ').split('\n');
    const own = hunks(
      '@@ -3,2 +3,2 @@ struct parcel {\n-\tlong uses;\n+\tlong uses ____cacheline_aligned;\n \tint p_flags;\n',
    );
    const text = [
      ...quoted.slice(0, 5),
      '',
      'Why not simply',
      '',
      own,
      'That is less.',
      '',
      ...quoted.slice(5),
    ];
    const { edits, diff } = parcel(text.join('\n'));
    expect(edits).toEqual(['align uses cacheline']);
    expect(diff.others.map(({ why }) => why)).toEqual(['quoted']);
  });
});

describe('what the author says', () => {
  test('results, roles, machine and another order stay theirs', () => {
    const { story } = parcel(`Subject: [PATCH v2] parcel: room for p_label

The senders increment 'uses' and everybody reads p_flags, p_mode.

On an Intel Xeon 2 sockets machine, based on v6.9-rc2, throughput improves by 7.5%.
---
${hunks('@@ -5,3 +5,4 @@ struct parcel {\n \tint p_mode;\n \tint *p_route;\n+\tchar padding[8];\n \tlong p_label[5];\n')}
Rita Reviewer March 3, 2026, 9:11 a.m. UTC | #2
Instead of padding, p_tail could go into the hole.
`);
    const { words, proposals } = story;
    expect(words.roles).toEqual([
      { member: 'uses', role: 'written' },
      { member: 'p_flags', role: 'read' },
      { member: 'p_mode', role: 'read' },
    ]);
    expect(words.kernel).toBe('v6.9-rc2');
    expect(words.machine).toBe('Intel Xeon 2 sockets machine');
    expect(words.results).toEqual([
      'On an Intel Xeon 2 sockets machine, based on v6.9-rc2, throughput improves by 7.5%.',
    ]);
    expect(proposals.map(({ who, edits }) => [who, edits.map(formatEdit)])).toEqual([
      ['Rita Reviewer', ['move p_tail before p_label']],
    ]);
  });

  test('the head of a mail is no word of its author', () => {
    const { story } = parcel(`Received: from mail.example.org (HELO p_tail) by
 mx.example.org with v9.1-rc1 "p_route" 50% better
DKIM-Filter: Filter v2.11.0
Subject: [PATCH] parcel: move 'uses'

It is written beside p_flags.
${hunks(USES_GOES, USES_LAST)}`);
    expect(story.words.mentioned).toEqual(['uses', 'p_flags']);
    expect([story.words.kernel, story.words.results]).toEqual([null, []]);
  });

  test('figures with and without the patch are a change by machine', () => {
    const { story } = parcel(`It ran on Acme 9000 with this patch:
Requests Per Second   1500.0 ops/s

Without this patch:
Requests Per Second   1200.0 ops/s
${hunks(USES_GOES, USES_LAST)}`);
    expect(story.words.results).toEqual(['Requests Per Second, Acme 9000: 1200 to 1500 (+25.0 %)']);
  });
});

test('layouts that pahole printed into a mail are before and after by their labels', () => {
  const printed = (lines: string, size: number) =>
    `struct s {\n${lines}\n/* size: ${size}, cachelines: 1, members: 3 */\n};\n`;
  const diff = readPosted(
    new TextEncoder().encode(
      `--patched--\n${printed('long b; /* 0 8 */\nint a; /* 8 4 */\nint c; /* 12 4 */', 16)}\n--default v6.4--\n${printed('int a; /* 0 4 */\n/* XXX 4 bytes hole */\nlong b; /* 8 8 */\nint c; /* 16 4 */\n/* padding: 4 */', 24)}`,
    ),
  );
  const { before, after } = postedLayouts(diff, 's');
  if (before === null || after === null) throw new Error('two layouts');
  expect(editsBetween(newDocument(before), after)?.map(formatEdit)).toEqual(['move b first']);
  const story = { ...storyOfEdits(newDocument(before), [], diff).story, name: 's' };
  const notes = (isKnown: boolean) => layoutNotes(diff, newDocument(before), { ...story, isKnown });
  expect(notes(true)).toEqual([expect.stringContaining('this is another version')]);
  // Of some of the lines the layout is another for certain.
  expect(notes(false)).toEqual([]);
});

test.each([
  ['Baseline', 'before'],
  ['default v6.4-rc4', 'before'],
  ['Without this patch', 'before'],
  ['With this change', 'after'],
  ['with patch v3', 'after'],
  ['Machine', null],
])('%s is %s', (label, side) => {
  expect(sideOfLabel(label)).toBe(side);
});
