import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../web/core/base/testing/folder';
import { needs } from '../web/core/base/testing/needs';

const folder = testFolder();
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** What the release says of itself where the changelog is this one. */
function notes(changelog: string) {
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  const words = ['scripts/release-notes.mjs', join(folder, 'CHANGELOG.md')];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('the section of this version, and of no other that is called alike', needs('rustc'), () => {
  const { status, stdout } = notes(
    `# Changelog\n\n## ${version}-rc.1, 2026-01-01\n\nTried.\n\n## ${version}, 2026-01-31\n\nDone.\n\n## 0.0.1, 2025-01-01\n\nOld.\n`,
  );
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^Done\.\n\nBuilt with rustc /)]);
});

test('what has no section or no date is no release', () => {
  const missing = notes('## 0.0.1, 2025-01-01\n\nOld.\n');
  expect([missing.status, missing.stderr]).toEqual([
    1,
    `hitmap: CHANGELOG.md has no section for ${version}.\n`,
  ]);
  const early = notes(`## ${version}, unreleased\n\nDone.\n`);
  expect([early.status, early.stderr]).toEqual([
    1,
    expect.stringMatching(/has no date for .*: `## .*, YYYY-MM-DD`/),
  ]);
});
