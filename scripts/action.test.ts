import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** What the action does where a program that it calls fails; the rest is in e2e/journeys/package.spec.ts. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitmap-action-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

function program(name: string, lines: string): string {
  writeFileSync(at(name), `#!/bin/sh\n${lines}\n`);
  chmodSync(at(name), 0o755);
  return at(name);
}

/** Runs a script of the action; its exit code, and the commands that it gives the runner. */
function script(name: string, environment: Readonly<Record<string, string>>) {
  const { status, stdout } = spawnSync('bash', [join(import.meta.dirname, name)], {
    encoding: 'utf8',
    env: { ...process.env, RUNNER_TEMP: folder, ...environment },
  });
  return { status, commands: stdout.split('\n').filter((line) => /^::(error|notice) /.test(line)) };
}

describe('the summary', () => {
  const step = (environment: Readonly<Record<string, string>>) => {
    for (const name of ['summary', 'output']) writeFileSync(at(name), '');
    const ran = script('action.sh', {
      GITHUB_STEP_SUMMARY: at('summary'),
      GITHUB_OUTPUT: at('output'),
      HITMAP_BASE: 'base.o',
      HITMAP_HEAD: 'head.o',
      ...environment,
    });
    return { ...ran, summary: readFileSync(at('summary'), 'utf8') };
  };

  test('npm ends with 1 as a broken rule does, and is told from it', () => {
    const { status, commands, summary } = step({
      HITMAP_PROGRAM: '',
      HITMAP_VERSION: '9.9.9',
      // Port 9 answers nobody.
      npm_config_registry: 'http://localhost:9/',
      npm_config_cache: at('cache'),
      npm_config_fetch_retries: '0',
    });
    expect([status, summary]).toEqual([2, '']);
    expect(commands).toEqual([
      expect.stringMatching(/`npx --yes hitmap@9\.9\.9` gave no summary.*: npm error code /),
    ]);
  });

  test('1 with a summary is a broken rule; any other number is not', () => {
    const broken = step({ HITMAP_PROGRAM: program('broken', 'echo "1 broken"; exit 1') });
    expect(broken).toEqual({
      status: 1,
      commands: [expect.stringContaining('A layout rule is broken')],
      summary: '1 broken\n',
    });
    const killed = step({ HITMAP_PROGRAM: program('killed', 'echo "half a"; kill -9 $$') });
    expect([killed.status, killed.summary]).toEqual([2, '']);
    expect(killed.commands).toEqual([expect.stringContaining('gave no summary')]);
  });
});
