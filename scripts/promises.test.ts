import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** A file in backquotes with a folder, and after it titles in parentheses: `web/a.test.ts` (one), (another). */
const NAMED = /`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|rs|mjs))`((?:,? \([^()|]+\))*)/g;

/** The files that a text names, and what it says of each. */
function namedBy(text: string) {
  return [...read(text).matchAll(NAMED)].map(([, path = '', said = '']) => ({
    path,
    titles: [...said.matchAll(/\(([^()]+)\)/g)].map(([, title = '']) => title),
  }));
}

test.each(['SECURITY.md', 'docs/threats.md', 'docs/safety.md'])(
  '%s names files that are there',
  (text) => {
    const paths = namedBy(text).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

test.each(['SECURITY.md', 'docs/threats.md'])(
  '%s names tests by the titles that they have',
  (text) => {
    const titles = namedBy(text).flatMap((named) =>
      named.titles.map((title) => ({ path: named.path, title })),
    );
    expect(titles.length).toBeGreaterThan(5);
    expect(titles.filter(({ path, title }) => !read(path).includes(title))).toEqual([]);
  },
);
