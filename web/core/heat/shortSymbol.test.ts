import { expect, test } from 'vitest';
import { shortSymbol } from './shortSymbol';

test('a short name stays, template arguments go first, then the middle', () => {
  expect(shortSymbol('rwsem_down_write_slowpath')).toBe('rwsem_down_write_slowpath');
  expect(
    shortSymbol('Eigen::Context<Eigen::pack<float, long>, Eigen::IndexPair<long>>::signal_kernel'),
  ).toBe('Eigen::Context<…>::signal_kernel');
  expect(shortSymbol(`${'a'.repeat(50)}${'b'.repeat(50)}`, 21)).toBe(
    `${'a'.repeat(5)}…${'b'.repeat(15)}`,
  );
  expect(shortSymbol(`std::operator<< ${'x'.repeat(60)}`, 80)).toMatch(/^std::operator<< x/);
});
