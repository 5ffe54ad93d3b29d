import { expect, test } from 'vitest';
import { didYouMean, nearest } from './nearest';

test('a slip of the finger is found', () => {
  const names = ['f_ref', 'f_op', 'f_owner', 'f_mapping'];
  expect(nearest('f_reff', names)).toBe('f_ref');
  expect(nearest('f_rfe', names)).toBe('f_ref');
  expect(nearest('F_OWNER', names)).toBe('f_owner');
  expect(nearest('f_maping', names)).toBe('f_mapping');
});

test('what is far from all of them is not guessed at', () => {
  expect(nearest('i_mmap_rwsem', ['f_ref', 'f_op'])).toBeNull();
  expect(didYouMean('xyz', ['f_ref'])).toBe('');
});
