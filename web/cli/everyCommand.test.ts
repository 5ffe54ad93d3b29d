// Names that a terminal obeys, or that make a line of their own, through every command that there is.
import { linesBeside } from './words';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '../core/base/testing/folder';
import { paretoText } from '../../e2e/support/c2cReport';
import { needs, needsPackage } from '../core/base/testing/needs';
import { visibleName, visibleText } from '../core/base/visible';
import type { MemberPath } from '../core/layout/ids';
import { makeLink } from '../core/document/link';
import { COMMANDS } from './commands';
import { FLEET_QUESTIONS } from './fleet/fleet';
import { Failure } from './failure';
import { documentOf } from './open/structOf';
import { run } from './main';

/** Each hostile name begins a line with this word; no line of an answer does. */
const FORGED = /^\W*FORGED/m;
/** What no terminal may be sent: controls but for the end of a line and the tab, and marks of direction. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

const evil = (name: string) => `${name}\nFORGED\r\nFORGED\u001b[2J\u009b\u202e`;
/** As long as the names that gcc is given, which are replaced in its program. */
const BYTES = 32;
const padded = (name: string) => {
  const bytes = Buffer.from(evil(name));
  return `${evil(name)}${'_'.repeat(BYTES - bytes.length)}`;
};
const asGiven = (name: string) => name.padEnd(BYTES, 'x');

const folder = testFolder();
const at = (name: string, ending = '') => join(folder, `${evil(name)}${ending}`);

const STRUCT = padded('S');
/** As it is shown. */
const NAME = visibleName(STRUCT);
const [OUTER, INNER, MEMBER, CODE, THING] = ['S', 'I', 'M', 'F', 'V'].map(asGiven);
const program = (more: string) => `
struct ${INNER} { long a; int b; };
struct ${OUTER} { long first; struct ${INNER} ${MEMBER}; char small${more}; int last; };
struct ${OUTER} ${THING};
__attribute__((noinline)) void ${CODE}(struct ${OUTER} *it) { it->${MEMBER}.b++; it->first++; }
__attribute__((noinline)) void plain(struct ${OUTER} *it) { it->${MEMBER}.b++; it->first++; }
int main(void) { ${CODE}(&${THING}); plain(&${THING}); return 0; }
`;

/** The address of `plain` as the program has it. */
let code = 0n;

function compile(name: string, source: string): void {
  const [from, to] = [join(folder, `${name}.c`), join(folder, name)];
  writeFileSync(from, source);
  // Its symbols and addresses are those of a report, as a kernel's are.
  const flags = ['-g', '-O1', '-no-pie', '-Wl,-Ttext-segment=0x10000000'];
  expect(spawnSync('gcc', [...flags, '-o', to, from]).status).toBe(0);
  const { stdout } = spawnSync('nm', [to], { encoding: 'utf8' });
  code = BigInt(`0x${/^(\w+) T plain$/m.exec(stdout)?.[1] ?? ''}`);
  let bytes = readFileSync(to).toString('latin1');
  for (const letter of ['S', 'I', 'M', 'F', 'V']) {
    bytes = bytes.replaceAll(asGiven(letter), Buffer.from(padded(letter)).toString('latin1'));
  }
  writeFileSync(at(name), Buffer.from(bytes, 'latin1'));
}

/** A report of the program, by perf's own columns, with what a text can hold in a name. */
function report(): string {
  const oneLine = '\u001b[2J\u009b\u202e';
  const row = (offset: number, at: number, symbol: string) => ({
    ...({ hitm: [50, 50], stores: [50, 0], offset, at, symbol, records: 20 } as const),
    ...{ code: `0x${(code + BigInt(at)).toString(16)}`, program: `prog${oneLine}` },
  });
  const rows = [row(0x10, 0, 'plain'), row(0, 4, `plain${oneLine}`)];
  return paretoText([{ address: '0x10004040', hitm: [1000, 1000], stores: [1000, 0], rows }]);
}

/** Rows of the report, with names of a stranger's choice in quotes. */
async function writeRows(): Promise<void> {
  const { text } = await run(['rows', at('report'), '--types', at('a'), '--as', 'csv']);
  expect(text).toContain(',plain,');
  const quoted = (name: string) => `"${evil(name)}"`;
  const own = text
    .replaceAll(',plain,', `,${quoted('P')},`)
    .replaceAll(',prog,', `,${quoted('O')},`);
  writeFileSync(at('rows', '.csv'), own.replaceAll(/,S\\u000a\w+.*?,/g, `,${quoted('S')},`));
}

/** A link to the struct with more such names, and prose, which has lines of its own. */
function hostileLink(): string {
  const own = documentOf(at('a'), STRUCT, ['move last after first']);
  return makeLink({
    ...own,
    struct: { ...own.struct, name: evil('L') },
    notes: [{ member: 'first' as MemberPath, text: 'a\nPROSE\u001b[2J\u202e' }],
    claim: { model: '1', headline: evil('H') },
  });
}

function writeBundle(): void {
  const own = join(folder, 'bundle');
  mkdirSync(own);
  const hostile = '\u001b[2J\u009b\u202e\rFORGED';
  const manifest = [
    'id: 1',
    'host',
    'release',
    'machine',
    'cpu',
    'perf',
    'method',
    'taken',
    'missing',
  ]
    .map((key) => (key.includes(':') ? key : `${key}: x${hostile}`))
    .join('\n');
  writeFileSync(join(own, 'MANIFEST'), `hitmap-capture: 1\n${manifest}\n`);
  writeFileSync(join(own, 'c2c.txt'), report());
  writeFileSync(join(own, evil('part')), 'x');
  const words = ['-C', folder, '-cf', at('bundle', '.tar'), 'bundle'];
  expect(spawnSync('tar', words).status).toBe(0);
}

const HEADER = 'struct thing {\n\tchar a;\n\tlong b;\n\tchar c;\n};\n';
/** A posted change whose subject and file are called so, as far as a mail takes it. */
const POSTED = `Subject: [PATCH] x\u001b[2J\u202e\rFORGED\n\n---\n--- a/thing\u001b[2J\u202e.h\n+++ b/thing\u001b[2J\u202e.h\n@@ -1,5 +1,5 @@ struct thing\u001b[2J\u202e {\n struct thing {\n \tchar a;\n+\tchar c;\n \tlong b;\n-\tchar c;\n };\n`;

beforeAll(async () => {
  compile('b', program('[64]'));
  compile('a', program(''));
  writeFileSync(at('report'), report());
  writeFileSync(at('rules'), `${NAME}: size 4\n`);
  writeFileSync(at('thing', '.h'), HEADER);
  writeFileSync(at('thing', '.c'), `${HEADER}struct thing it;\n`);
  const gcc = ['-x', 'c', '-g', '-c', '-o', at('thing', '.o'), at('thing', '.c')];
  expect(spawnSync('gcc', gcc).status).toBe(0);
  writeFileSync(at('posted'), POSTED);
  writeBundle();
  await writeRows();
}, 120_000);

/** Every command, with words that make it print names. */
const CASES: Readonly<Record<string, () => readonly (readonly string[])[]>> = {
  ls: () => [[at('a')], [at('a'), '--json']],
  show: () => [
    [at('a'), NAME],
    [at('a'), NAME, '--edit', 'move last after first'],
    [at('a'), evil('no')],
    [at('a'), NAME, '--json'],
    [at('thing', '.h'), 'thing'],
  ],
  heat: () => [
    [at('report')],
    [at('report'), '--json'],
    [at('report'), '--line', '0'],
    [at('report'), '--from', at('a')],
    [at('report'), '--line', '0', '--from', at('a')],
    [at('report'), '--line', evil('0')],
    [at('report'), '--struct', NAME, '--from', at('a')],
    [at('bundle', '.tar')],
  ],
  what: () => [
    [at('a'), 'plain', '--reasons'],
    [at('a'), padded('F')],
    [at('a'), evil('none')],
    [at('a'), 'plain', '--json'],
  ],
  findings: () => [[at('a'), NAME, '--profile', at('report'), '--line', '0', '--at', '0']],
  predict: () => [
    [at('a'), NAME, '--profile', at('report'), '--line', '0', '--at', '0'],
    [at('a'), NAME, '--profile', at('report')],
    [
      ...[at('a'), NAME, '--profile', at('report'), '--line', '0', '--at', '0'],
      ...['--edit', 'move last after first', '--measured', at('report')],
      ...['--measured-line', '0', '--measured-at', '0'],
    ],
  ],
  suggest: () => [
    [at('a'), NAME, '--edit', 'tag first write-hot', '--edit', 'tag last read-hot'],
    [at('a'), NAME, '--profile', at('report'), '--line', '0', '--at', '0'],
    [at('a'), evil('no')],
  ],
  patch: () => {
    const moved = ['--edit', 'move c after a'];
    const words = [at('thing', '.o'), 'thing', ...moved];
    return [
      [...words, '--header', at('thing', '.h')],
      [...words, '--header', at('thing', '.h'), '--mail'],
      [...words, '--header', at('thing', '.h'), '--json'],
      [...words, '--tree', folder],
      [at('a'), NAME, '--edit', 'move last after first', '--tree', folder],
    ];
  },
  link: () => [
    [at('a'), NAME, '--edit', 'move last after first'],
    [at('a'), evil('no')],
  ],
  open: () => [[hostileLink()], [hostileLink(), '--json'], [at('a')]],
  review: () => [
    [at('thing', '.o'), at('posted')],
    [at('thing', '.o'), at('posted'), '--json'],
    [at('a'), at('posted')],
    [at('a'), at('report')],
  ],
  diff: () => [
    [at('a'), at('b'), '--all'],
    [at('a'), at('b'), NAME],
    [at('a'), at('b'), '--json'],
    [at('a'), at('thing', '.o'), '--all'],
  ],
  history: () => [
    [NAME, at('a'), at('b'), at('thing', '.o')],
    [NAME, at('a'), at('b'), '--svg'],
    [NAME, at('a'), at('b'), '--json'],
    [evil('no'), at('a')],
  ],
  summary: () => [
    [at('a'), at('b')],
    [at('a'), at('b'), '--rules', at('rules'), '--page', 'https://e.example/'],
    [at('a'), at('thing', '.o')],
  ],
  check: () => [
    [at('rules'), at('a'), at('b'), at('thing', '.o')],
    [at('rules'), at('a'), '--json'],
    [at('report'), at('a')],
  ],
  export: () => [
    ...['pahole', 'diff', 'markdown', 'table', 'json', 'document', 'svg'].map((form) => [
      ...[at('a'), NAME, '--edit', 'move last after first', '--as', form],
    ]),
    [hostileLink(), '--as', 'pahole'],
    [at('a'), NAME, '--as', evil('no')],
  ],
  capture: () => [[at('bundle', '.tar')], [at('bundle', '.tar'), '--json'], [at('a')]],
  rows: () => [
    [at('report'), '--types', at('a'), '--as', 'csv'],
    [at('bundle', '.tar'), at('report'), '--out', at('out')],
    [at('bundle', '.tar'), '--out', at('out')],
    [at('a'), '--out', at('out')],
  ],
  fleet: () => [
    ...FLEET_QUESTIONS.flatMap((by) => [
      [at('rows', '.csv'), '--by', by],
      [at('rows', '.csv'), '--by', by, '--json'],
    ]),
    [at('rows', '.csv'), '--struct', evil('S'), '--as', 'profile'],
    [at('rows', '.csv'), '--struct', evil('no')],
    [at('a')],
  ],
  // What it serves has tests of its own: it ends when somebody stops it.
  serve: () => [[at('none')], [at('a'), '--port', evil('x')]],
};

describe(
  'names that a terminal would obey, or that break a line',
  needs('gcc', 'nm', 'tar'),
  () => {
    test('no command is left out', () => {
      expect(Object.keys(CASES).sort()).toEqual(Object.keys(COMMANDS).sort());
    });

    for (const command of Object.keys(COMMANDS)) {
      const skip = command === 'fleet' ? needsPackage('@duckdb/node-api') : {};
      test(command, skip, async () => {
        let all = '';
        for (const words of CASES[command]?.() ?? []) {
          const [result, ...notes] = await printedBy([command, ...words]);
          const printed = [result, ...notes].join('');
          const context = `${command} ${words.map(visibleName).join(' ')}:\n${printed}`;
          expect(printed, context).not.toMatch(OBEYED);
          expect(printed, context).not.toMatch(FORGED);
          if (words.includes('--json') && result !== '') JSON.parse(result);
          all += printed;
        }
        // The names were there.
        expect(all).toContain('FORGED');
      });
    }
  },
);

test(
  'in JSON a name is as its file has it, and that form is taken back',
  needs('gcc', 'nm'),
  async () => {
    const { text } = await run(['show', at('a'), NAME, '--json']);
    const shown = JSON.parse(text) as {
      readonly struct: { readonly name: string };
      readonly members: readonly { readonly name: string }[];
    };
    expect([shown.struct.name, shown.members[1]?.name]).toEqual([STRUCT, padded('M')]);
    const again = await run(['show', at('a'), shown.struct.name, '--edit', 'pair on']);
    expect(again.exitCode ?? 0).toBe(0);
  },
);

/** What comes of a command on a terminal, as `main` writes it: its result, then its notes. */
async function printedBy(words: readonly string[]): Promise<readonly [string, ...string[]]> {
  const outputOf = (output: string) => `hitmap: ${visibleName(output)}\n`;
  try {
    const outcome = await run(words);
    return [visibleText(outcome.text), ...linesBeside(outcome).map(outputOf)];
  } catch (error) {
    if (error instanceof Failure) return ['', outputOf(error.message)];
    throw error;
  }
}
