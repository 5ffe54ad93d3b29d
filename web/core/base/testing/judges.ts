import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the test command can install: a program, and Debian's package that has it. */
const INSTALLABLE = fileURLToPath(new URL('../../../../scripts/judges.json', import.meta.url));

/**
 * Why a test that needs these programs cannot run here; null where it can. Under `CI=true` a program that the
 * test command installs has to be there: its absence is an error.
 */
export function whyMissing(...programs: readonly string[]): string | null {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return null;
  const sentence = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
  const installable = JSON.parse(readFileSync(INSTALLABLE, 'utf8')) as Record<string, string>;
  if (process.env.CI === 'true' && missing.some((program) => program in installable)) {
    throw new Error(`${sentence}; under CI=true the test command installs what judges`);
  }
  return sentence;
}

const known = new Map<string, boolean>();

function isInstalled(program: string): boolean {
  let installed = known.get(program);
  if (installed === undefined) {
    installed = spawnSync(program, ['--version']).error === undefined;
    known.set(program, installed);
  }
  return installed;
}
