import { expect, test } from 'vitest';
import { gainIsOpen } from './unseenRisk';

test('a gain is open where readers that nobody saw may take all of it', () => {
  // Of 1,000 HITM 600 are to remain, and up to so many more may come of readers that no profile shows.
  expect(gainIsOpen(600, 0, 1000)).toBe(false);
  expect(gainIsOpen(600, 399, 1000)).toBe(false);
  expect(gainIsOpen(600, 400, 1000)).toBe(true);
  // What gains nothing in the first place is not made worse by nobody.
  expect(gainIsOpen(1000, 0, 1000)).toBe(false);
});
