import { expect, test } from 'vitest';
import type { Review } from '../../core/review/review';
import { NOTHING_LEFT } from '../../core/review/story';
import { leftText } from './postedDiff';

const WHOLE: Review = { ...NOTHING_LEFT, total: 1 };

const FOUR = [1, 2, 3, 4].map((line) => `Line ${line} of the text: No.`).join(' ');

test('of more notes than a banner bears it says that there are more', () => {
  const notes = [1, 2, 3, 4, 5, 6].map(
    (line) => ({ kind: 'unread', line, reason: 'No.' }) as const,
  );
  expect(leftText(WHOLE)).toBeNull();
  expect(leftText({ ...WHOLE, notes: notes.slice(0, 4) })).toBe(FOUR);
  expect(leftText({ ...WHOLE, notes })).toBe(
    `${FOUR} And 2 more notes: \`hitmap review\` prints them all.`,
  );
});
