import { expect, test } from 'vitest';
import { bestSuffix, partsOfPath } from './findRecord';

test('the file that ends as the compiler says for the most folders', () => {
  const files = ['conf.h', 'lib/conf.h', 'old/src/a/conf.h', 'src/b/conf.h', 'src/a/other.h'];
  expect(bestSuffix('src/a/conf.h', files)).toBe('old/src/a/conf.h');
  expect(bestSuffix('/build/proj/src/b/conf.h', files)).toBe('src/b/conf.h');
  expect(bestSuffix('../src/../lib/conf.h', files)).toBe('lib/conf.h');
  // Of equals the highest.
  expect(bestSuffix('nowhere/conf.h', files)).toBe('conf.h');
  expect(bestSuffix('src/none.h', files)).toBe(null);
});

test('paths that lead up and down', () => {
  expect(partsOfPath('./a/../b/./c.h')).toEqual(['b', 'c.h']);
  expect(partsOfPath('../../include/uv.h')).toEqual(['include', 'uv.h']);
});
