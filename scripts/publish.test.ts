import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** What a release asks of npm and of gh, which are programs here that keep their words. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitmap-publish-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'release'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MISSING = `echo '{"error": {"code": "E404"}}'; echo 'npm error code E404' >&2; exit 1`;

interface Registry {
  /** What `npm view` does. */
  readonly view?: string;
  readonly publish?: string;
  /** What `gh release view` does. */
  readonly release?: string;
}

function publish(tag: string, { view, publish, release }: Registry, ...more: readonly string[]) {
  const version = tag.slice(1);
  for (const name of [`hitmap-${version}.tgz`, `hitmap-${version}.html`, 'NOTES.md', 'SHA256SUMS'])
    writeFileSync(join(folder, 'release', name), name);
  const program = (name: string, lines: string) => {
    writeFileSync(
      join(folder, 'bin', name),
      `#!/bin/sh\necho "${name} $*" >> '${folder}/asked'\n${lines}\n`,
    );
    chmodSync(join(folder, 'bin', name), 0o755);
  };
  program('npm', `case $1 in view) ${view ?? MISSING} ;; publish) ${publish ?? ':'} ;; esac`);
  program('gh', `case $2 in view) ${release ?? 'exit 1'} ;; esac`);
  rmSync(join(folder, 'asked'), { force: true });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/publish.mjs', tag, join(folder, 'release'), ...more],
    {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` },
    },
  );
  const words = existsSync(join(folder, 'asked'))
    ? readFileSync(join(folder, 'asked'), 'utf8').replaceAll(`${folder}/release/`, '')
    : '';
  // Questions change nothing.
  const asked = words.split('\n').filter((line) => !/^$|^\w+ (release )?view /.test(line));
  return { status, stdout, stderr, asked };
}

const integrityOf = (text: string) =>
  `sha512-${createHash('sha512').update(text).digest('base64')}`;

test('a version is published, and released with its hashes', () => {
  const { status, stderr, asked } = publish('v1.0.0', {});
  expect([stderr, status]).toEqual(['', 0]);
  expect(asked).toEqual([
    'npm publish hitmap-1.0.0.tgz --provenance --access public',
    'gh release create v1.0.0 --verify-tag --notes-file NOTES.md SHA256SUMS hitmap-1.0.0.html hitmap-1.0.0.tgz',
  ]);
});

test("a version before another is nobody's latest", () => {
  expect(publish('v1.0.0-rc.1', {}).asked).toEqual([
    'npm publish hitmap-1.0.0-rc.1.tgz --provenance --access public --tag next',
    expect.stringMatching(/^gh release create v1\.0\.0-rc\.1 .*--prerelease/),
  ]);
});

test('a run that broke off after npm is repeated, and goes on', () => {
  const integrity = JSON.stringify(integrityOf('hitmap-1.0.0.tgz'));
  const again = publish('v1.0.0', { view: `echo '${integrity}'` });
  expect(again.status).toBe(0);
  expect(again.stdout).toContain('npm has hitmap@1.0.0 already');
  expect(again.asked).toEqual([expect.stringMatching(/^gh release create v1\.0\.0 /)]);
  // After the release was made, while its files were sent.
  const last = publish('v1.0.0', { view: `echo '${integrity}'`, release: 'exit 0' });
  expect(last.asked).toEqual([
    'gh release upload v1.0.0 --clobber SHA256SUMS hitmap-1.0.0.html hitmap-1.0.0.tgz',
  ]);
});

test('what npm has under this version with other bytes is no release', () => {
  const integrity = JSON.stringify(integrityOf('another'));
  const ran = publish('v1.0.0', { view: `echo '${integrity}'` });
  expect([ran.status, ran.asked]).toEqual([1, []]);
  expect(ran.stderr).toMatch(/^hitmap: npm has hitmap@1\.0\.0 with other bytes/);
});

test('nothing is released where npm does not answer, or does not take it', () => {
  const silent = publish('v1.0.0', { view: 'echo "npm error code ECONNREFUSED" >&2; exit 1' });
  expect([silent.status, silent.asked]).toEqual([1, []]);
  expect(silent.stderr).toMatch(/npm does not say whether it has hitmap@1\.0\.0: .*ECONNREFUSED/);
  const refused = publish('v1.0.0', { publish: 'exit 1' });
  expect([refused.status, refused.asked]).toEqual([1, [expect.stringMatching(/^npm publish /)]]);
});

test('a try publishes nothing, and no other word is taken for a tag', () => {
  const dry = publish('v1.0.0', {}, '--dry-run');
  expect([dry.status, dry.asked]).toEqual([0, []]);
  expect(dry.stdout).toMatch(/^npm publish .*\ngh release create v1\.0\.0 /);
  for (const tag of ['v0', '1.0.0', 'v1.0', 'v1.0.0 --tag latest']) {
    const ran = publish(tag, {});
    expect([tag, ran.status, ran.asked]).toEqual([tag, 1, []]);
    expect(ran.stderr).toMatch(/is no tag of a release/);
  }
});
