import { expect, test } from 'vitest';
import { structFromC } from '../../core/layout/testing/c';
import { textTable } from './takeText';

test('of a text that is cut the list says neither a size nor padding', () => {
  const whole = structFromC('struct s { long a; int b; };');
  const types = whole.types.map((type, at) =>
    at === whole.root && type.shape.kind === 'aggregate'
      ? { ...type, sizeBytes: null, shape: { ...type.shape, readOnly: 'It is cut.' } }
      : type,
  );
  const table = textTable([whole, { ...whole, types }]);
  expect([...table.sizesBytes]).toEqual([16, -1]);
  expect([...table.paddingBytes]).toEqual([4, -1]);
  expect([...table.memberCounts]).toEqual([2, 2]);
});
