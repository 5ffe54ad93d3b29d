import { expect, test } from 'vitest';
import type { Review } from '../../analysis/posted/review';
import { leftText } from './leftText';

const WHOLE: Review = {
  structs: [],
  total: 1,
  left: [],
  missing: 0,
  refused: 0,
  notes: [],
  wanted: [],
};

test('of more notes than a banner bears it says that there are more', () => {
  const notes = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'];
  expect(leftText(WHOLE)).toBeNull();
  expect(leftText({ ...WHOLE, notes: notes.slice(0, 4) })).toBe('One. Two. Three. Four.');
  expect(leftText({ ...WHOLE, notes })).toBe(
    'One. Two. Three. Four. And 2 more notes: `hitmap review` prints them all.',
  );
});
