// Every command that there is, with streams that fail and files that go away under its hands.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '../core/base/testing/folder';
import { needs, needsPackage, skippedFor } from '../core/base/testing/needs';
import { COMMANDS } from './commands';
import { Failure } from './failure';
import { run } from './main';

const [OBJECT, OTHER, REPORT] = ['e2e/samples/shop.o', 'e2e/samples/depot.o', 'corpus/amd-6.1.txt'];
const MOVED = ['--edit', 'move limit first'];

/** Readable by others than its owner. */
const folder = testFolder();
chmodSync(folder, 0o755);
const at = (name: string) => join(folder, name);

/** Of each command: the file that it is given, and the words around it that make it print a result. */
const WORKS: Readonly<
  Record<string, { readonly file: string; readonly words: (file: string) => readonly string[] }>
> = {
  ls: { file: OBJECT, words: (file) => [file] },
  show: { file: OBJECT, words: (file) => [file, 'counter'] },
  heat: { file: REPORT, words: (file) => [file] },
  what: { file: OBJECT, words: (file) => [file, 'shop_open'] },
  findings: { file: OBJECT, words: (file) => [file, 'counter'] },
  predict: { file: OBJECT, words: (file) => [file, 'counter', '--edit', 'tag hits write-hot'] },
  suggest: { file: OBJECT, words: (file) => [file, 'counter', '--edit', 'tag hits write-hot'] },
  patch: {
    file: OBJECT,
    words: (file) => [file, 'counter', ...MOVED, '--header', 'e2e/samples/shop.c'],
  },
  link: { file: OBJECT, words: (file) => [file, 'counter', ...MOVED] },
  open: { file: at('link.txt'), words: (file) => [file] },
  review: { file: OBJECT, words: (file) => [file, at('posted')] },
  diff: { file: OBJECT, words: (file) => [OTHER, file, '--all'] },
  history: { file: OBJECT, words: (file) => ['counter', file, OBJECT] },
  summary: { file: OBJECT, words: (file) => [OTHER, file] },
  check: { file: OBJECT, words: (file) => [at('rules'), file] },
  export: { file: OBJECT, words: (file) => [file, 'counter', '--as', 'pahole'] },
  capture: { file: at('bundle.tar'), words: (file) => [file] },
  rows: { file: REPORT, words: (file) => [file, '--as', 'csv'] },
  fleet: { file: at('rows.csv'), words: (file) => [file] },
};

/** It prints nothing until somebody stops it, and has tests of its own. */
const ENDLESS = ['serve'];
const COMMANDS_WITH_RESULT = Object.keys(COMMANDS).filter((name) => !ENDLESS.includes(name));

const BIN = join(process.cwd(), 'dist-cli/hitmap.mjs');
/** Whom root becomes to meet a file that may not be read: nobody. */
const AS_NOBODY =
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', process.execPath]
    : [process.execPath];

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program through a shell, in which `"$@"` stands for it and its words. */
function shell(
  script: string,
  words: readonly string[],
  program: readonly string[] = [process.execPath],
): Promise<Ran> {
  const child = spawn('sh', ['-c', script, 'sh', ...program, BIN, ...words], { timeout: 120_000 });
  const [stdout, stderr]: string[][] = [[], []];
  child.stdout.on('data', (chunk) => stdout?.push(String(chunk)));
  child.stderr.on('data', (chunk) => stderr?.push(String(chunk)));
  return new Promise((resolve) =>
    child.on('close', (status) =>
      resolve({ status, stdout: stdout?.join('') ?? '', stderr: stderr?.join('') ?? '' }),
    ),
  );
}

/** Sentences, and an end that says of what is wrong that it is. */
function expectSentence({ status, stderr, stdout }: Ran, says: RegExp, of: string): void {
  const context = `${of}: ${status}\n${stderr}${stdout}`;
  expect(stderr, context).toMatch(says);
  expect(stderr, context).toMatch(/^(hitmap: [^\n]+\n)+$/);
  expect(stderr, context).not.toMatch(/fault of hitmap/);
  expect(status, context).toBe(2);
}

beforeAll(async () => {
  expect(spawnSync(process.execPath, ['scripts/build.mjs', '--cli']).status).toBe(0);
  writeFileSync(at('rules'), 'counter: size 128\n');
  const written = async (name: string, words: readonly string[]) => {
    const { status, stdout } = await shell('exec "$@"', words);
    expect(status).toBe(0);
    writeFileSync(at(name), stdout);
  };
  await written('link.txt', ['link', OBJECT, 'counter', ...MOVED]);
  await written('rows.csv', ['rows', REPORT, '--as', 'csv']);
  await written('posted', ['patch', OBJECT, 'counter', ...MOVED, '--header', 'e2e/samples/shop.c']);
  copyFileSync(REPORT, at('c2c.txt'));
  writeFileSync(at('MANIFEST'), 'hitmap-capture: 1\nid: 1\nhost: one\nrelease: 6.1\n');
  const tar = ['-C', folder, '-cf', at('bundle.tar'), 'MANIFEST', 'c2c.txt'];
  expect(spawnSync('tar', tar).status).toBe(0);
}, 600_000);

test('no command is left out', () => {
  expect(Object.keys(WORKS).sort()).toEqual([...COMMANDS_WITH_RESULT].sort());
});

describe('every command', needs('tar'), () => {
  for (const command of COMMANDS_WITH_RESULT) {
    const { file, words } = WORKS[command] ?? { file: '', words: () => [] };
    const argv = [command, ...words(file)];
    const skip = command === 'fleet' ? needsPackage('@duckdb/node-api') : {};

    test(`${command}: a full disk, and a reader that goes away`, skip, async () => {
      const full = await shell('exec "$@" > /dev/full', argv);
      expect(full.stderr).toMatch(/could not be written: the disk is full/);
      expect(full.stderr).not.toMatch(/fault of hitmap/);
      expect(full.status).toBe(2);
      const gone = await shell('{ "$@"; echo "status $?" >&2; } | true', argv);
      expect(gone.stderr).toMatch(/status 0\n$/);
      expect(gone.stderr).not.toMatch(/fault of hitmap|could not be written/);
    });

    // DuckDB opens a fleet's files itself.
    const cutSkip = command === 'fleet' ? skippedFor('its files are opened by DuckDB') : {};
    test(`${command}: a file that is cut while it is read`, cutSkip, async () => {
      const copy = at(`cut-${command}`);
      copyFileSync(file, copy);
      const cut = `--import=${pathToFileURL(join(process.cwd(), 'web/cli/testing/cutWhenRead.mjs')).href}`;
      const ran = await shell(
        `HITMAP_CUT='${copy}' exec "$@"`,
        [command, ...words(copy)],
        [process.execPath, cut],
      );
      expectSentence(ran, /changed while it was read|cut while it was read/, command);
    });

    test(`${command}: a name that is not UTF-8`, skip, async () => {
      const ran = await shell(
        `bad="$(printf '%s/x\\377' '${folder}')"; n=$#; for word in "$@"; do shift; [ "$word" = BAD ] && word=$bad; set -- "$@" "$word"; done; exec "$@"`,
        [command, ...words('BAD')],
      );
      expectSentence(ran, /its name is not UTF-8/, command);
    });
  }
});

const refused = () => {
  const look = `require('node:fs').accessSync(${JSON.stringify(join(process.cwd(), 'package.json'))})`;
  const { status } = spawnSync(AS_NOBODY[0] ?? '', [...AS_NOBODY.slice(1), '-e', look]);
  return status === 0 ? null : 'nobody but its owner may read this checkout';
};

describe('every command', skippedFor(refused()), () => {
  for (const command of COMMANDS_WITH_RESULT) {
    const { words } = WORKS[command] ?? { words: () => [] };
    const skip = command === 'fleet' ? needsPackage('@duckdb/node-api') : {};
    test(`${command}: a file that may not be read`, skip, async () => {
      writeFileSync(at('secret'), 'x');
      chmodSync(at('secret'), 0);
      const ran = await shell('exec "$@"', [command, ...words(at('secret'))], AS_NOBODY);
      expectSentence(ran, /permission denied/i, command);
    });
  }
});

describe('files that are none', () => {
  const begun = (name: string, bytes: Buffer) => {
    writeFileSync(at(name), bytes);
    return at(name);
  };
  test.each([
    ['a folder', () => folder],
    ['what never ends', () => '/dev/zero'],
    ['what is empty', () => '/dev/null'],
    ['what is not there', () => at('none')],
    ['half a recording', () => begun('perf.data', Buffer.from(`PERFILE2${'\x07'.repeat(40)}`))],
    ['half an object', () => begun('half.o', readFileSync(OBJECT).subarray(0, 900))],
  ])('%s is a sentence to every command', async (_, path) => {
    for (const command of Object.keys(COMMANDS)) {
      const words = WORKS[command]?.words(path()) ?? [path(), '--no-open', '--port', 'none'];
      // Anything but a failure with its sentence is a fault of ours.
      const ended = run([command, ...words]).then(() => 'no failure');
      const output = await ended.catch((error: unknown) =>
        error instanceof Failure ? error.message : `a fault: ${String(error)}`,
      );
      expect(output, `${command} ${words.join(' ')}`).toMatch(/^(?!no failure|a fault).{15,}/s);
    }
  });
});
