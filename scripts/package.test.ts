import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { pack } from './package.mjs';

test('each link of the texts of the package leads to a file that it has', () => {
  const checkout = join(import.meta.dirname, '..');
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-texts-'));
  // What is built is no text: a small folder stands for both.
  const { path } = pack(relative(checkout, folder), { page: 'fleet', commandLine: 'fleet' });
  expect(spawnSync('tar', ['xzf', path, '-C', folder]).status).toBe(0);
  const content = join(folder, 'package');
  const texts = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  expect(texts).toContain('README.md');
  const broken = texts.flatMap((text) =>
    linksOf(readFileSync(join(content, text), 'utf8'))
      .filter((link) => !existsSync(join(content, dirname(text), link)))
      .map((link) => `${text}: ${link}`),
  );
  expect(broken).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** Paths that a Markdown text links to or shows, without the places in them. */
function linksOf(markdown: string): readonly string[] {
  const links = [...markdown.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}
