import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import { pathInTree } from './pathInTree';

const folder = testFolder();

const header = join(folder, 'linux/include/linux/it.h');
mkdirSync(join(folder, 'linux/include/linux'), { recursive: true });
writeFileSync(header, '');

test('a header has its path from the root of its source, however it was named', () => {
  const inTree = 'include/linux/it.h';
  for (const path of [header, relative('.', header), `./${relative('.', header)}`]) {
    expect(pathInTree(path, join(folder, 'linux'), null)).toBe(inTree);
    // Another tree than the header's.
    expect(pathInTree(path, join(folder, 'other'), inTree)).toBe(inTree);
    expect(pathInTree(path, undefined, inTree)).toBe(inTree);
    expect(pathInTree(path, undefined, './include/linux/it.h')).toBe(inTree);
    // Nothing says where its source begins.
    expect(pathInTree(path, undefined, 'src/include/linux/it.h')).toBe('it.h');
    expect(pathInTree(path, undefined, null)).toBe('it.h');
  }
  mkdirSync(join(folder, 'linux/.git'));
  expect(pathInTree(header, undefined, null)).toBe(inTree);
  expect(pathInTree(header, undefined, 'linux/it.h')).toBe(inTree);
  expect(pathInTree('./e2e/samples/shop.c', undefined, null)).toBe('e2e/samples/shop.c');
});
