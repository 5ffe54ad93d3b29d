import { expect, test } from 'vitest';
import { csource } from '../layout/testing/readHeader';
import { declares } from './findRecord';

test('a body is a declaration; a use and a forward declaration are not', () => {
  const is = (text: string) =>
    declares(csource.names(new TextEncoder().encode(text), ['file'], false), 'struct', 'file');
  expect(is('struct file {\n\tint a;\n};')).toBe(true);
  expect(is('struct file\n{\n')).toBe(true);
  expect(is('struct __randomize_layout file {')).toBe(true);
  expect(is('typedef struct {\n\tint a;\n} file;')).toBe(true);
  expect(is('struct file;')).toBe(false);
  expect(is('struct file *open(void) {')).toBe(false);
  expect(is('struct file_lock {')).toBe(false);
  expect(is('static const struct file f = {')).toBe(false);
  expect(is('/* See &struct file for more.\n */\nstruct other {\n')).toBe(false);
});
