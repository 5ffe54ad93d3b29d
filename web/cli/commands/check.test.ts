import Ajv from 'ajv';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { CHECK_COMMAND } from './check';
import { failureOf } from '../testing/run';

/** On x86-64: a 0, b 8, name 16 to 71, c 72; size 80. */
const SOURCE = `
struct thing { long a; long b; char name[56]; long c; };
struct lock { int count; int wait; };
struct outer { struct lock lock; struct thing thing; };
struct outer one;
`;

const folder = testFolder();
const source = join(folder, 'thing.c');
const binary = join(folder, 'thing.o');
const rules = join(folder, 'layout.rules');
beforeAll(() => writeFileSync(source, SOURCE));

async function check(text: string, ...args: readonly string[]) {
  writeFileSync(rules, text);
  return CHECK_COMMAND.run([rules, ...args]);
}

const failure = (text: string, ...args: readonly string[]) =>
  failureOf(() => check(text, ...args), folder);

const KEPT = `
# what is read together
thing: together a, b     # one line
thing: apart a | c
thing: stay a, b in 0
thing: size 80
outer: together lock.wait, thing.a
`;

test('a base that the alignment forbids says so, and no rule below it is called kept', async () => {
  const { text, exitCode } = await check('thing: base 12\nthing: together a, b\n', source);
  expect(text).toContain('UNKNOWN');
  expect(text).toContain(
    '`thing` is aligned to 8 bytes: it cannot begin 12 bytes into a cache line.',
  );
  expect(exitCode).toBe(1);
});

const BROKEN = `thing: together b, c
thing: apart a, b
thing: stay name
thing: size 64
thing: stay d
thong: size 8
`;

const WHY = [
  'the members lie on lines 0 and 1.',
  '`a` and `b` share line 0.',
  '`name` lies on lines 0 and 1.',
  'the struct is 80 bytes.',
  'the struct has no member `d`.',
];

function checkBoth(path: () => string): void {
  test('rules that hold, and exit code 0', async () => {
    const { text, exitCode } = await check(KEPT, path());
    expect(exitCode).toBe(0);
    const { length } = text.split('\n').filter((line) => line.startsWith('ok '));
    expect([length, text.match(/BROKEN/)]).toEqual([5, null]);
  });

  test('rules that are broken, each with its reason, and exit code 1', async () => {
    const { text, exitCode } = await check(KEPT + BROKEN, path(), '--json');
    expect(exitCode).toBe(1);
    const json = JSON.parse(text) as {
      results: { verdict: string; why: { id: string; text: string } | null }[];
    };
    const why = json.results.slice(5).map((each) => each.why?.text);
    expect(why.slice(0, 5)).toEqual(WHY);
    expect(why[5]).toMatch(/thong/);
    expect(json.results.slice(4).map(({ verdict }) => verdict)).toEqual([
      'holds',
      ...WHY.map(() => 'broken'),
      'unknown',
    ]);
  });
}

describe('C source', () => checkBoth(() => source));
describe('a binary that gcc made', needs('gcc'), () => {
  beforeAll(() => {
    compiled(source, SOURCE, '-m64');
  });
  checkBoth(() => binary);
});

test('a rule is about the files that have its struct, and unknown where none has it', async () => {
  const other = join(folder, 'other.c');
  writeFileSync(other, 'struct odd { int a; };\nstruct lock { int count; };\n');
  const verdicts = async (rule: string) => {
    const { text, exitCode } = await check(`${rule}\n`, source, other);
    const lines = text.replaceAll(folder, '').trimEnd().split('\n');
    return [...lines.map((line) => line.replace(/^(\w+) +\/(\w+).*/, '$1 $2')), exitCode];
  };
  expect(await verdicts('odd: size 4')).toEqual(['ok other', 0]);
  expect(await verdicts('thing: size 79')).toEqual(['BROKEN thing', 1]);
  expect(await verdicts('lock: size 4')).toEqual(['BROKEN thing', 'ok other', 1]);
  expect(await verdicts('none: size 4')).toEqual(['UNKNOWN thing', 'UNKNOWN other', 1]);
});

test('the JSON is as its schema says', async () => {
  const schema = JSON.parse(readFileSync('docs/check.schema.json', 'utf8')) as object;
  const isValid = new Ajv({ allErrors: true }).compile(schema);
  for (const text of [KEPT, BROKEN]) {
    const json: unknown = JSON.parse((await check(text, source, source, '--json')).text);
    expect(isValid(json), JSON.stringify(isValid.errors)).toBe(true);
  }
  // It can fail, too.
  expect(isValid({ v: 1, ok: true, results: [{ file: 'a', rule: 'size 8' }] })).toBe(false);
});

test('settings of the lines count for the rules of their struct below them', async () => {
  const text = `thing: apart a | c
thing: line 128
thing: apart a | c
thing: line 64
thing: base 48
thing: together a, b
thing: stay b in 0
outer: apart lock | thing.c
`;
  const { text: output } = await check(text, source);
  expect(output.replaceAll(folder, '').split('\n')).toEqual([
    'ok      /thing.c: thing: apart a | c',
    'BROKEN  /thing.c: thing: apart a | c: `a` and `c` share line 0.',
    'ok      /thing.c: thing: together a, b',
    'ok      /thing.c: thing: stay b in 0',
    'ok      /thing.c: outer: apart lock | thing.c',
    '',
  ]);
});

test('bad usage and bad rules are one sentence that says where', async () => {
  expect(await failure('thing: size 8')).toMatch(/takes a file of rules/);
  expect(await failure('# nothing\n', source)).toMatch(
    /^The rules file .*layout\.rules has no rule in it\./,
  );
  expect(await failure('\nsize 8', source)).toMatch(
    /^\/layout.rules:2: `size 8` is no rule: it takes the name/,
  );
  expect(await failure('thing: sizee 8', source)).toMatch(/:1: .*Did you mean `size`\?/);
  expect(await failure('thing: sise 8\nthing: size 8\nsize 8\nthing: apart\n', source)).toMatch(
    /^\/layout.rules:1: .* Wrong too: line 3, 4\.$/,
  );
  expect(await failure('thing: move a last', source)).toMatch(/:1: `move a last` is no rule/);
  expect(await failure('thing: together a', source)).toMatch(/:1: `together a` is no rule/);
  expect(await failure('thing: size 8', join(folder, 'none'))).toMatch(/there is no such file/);
});

test('a broken rule is shown at the line that declares its struct', async () => {
  const broken = 'thing: size 64\nouter: size 1\n';
  const annotated = await check(broken, source, '--github');
  expect(annotated.exitCode).toBe(1);
  expect(annotated.text.split('\n')[0]).toMatch(
    /^::error file=[^,]*thing\.c,line=2,title=Hitmap::thing: size 64: the struct is 80 bytes\.$/,
  );
  expect((await check('thing: size 80', source, '--github')).text).toBe('');
  const { runs } = JSON.parse((await check(broken, source, '--sarif')).text) as {
    runs: { results: { locations: { physicalLocation: { region: unknown } }[] }[] }[];
  };
  const regions = runs[0]?.results.map(({ locations }) => locations[0]?.physicalLocation.region);
  expect(regions).toEqual([{ startLine: 2 }, { startLine: 4 }]);
});

test('the first rules of a struct hold, and its groups are ranges', async () => {
  const grouped = join(folder, 'grouped.c');
  const mark = (name: string) => `char __cacheline_group_${name}[0];`;
  writeFileSync(
    grouped,
    `struct g { int a; ${mark('begin__tx')} int b; int c; ${mark('end__tx')} int d; };`,
  );
  const { text } = await CHECK_COMMAND.run(['--init', grouped, 'g']);
  expect(text).toBe('g: size 16\ng: range b,c\n');
  expect((await check(text, grouped)).exitCode).toBe(0);
  await expect(async () => CHECK_COMMAND.run(['--init', grouped])).rejects.toThrow(
    /takes a file and structs/,
  );
});
