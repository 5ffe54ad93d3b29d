import { expect, test } from 'vitest';
import { aggregate, structDesc } from '../facts/build';
import { X86_64 } from '../facts/targets';
import { csource } from '../layout/testing/readHeader';
import { bestSuffix, declares, isDeclaringFile, partsOfPath } from './findRecord';

test('a dropped file is the declaring one by the end of its path', () => {
  const desc = structDesc(X86_64, aggregate('struct', 'file', 0, []));
  const declaredIn = (path: string) => {
    const declared = { file: path, line: 1067, column: 8 };
    return { ...desc, types: desc.types.map((type) => ({ ...type, declared })) };
  };
  const file = declaredIn('./include/linux/fs.h');
  expect(isDeclaringFile('include/linux/fs.h', file)).toBe(true);
  // A folder was dropped, or only the file itself.
  expect(isDeclaringFile('linux-6.14/include/linux/fs.h', file)).toBe(true);
  expect(isDeclaringFile('fs.h', file)).toBe(true);
  expect(isDeclaringFile('include/uapi/linux/fs.h', file)).toBe(false);
  expect(isDeclaringFile('include/linux/dcache.h', file)).toBe(false);
  // As a compiler writes what a source in another folder includes.
  const beside = declaredIn('lib/compress/../common/file.h');
  expect(isDeclaringFile('lib/common/file.h', beside)).toBe(true);
  // BTF states no file.
  expect(isDeclaringFile('include/linux/fs.h', desc)).toBe(false);
});

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
