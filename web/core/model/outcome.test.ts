import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { postedStudy } from '../edit/testing/postedStudy';
import { computeLayout } from '../layout/compute';
import { machineOf } from './allocation';
import { profileBases } from './basis';
import { outcomesOf, outcomeWords } from './outcome';
import { predictAll } from './predict';

/** The study with the reports that were posted before and after. */
function outcomes(...words: readonly string[]) {
  const document = postedStudy(words);
  const applied = applyEdits(document);
  const layout = computeLayout(applied.struct);
  const predictions = predictAll(profileBases(document, applied), () => null, layout, {
    tags: [],
    prefetchShare: null,
    allocation: { kind: 'embedded' },
    machine: machineOf(applied),
    statedBaseBytes:
      applied.state.wantedBaseBytes === document.baseBytes ? null : applied.state.wantedBaseBytes,
  });
  return outcomesOf(predictions, layout);
}

test('the posted report after the change: what was expected of each row, and what the mail lists', () => {
  const [only, ...others] = outcomes('align i_mmap_rwsem cacheline');
  if (only === undefined) throw new Error('no outcome');
  expect(others).toEqual([]);
  // 13,642 + 19,392 and 12,726 + 18,554, as the lines of the two reports state.
  expect([only.before, only.after]).toEqual([33_034, 31_280]);
  expect(Math.abs(only.expected - 31_280)).toBeLessThan(0.05 * 31_280);
  expect(only.isInRange).toBe(true);
  const rows = only.rows.map((row) => [
    `${row.field} +${row.offsetBytes}`,
    row.after === null ? null : Math.round(row.after),
    outcomeWords(row),
  ]);
  // 49.29 % of 12,726, 53.01 % of 18,554 and so on; the mail does not show the line that i_mmap is on now.
  expect(rows).toEqual([
    ['i_mmap_rwsem +8', 24_223, 'expected to stay, and did'],
    ['i_mmap +8', null, 'not in that text'],
    ['i_mmap_rwsem +0', 653, 'expected to stay, and did'],
  ]);
});

test('a report of another order than the one in view is no outcome of it', () => {
  expect(outcomes()).toEqual([]);
  expect(outcomes('move i_mmap_rwsem after private_list')).toEqual([]);
});
