import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from './journey';

/** Judges outside our code, by command, and the Debian package that each comes with. */
const PACKAGES = JSON.parse(
  readFileSync(new URL('../../scripts/judges.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

/**
 * The journey needs this judge. Where the machine has none it is skipped with the reason; under CI, where
 * it could be installed, it fails.
 */
export function requireJudge(command: string): void {
  const packageName = PACKAGES[command];
  if (packageName === undefined) throw new Error(`scripts/judges.json has no judge ${command}`);
  if (isThere(command)) return;
  const reason = `${command} is not installed (Debian: apt-get install ${packageName})`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  test.skip(true, reason);
}

function isThere(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}
