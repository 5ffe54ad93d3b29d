import { expect, test } from 'vitest';
import type { Review } from '../../core/review/review';
import type { PostedDiff } from '../../core/facts/generated';
import { reviewMessages } from '../../core/review/notes';
import { NOTHING_LEFT } from '../../core/review/story';
import { leftText } from './postedDiff';

const WHOLE: Review = { ...NOTHING_LEFT, total: 1 };

const FOUR = [1, 2, 3, 4]
  .map((line) => `Part of the patch was not read, at text line ${line}: No.`)
  .join(' ');

const left = (others: PostedDiff['others'], notes: Review['notes']) => {
  const found = { ...WHOLE, notes };
  return leftText(found, reviewMessages(found, { others }, []));
};

test('of more notes than a banner bears it says that there are more; other patches of the text come first', () => {
  const notes = [1, 2, 3, 4, 5, 6].map(
    (line) => ({ kind: 'unread', line, reason: 'No.' }) as const,
  );
  expect(left([], [])).toBeNull();
  expect(left([], notes.slice(0, 4))).toBe(FOUR);
  expect(left([], notes)).toBe(`${FOUR} And 2 more notes: \`hitmap review\` prints them all.`);
  const patch = { version: 2, part: 2, of: 4, subject: 'net: group', line: 40 };
  expect(left([{ why: 'answer', patch, hunks: [] }], notes.slice(0, 1))).toBe(
    'The patch at text line 40 ("net: group") is part of an answer, and is not shown. Paste that patch alone. Part of the patch was not read, at text line 1: No.',
  );
});
