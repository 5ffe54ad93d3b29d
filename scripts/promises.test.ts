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

/** What was measured: counts above a thousand, and numbers with a unit. `72,800`, `610 ms`, `2.8 points`. */
const FIGURE = /\b\d{1,3}(?:,\d{3})+\b|\b\d+(?:\.\d+)?(?= (?:ms|s|MB|GB|%|points|of \d))/g;

test.each(['README.md', 'docs/guide.md'])('each figure of %s is one of the results', (text) => {
  const results = new Set(read('docs/results.md').match(/\d+(?:,\d{3})*(?:\.\d+)?/g));
  const figures = read(text).match(FIGURE) ?? [];
  if (text === 'README.md') expect(figures.length).toBeGreaterThan(10);
  expect(figures.filter((figure) => !results.has(figure))).toEqual([]);
});
