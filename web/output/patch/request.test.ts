import { expect, test } from 'vitest';
import { dialectOf } from './request';

test('the dialect is that of the tree, and never told by a word that many programs have', () => {
  const text = '#ifdef CONFIG_H\n#include <linux/futex.h>\n';
  expect(dialectOf('src/server.h', '#if CONFIG_SMALL\n')).toBe('c');
  expect(dialectOf('src/server.h', text, 'other')).toBe('c');
  expect(dialectOf('mm/slab.h', 'struct s { int a; };', 'kernel')).toBe('kernel');
  expect(dialectOf('include/linux/fs.h', '', 'other')).toBe('kernel');
  expect(dialectOf('fs.h', '#include <linux/list.h>\n')).toBe('kernel');
});
