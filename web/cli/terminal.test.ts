import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiled, testFolder } from '../core/base/testing/folder';
import { sectionHeader } from '../../e2e/support/elf';
import { needs } from '../core/base/testing/needs';
import { makeLink } from '../core/document/link';
import { documentOf } from './open/structOf';
import { notesShown } from './words';

/** What no terminal may be sent: controls but for the end of a line and the tab, and marks of direction. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

const folder = testFolder();

/** The program itself, through a shell so that its streams can be what they are in a shell. */
function shell(command: string, ...words: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync('sh', ['-c', command, 'sh', process.execPath, 'bin/hitmap.mjs', ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    // What hangs is killed, and has no exit code.
    timeout: 120_000,
  });
}
const hitmap = (...words: readonly string[]) => shell('exec "$@"', ...words);

/** One sentence, exit code 2, nothing on standard output. */
function expectSentence(ran: SpawnSyncReturns<string>, says: RegExp): void {
  expect(ran.stderr).toMatch(/^hitmap: [^\n]+\n$/);
  expect(ran.stderr).toMatch(says);
  expect(ran.stderr).not.toMatch(/fault of hitmap/);
  expect([ran.status, ran.stdout]).toEqual([2, '']);
}

beforeAll(() => {
  // The program runs as it was built; where that is up to date this is quickly said.
  expect(spawnSync(process.execPath, ['scripts/build.mjs', '--cli']).status).toBe(0);
  expect(hitmap('--help').status).toBe(0);
}, 600_000);

test('of one file all warnings and three notes are shown, the most severe first, and --notes shows all', () => {
  const said = (severity: 'warning' | 'note', id: string) => ({
    id: `report/${id}`,
    severity,
    text: `${id}.`,
    fix: null,
  });
  const notes = ['a', 'b', 'c', 'd'].map((id) => said('note', id));
  const warnings = ['e', 'f', 'g', 'h'].map((id) => said('warning', id));
  const shown = notesShown({ notes: [...notes, ...warnings] }, false);
  expect(shown.map(({ text }) => text).join(' ')).toBe(
    'e. f. g. h. a. b. c. 1 more message: --notes shows it.',
  );
  expect(notesShown({ notes: notes.slice(1) }, false)).toEqual(notes.slice(1));
  expect(notesShown({ notes: [...notes, ...warnings] }, true)).toEqual([...warnings, ...notes]);
});

test('of many files the ten most severe notes are shown, and --notes shows all', () => {
  const texts = readdirSync('corpus')
    .filter((name) => /^(address_space|amd|arm|intel|mixed|data).*\.txt$/.test(name))
    .map((name) => join('corpus', name));
  const noted = (...more: readonly string[]) =>
    hitmap(
      'rows',
      ...texts,
      '--jobs',
      '1',
      '--out',
      join(folder, `rows${more.length}.csv`),
      ...more,
    )
      .stderr.split('\n')
      .filter((line) => /^hitmap: (?:note|warning): /.test(line));
  const [few, all] = [noted(), noted('--notes')];
  expect(all.length).toBeGreaterThan(11);
  const severities = all.map((line) => line.split(': ')[1]);
  expect(severities).toEqual(severities.toSorted().toReversed());
  expect(new Set(severities).size).toBe(2);
  expect(few).toEqual([
    ...all.slice(0, 10),
    `hitmap: note: ${all.length - 10} more messages: --notes shows them.`,
  ]);
});

test('a result that a disk takes only a part of is a failure', () => {
  const out = join(folder, 'part');
  const ran = spawnSync(
    'bash',
    [
      '-c',
      `trap '' XFSZ; ulimit -f 1; exec "$@" > '${out}'`,
      'bash',
      process.execPath,
      'bin/hitmap.mjs',
      'show',
      '--help',
    ],
    { encoding: 'utf8' },
  );
  expect(readFileSync(out).length).toBe(1024);
  expectSentence(ran, /could not be written: the file has the largest size that it may have/);
});

test('with --json what went wrong is JSON on standard output, and a sentence beside it', () => {
  const made = 'e2e/samples/depot.o';
  for (const [id, ...words] of [
    ['input/unreadable', 'ls', 'nothing.o'],
    ['file/text', 'ls', 'README.md'],
    ['input/no-struct', 'show', made, 'no_such_struct'],
    ['edit/unknown-member', 'show', made, 'depot', '--edit', 'move nothing first'],
    ['report/unknown-kind', 'heat', made],
    ['input/no-rules-text', 'check', made, made],
    ['input/unreadable', 'open', 'no link'],
    ['input/no-file', 'fleet', 'nothing.parquet'],
    ['usage/unknown', 'show', made, 'depot', '--no-such-option'],
    ['usage/no-command', 'nothing'],
  ]) {
    const { status, stdout, stderr } = hitmap(...words, '--json');
    const { v, error } = JSON.parse(stdout) as { v: number; error: Record<string, string | null> };
    const output = `hitmap: ${[error['text'], error['fix']].filter((each) => each !== null).join(' ')}\n`;
    expect([words, status, v, error['id'], error['severity'], output]).toEqual([
      words,
      2,
      1,
      id,
      'error',
      stderr,
    ]);
    expect(Object.keys(error)).toEqual(['id', 'severity', 'text', 'fix']);
    expect(hitmap(...words)).toMatchObject({ status: 2, stdout: '' });
  }
  // After `--` it is a file's name.
  expect(hitmap('ls', '--', '--json')).toMatchObject({ status: 2, stdout: '' });
});

test('a folder that cannot be made ends in a sentence, and not never', () => {
  const made = 'e2e/samples/depot.o';
  const summary = ['summary', made, 'e2e/samples/depot-audit.o', '--pictures'];
  const report = 'corpus/address_space-before-5.15.txt';
  for (const words of [summary, ['rows', report, '--out']]) {
    expectSentence(hitmap(...words, '/proc/none/pictures'), /the system allows no folder there/);
    expectSentence(hitmap(...words, join(made, 'pictures')), /a file of that name is in the way/);
  }
});

describe('a file whose types cannot be read', needs('gcc'), () => {
  const at = (name: string) => join(folder, name);
  beforeAll(() => {
    writeFileSync(at('sp.c'), 'struct queue { int a; long b; } q;\n');
    const gcc = (...words: readonly string[]) =>
      expect(spawnSync('gcc', ['-g', '-c', 'sp.c', ...words], { cwd: folder }).status).toBe(0);
    gcc('-o', 'whole.o');
    gcc('-gsplit-dwarf', '-o', 'split.o');
    rmSync(at('split.dwo'), { force: true });
    rmSync(at('sp.dwo'), { force: true });
    writeFileSync(at('rules'), 'queue: size 16\n');
  });

  test.each([
    ['show', at('split.o'), 'queue'],
    ['diff', at('whole.o'), at('split.o')],
    ['summary', at('whole.o'), at('split.o')],
    ['check', at('rules'), at('split.o')],
  ])('%s says what is missing, and passes nothing for unchanged or broken', (...words) => {
    expectSentence(hitmap(...words), /split DWARF files that are not here: \S+\.dwo/);
  });

  test('a pipe or a device where a file names another one is not waited for', () => {
    expect(spawnSync('mkfifo', [at('sp.dwo')]).status).toBe(0);
    try {
      expectSentence(hitmap('show', at('split.o'), 'queue'), /split DWARF files that are not here/);
    } finally {
      rmSync(at('sp.dwo'));
    }
  });

  test('rules and files in the wrong order are said in a short sentence', () => {
    const ran = hitmap('check', at('whole.o'), at('rules'));
    expectSentence(ran, /is not a text with rules/);
    expect(ran.stderr.length).toBeLessThan(300);
  });

  test('no address that is none gets into a link', () => {
    const ran = hitmap('summary', at('whole.o'), at('whole.o'), '--page', 'javascript:alert(1)');
    expectSentence(ran, /--page takes the address of a page/);
  });
});

test('names and texts of a link do not control a terminal, and its own text is in its JSON', () => {
  const own = documentOf('e2e/samples/depot.o', 'depot', []);
  const note = { member: 'x' as never, text: 'first\u001b[31m\nStruct forged:' };
  const raw = {
    ...own,
    struct: { ...own.struct, name: '\u001b]0;title\u0007' },
    supplied: { text: '\u009b2J\u202e\nChanges:' },
    notes: [note],
    claim: { model: '1', headline: '\nTags:\u001b[2J' },
  };
  const link = makeLink(raw);
  const text = hitmap('open', link).stdout;
  expect(text).toContain('\\u001b');
  expect(text).not.toMatch(OBEYED);
  expect(text).not.toMatch(/^(?:Changes|Tags|Struct forged):/m);
  const json = hitmap('open', link, '--json').stdout;
  expect(json).not.toMatch(OBEYED);
  expect(JSON.parse(json)).toMatchObject({ supplied: raw.supplied, claim: raw.claim });
});

test('arguments in sentences are as visible as names', () => {
  const bad = 'a\u001b[2J\nb\u202e';
  for (const words of [
    ['ls', bad],
    ['show', bad, 'x'],
    [bad],
    ['ls', 'package.json', `--${bad}`],
  ]) {
    const { stderr, status } = hitmap(...words);
    expect(status).toBe(2);
    expect(stderr).not.toMatch(OBEYED);
    expect(stderr.split('\n')).toHaveLength(2);
  }
});

describe('streams and files that fail', () => {
  test('nobody reads the sentence', () => {
    expect(shell('exec "$@" 2>/dev/full', 'ls', '/no/such').status).toBe(2);
  });

  test('a file without a struct that can be read is no empty list without a word', () => {
    const bytes = readFileSync('e2e/samples/shop.o');
    // Said to be compressed (0x800), which it is not.
    bytes.writeBigUInt64LE(0x800n, sectionHeader(bytes, '.debug_info') + 8);
    const file = join(folder, 'packed.o');
    writeFileSync(file, bytes);
    const ran = hitmap('ls', file);
    expect([ran.status, ran.stdout]).toEqual([0, '']);
    expect(ran.stderr).toMatch(/warning: .*\.debug_info/);
    expect(ran.stderr).toMatch(/debug information without a struct/);
  });

  test('what never ends, what is no file, what is not there', () => {
    expectSentence(hitmap('ls', '/dev/zero'), /device that does not end/);
    expectSentence(shell('exec "$@" < /dev/zero', 'ls', '-'), /device that does not end/);
    expectSentence(shell('yes | "$@"', 'heat', '-'), /more than 64 MB of text/);
    expectSentence(hitmap('ls', folder), /is a directory/);
    expectSentence(hitmap('heat', folder), /is a directory/);
    expectSentence(hitmap('open', folder), /is a directory/);
    expectSentence(hitmap('ls', join(folder, 'none')), /no such file/);
    expectSentence(hitmap('ls', '/dev/null'), /empty/);
  });

  test('a name that is not UTF-8 can be given as standard input', () => {
    const at = `at="$(printf '%s/x\\377.o' '${folder}')"; cp e2e/samples/shop.o "$at"`;
    expectSentence(shell(`${at}; exec "$@" "$at"`, 'ls'), /not UTF-8.*`-`/);
    expect(shell(`${at}; exec "$@" < "$at"`, 'ls', '-').status).toBe(0);
  });

  test(
    'a tree with what cannot be read in it, and a folder where the header should be',
    needs('gcc'),
    () => {
      const tree = join(folder, 'tree');
      mkdirSync(join(tree, 'thing.h'), { recursive: true });
      spawnSync('mkfifo', [join(tree, 'pipe.h')]);
      const source = join(folder, 'thing.c');
      const declared = '# 1 "thing.h"\nstruct thing { char a; long b; char c; } it;\n';
      const object = compiled(source, declared);
      const words = ['patch', object, 'thing', '--edit', 'move c after a', '--tree'];
      expectSentence(hitmap(...words, tree), /has no .*thing\.h/);
      expectSentence(hitmap(...words, '/proc/self'), /has no .*thing\.h/);
      // Where debug information names it, the header still lies in the tree.
      writeFileSync(join(folder, 'secret.h'), 'struct leak { char a; long b; char c; };\n');
      compiled(source, '# 1 "../secret.h"\nstruct leak { char a; long b; char c; } it;\n');
      const leak = ['patch', object, 'leak', '--edit', 'move c after a', '--tree', tree];
      expectSentence(hitmap(...leak), /has no .*secret\.h/);
    },
  );
});
