import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { beforeAll, expect, test } from 'vitest';
import { testFolder } from '../core/base/testing/folder';

/** What the program says of a Node that cannot run it, or may not. */

const folder = testFolder();
/** As a package has it: no build beside it. */
const installed = join(folder, 'hitmap');
beforeAll(() => {
  expect(spawnSync(process.execPath, ['scripts/build.mjs', '--cli']).status).toBe(0);
  for (const part of ['bin', 'dist-cli']) cpSync(part, join(installed, part), { recursive: true });
  copyFileSync('e2e/samples/depot.o', join(installed, 'depot.o'));
  mkdirSync(join(folder, 'other'));
  copyFileSync('e2e/samples/depot.o', join(folder, 'other/depot.o'));
}, 600_000);

function hitmap(options: string, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(installed, 'bin/hitmap.mjs'), ...words],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: options } },
  );
  return { status, stdout, stderr };
}

test('a Node of years ago reads the file that says it is too old', () => {
  const messagesOf = (text: string) =>
    new Linter()
      .verify(text, {
        languageOptions: { ecmaVersion: 2020, sourceType: 'module' },
        rules: {
          'no-restricted-syntax': [
            'error',
            // Of ECMAScript 2020 Node 12 has `import()` and `import.meta`, and these it has not. It would have to find a
            // file that is imported at the beginning, and read that too.
            'ChainExpression',
            'LogicalExpression[operator="??"]',
            'ImportDeclaration',
            'ExportNamedDeclaration[source]',
            'ExportAllDeclaration',
          ],
        },
      })
      .map(({ line, message }) => `${line}: ${message}`);
  expect(messagesOf(readFileSync('bin/hitmap.mjs', 'utf8'))).toEqual([]);
  for (const young of ['a?.b;', 'a ?? b;', 'await a;', 'a ??= b;', "import 'node:fs';"]) {
    expect([young, messagesOf(young)]).toEqual([young, [expect.any(String)]]);
  }
});

test('what a Node that is too old prints', () => {
  const old =
    "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'12.22.12'})";
  const ran = hitmap(`--import=${old}`, '--version');
  expect(ran).toEqual({
    status: 2,
    stdout: '',
    stderr: 'hitmap: Node 12.22.12 is too old: 20.19 or later is needed.\n',
  });
});

test('a Node without WebAssembly is named with the option that took it away', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--jitless', join(installed, 'bin/hitmap.mjs'), 'ls', 'any.o'],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^hitmap: this Node has no WebAssembly.* with --jitless: leave/m),
  ]);
});

test('what Node may not read is named with the option that forbids it', () => {
  const option =
    Number(process.versions.node.split('.')[0]) < 23 ? '--experimental-permission' : '--permission';
  const only = (path: string) => `--no-warnings ${option} --allow-fs-read=${join(installed, path)}`;
  const show = (options: string, file: string) => hitmap(options, 'show', file, 'depot');

  const begin = show(only('bin/*'), join(installed, 'depot.o'));
  expect([begin.status, begin.stderr]).toEqual([
    2,
    expect.stringMatching(
      `^hitmap: Node refuses FileSystemRead of /.*, as it is started with ${option} by NODE_OPTIONS`,
    ),
  ]);
  const outside = show(only('*'), join(folder, 'other/depot.o'));
  expect([outside.status, outside.stderr]).toEqual([
    2,
    expect.stringMatching(/^hitmap: cannot open .*depot\.o: Node is started with --permission/),
  ]);
  // Where it is allowed, it works.
  const inside = show(only('*'), join(installed, 'depot.o'));
  expect([inside.stderr, inside.status]).toEqual(['', 0]);
});
