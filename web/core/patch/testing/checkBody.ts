import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { MemberPath } from '../../layout/ids';
import type { HeaderFile } from '../request';
import { diffOf, patchOf, type Case } from './patchOf';
import { readHeader } from '../../layout/testing/readHeader';

/** The body that a patch leaves, applied by git itself, without the braces. */
export function check(
  body: string,
  edits: readonly string[],
  expected: string,
  more: Partial<Case> = {},
) {
  const text = `struct s {\n${body}\n};\n`;
  const input: Case = { text, struct: 's', edits, ...more };
  const after = appliedByGit(input);
  expect(after.split('\n').slice(1, -2).join('\n')).toBe(expected);
}

/** The header that a patch leaves, applied by git itself. */
export function appliedByGit(input: Case): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-plan-'));
  const path = input.path ?? 'include/linux/test.h';
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), input.text);
  const { status, stderr } = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: folder,
    input: diffOf(input),
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
  });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  return readFileSync(join(folder, path), 'utf8');
}

/** Why there is no patch. */
export function refusalOf(body: string, edits: readonly string[], more: Partial<Case> = {}) {
  const { result } = patchOf({ text: `struct s {\n${body}\n};\n`, struct: 's', edits, ...more });
  if (result.ok) throw new Error('a patch, not a refusal');
  return result.error;
}

export const path = (name: string) => name as MemberPath;

/** Another header than the one that the struct was read from. */
export function otherHeader(text: string): HeaderFile {
  const bytes = new TextEncoder().encode(text);
  return { path: 'include/linux/test.h', bytes, doc: readHeader(bytes) };
}
