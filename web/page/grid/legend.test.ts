import { expect, test } from 'vitest';
import * as signs from './signs';
import { ACCESS_SIGNS } from '../../core/scene/accessMark';
import { MARKS } from './legend';

test('the legend has every sign that the grid draws', () => {
  const drawn = MARKS.map(({ path }) => path).join();
  const constants = Object.entries(signs).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  expect(constants.length).toBeGreaterThan(4);
  const missing = [...constants, ...Object.entries(ACCESS_SIGNS)]
    // One that is open is the same sign, turned.
    .filter(([name, path]) => name !== 'CHEVRON_DOWN' && !drawn.includes(path))
    .map(([name]) => name);
  expect(missing).toEqual([]);
});
