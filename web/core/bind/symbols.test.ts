import { expect, test } from 'vitest';
import { askedName, methodClass, sourceName } from './symbols';

test('what compilers put behind a name is taken off', () => {
  // As gcc and clang write them in kernels' symbol tables.
  expect(sourceName('rwsem_down_write_slowpath.isra.0')).toBe('rwsem_down_write_slowpath');
  expect(sourceName('do_sys_open.constprop.0.isra.0.cold')).toBe('do_sys_open');
  expect(sourceName('foo.part.12')).toBe('foo');
  expect(sourceName('bar.llvm.1234567890')).toBe('bar');
  expect(sourceName('main.main')).toBe('main.main');
  expect(sourceName('down_write')).toBe('down_write');
});

test('a name that perf cut is asked for as a beginning, unless only its suffix was cut', () => {
  expect(askedName('vma_interval_tree_insert_augme', true)).toBe('vma_interval_tree_insert_augme*');
  expect(askedName('rwsem_down_write_slowpath.isra', true)).toBe('rwsem_down_write_slowpath');
  expect(askedName('down_write', false)).toBe('down_write');
});

test('a method is handed its class', () => {
  expect(methodClass('ns::Counter::add(int)')).toBe('ns::Counter');
  expect(methodClass('void Counter::add()')).toBe('Counter');
  expect(methodClass('down_write')).toBeNull();
});
