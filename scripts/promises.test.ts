import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** A file in backquotes with a folder, and after it titles in parentheses: `web/a.test.ts` (one), (another). */
const NAMED = /`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|rs|mjs))`((?:,? \([^()|]+\))*)/g;

/** The files that a text names, and what it says of each. */
function namedBy(text: string) {
  return [...read(text).matchAll(NAMED)].map(([, path = '', named = '']) => ({
    path,
    titles: [...named.matchAll(/\(([^()]+)\)/g)].map(([, title = '']) => title),
  }));
}

test.each([
  ['SECURITY.md', 5],
  ['docs/promises.md', 15],
  ['docs/threats.md', 5],
  ['docs/safety.md', 0],
])('%s names files that are there, and tests by the titles that they have', (text, least) => {
  const named = namedBy(text);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  const titled = least > 0 ? named : [];
  const titles = titled.flatMap(({ path, titles: all }) => all.map((title) => ({ path, title })));
  expect(titles.length).toBeGreaterThanOrEqual(least);
  expect(titles.filter(({ path, title }) => !read(path).includes(title))).toEqual([]);
});
