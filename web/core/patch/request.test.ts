import { expect, test } from 'vitest';
import { csource } from '../layout/testing/readHeader';
import { dialectOf } from './request';

test('the dialect is that of the tree, and never guessed from a word that many programs have', () => {
  const doc = (text: string) => csource.header(new TextEncoder().encode(text));
  const kernel = doc('#ifdef CONFIG_H\n#include <linux/futex.h>\n');
  expect(dialectOf('src/server.h', doc('#if CONFIG_SMALL\n'))).toBe('c');
  expect(dialectOf('src/server.h', kernel, 'other')).toBe('c');
  expect(dialectOf('mm/slab.h', doc('struct s { int a; };'), 'kernel')).toBe('kernel');
  expect(dialectOf('include/linux/fs.h', doc(''), 'other')).toBe('kernel');
  expect(dialectOf('fs.h', doc('#include <linux/list.h>\n'))).toBe('kernel');
  expect(dialectOf('fs.h', doc('/* #include <linux/list.h>, __rcu */\n'))).toBe('c');
});
