import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run } from '../testing/run';

const tools = needs('gcc', 'objcopy', 'strip', 'readelf');

const folder = testFolder();
const SOURCE = `struct shelf { long first; char label[40]; long second; };
__attribute__((noinline)) long take(struct shelf *it) { return it->second++; }
int main(int count, char **words) { return take((void *)words); }
`;

beforeAll(() => {
  writeFileSync(join(folder, 'p.c'), SOURCE);
  const inFolder = { cwd: folder };
  execFileSync('gcc', ['-g', '-O2', '-Wl,--build-id', '-o', 'p', 'p.c'], inFolder);
  execFileSync('gcc', ['-g', '-O1', '-Wl,--build-id', '-o', 'other', 'p.c'], inFolder);
  execFileSync('objcopy', ['--only-keep-debug', 'p', 'p.debug'], inFolder);
  execFileSync('strip', ['p'], inFolder);
  execFileSync('objcopy', ['--add-gnu-debuglink=p.debug', 'p'], inFolder);
});

const TAKEN = /shelf\.second \(byte 48\), direct/;

test('debug information is found as gdb finds it, or named', tools, () => {
  const program = join(folder, 'p');
  const debug = join(folder, 'p.debug');
  // By the name that the program has of it.
  expect(run(['what', program, 'take']).text).toMatch(TAKEN);
  expect(run(['show', program, 'shelf']).text).toContain('/* size: 56,');
  mkdirSync(join(folder, '.debug'));
  renameSync(debug, join(folder, '.debug/p.debug'));
  expect(run(['what', program, 'take']).text).toMatch(TAKEN);
  // By its build-id, where debuginfod's client keeps files.
  const notes = execFileSync('readelf', ['-n', program], { encoding: 'utf8' });
  const id = /Build ID: ([0-9a-f]+)/.exec(notes)?.[1] ?? '';
  mkdirSync(join(folder, 'cache', id), { recursive: true });
  renameSync(join(folder, '.debug/p.debug'), join(folder, 'cache', id, 'debuginfo'));
  const before = process.env.DEBUGINFOD_CACHE_PATH;
  process.env.DEBUGINFOD_CACHE_PATH = join(folder, 'cache');
  try {
    expect(run(['what', program, 'take']).text).toMatch(TAKEN);
  } finally {
    if (before === undefined) delete process.env.DEBUGINFOD_CACHE_PATH;
    else process.env.DEBUGINFOD_CACHE_PATH = before;
  }
  // Anywhere.
  expect(() => run(['ls', program])).toThrow(new RegExp(`p\\.debug, with the build-id ${id}`));
  renameSync(join(folder, 'cache', id, 'debuginfo'), debug);
  renameSync(debug, join(folder, 'elsewhere'));
  const named = ['--debug', join(folder, 'elsewhere')];
  expect(run(['what', program, 'take', ...named]).text).toMatch(TAKEN);
  expect(run(['ls', program, ...named]).text).toContain('struct shelf');
  const wrong = ['--debug', join(folder, 'other')];
  expect(() => run(['ls', program, ...wrong])).toThrow(/not the debug information of the program/);
  renameSync(join(folder, 'elsewhere'), debug);
});
