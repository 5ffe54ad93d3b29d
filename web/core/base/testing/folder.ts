import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect } from 'vitest';

/** A new folder for the tests of a file or of a group; it is removed after them. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file, and the folders that it is in. Gives its path. */
export function written(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Writes C (`.c`) or C++ (`.cc`) and compiles it with debug information. Gives the path of the object beside it. */
export function compiled(path: string, source: string, ...flags: readonly string[]): string {
  const [folder, name] = [dirname(written(path, source)), basename(path)];
  const object = name.replace(/\.\w+$/, '.o');
  const command = name.endsWith('.c') ? 'gcc' : 'g++';
  const words = ['-g', '-c', ...flags, '-o', object, name];
  const { status, stderr } = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return join(folder, object);
}
