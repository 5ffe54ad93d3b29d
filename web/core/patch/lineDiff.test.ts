import { expect, test } from 'vitest';
import { diffLines } from './unified';

/** The new lines, as the changes make them of the old ones. */
function applied(before: readonly string[], after: readonly string[]): readonly string[] {
  return diffLines(before, after).flatMap(({ kind, oldIndex, newIndex }) =>
    kind === 'removed' ? [] : [(kind === 'same' ? before[oldIndex] : after[newIndex]) ?? ''],
  );
}

test('few changed lines are the shortest change', () => {
  const [before, after] = [
    ['a', 'b', 'c', 'd'],
    ['a', 'c', 'x', 'd'],
  ];
  expect(applied(before, after)).toEqual(after);
  expect(diffLines(before, after).filter(({ kind }) => kind !== 'same')).toHaveLength(2);
});

test('where every line of a very large text changed, the change is whole', () => {
  const lines = (offset: number) =>
    Array.from({ length: 100_000 }, (_, at) =>
      at === 0 ? 'same' : `member ${at}, ${at + offset}`,
    );
  const [before, after] = [lines(0), lines(8)];
  expect(applied(before, after)).toEqual(after);
});
