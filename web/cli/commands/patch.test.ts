import { linesBeside } from '../words';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import type { ShowJson } from '../../core/format/json';
import { Failure } from '../failure';
import { PATCH_COMMAND } from './patch';
import { run } from '../testing/run';
import type { CommandResult } from '../words';

const HEADER = `struct conn {
	spinlock_t lock;
	int a, b;	/* both */
	void *data;
#ifdef CONFIG_SMP
	int cpu;
#endif
};
`;

const folder = testFolder();
const header = join(folder, 'conn.h');
writeFileSync(header, HEADER);

function failure(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  throw new Error('it did not fail');
}

const patch = (...args: string[]) => PATCH_COMMAND.run(args) as CommandResult;

test('show lays C source out, and asks for what it does not say', () => {
  expect(failure(() => run(['show', header, 'conn']))).toContain("--size 'spinlock_t=BYTES'");
  const { text } = run(['show', header, 'conn', '--size', 'spinlock_t=4', '--json']);
  const { members, figures } = JSON.parse(text) as ShowJson;
  // lock 0, a 4, b 8, data 16, cpu 24: 28 bytes, aligned to 8.
  expect(members.map(({ name, offsetBits }) => `${name} ${offsetBits / 8}`)).toEqual([
    'lock 0',
    'a 4',
    'b 8',
    'data 16',
    'cpu 24',
  ]);
  expect(figures.sizeBytes).toBe(32);
  const off = run(['show', header, 'conn', '--size', 'spinlock_t=4', '--undef', 'CONFIG_SMP']);
  expect(off.text).toMatch(/size: 24,/);
});

test(
  'a word that the tree defines in a file that the header does not include is reported with its location',
  needs('gcc'),
  () => {
    const tree = mkdtempSync(join(folder, 'dense-'));
    const [source, object] = [join(tree, 's.h'), join(tree, 's.o')];
    const fields = 'int a;\n\tint b;\n\tchar c;\n\tchar d[3];\n';
    writeFileSync(source, `struct s {\n\t${fields}} DENSE;\n`);
    writeFileSync(join(tree, 'dense.h'), '/* of\n gcc */\n#define DENSE __attribute__((packed))\n');
    writeFileSync(join(tree, 's.c'), '#include "dense.h"\n#include "s.h"\nstruct s x;\n');
    execFileSync('gcc', ['-g', '-c', 's.c', '-o', 's.o'], { cwd: tree });
    const output = failure(() => patch(object, 's', '--tree', tree, '--edit', 'move c after a'));
    expect(output).toContain('nothing that s.h includes here defines it, only line 3 of dense.h.');
  },
);

test('a struct that a macro declares is said to be so', needs('gcc'), () => {
  const tree = mkdtempSync(join(folder, 'macro-'));
  const catalog =
    '#define CATALOG(name) typedef struct Form_##name\nCATALOG(index)\n{\n\tint a;\n\tlong b;\n} Form_index;\n';
  writeFileSync(join(tree, 'code.h'), catalog);
  writeFileSync(join(tree, 'm.c'), '#include "code.h"\nForm_index x;\n');
  execFileSync('gcc', ['-g', '-c', 'm.c', '-o', 'm.o'], { cwd: tree });
  const words = [join(tree, 'm.o'), 'Form_index', '--tree', tree, '--edit', 'move b first'];
  expect(failure(() => patch(...words))).toBe(
    'no patch: Source line 2 of code.h declares `Form_index` by the macro `CATALOG`, which is not read.',
  );
});

test(
  'patch refuses one of several with the way out, and git takes what it makes',
  needs('git'),
  () => {
    const args = [
      header,
      'conn',
      '--tree',
      folder,
      '--size',
      'spinlock_t=4',
      '--edit',
      'move b last',
    ];
    expect(failure(() => patch(...args))).toMatch(/line 3 declares together.*`--split b` does it/);
    const outcome = patch(...args, '--split', 'b');
    const { text } = outcome;
    expect(linesBeside(outcome).join('\n')).toContain('conn.h');
    writeFileSync(join(folder, 'one.patch'), text);
    execFileSync('git', ['apply', 'one.patch'], {
      cwd: folder,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: join(folder, '..') },
    });
    const after = readFileSync(header, 'utf8');
    expect(after.indexOf('int b;')).toBeGreaterThan(after.indexOf('#endif'));
    writeFileSync(header, HEADER);
  },
);

test('a mail says what changes and leaves the rest to fill in', () => {
  const edit = ['--edit', 'move data first', '--size', 'spinlock_t=4'];
  const { text } = patch(header, 'conn', '--tree', folder, '--mail', '--subsystem', 'net', ...edit);
  expect(text).toContain('Subject: [RFC PATCH] net: move data to the start of struct conn');
  expect(text).toContain('FILL IN: your own Signed-off-by');
});

test("a mail has the report's figures: of the bound line 58 remote and 79 local HITM, as perf prints them", () => {
  const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  const report = at('wasm/crates/perf/tests/samples/report-tot.txt');
  const source = at('e2e/samples/shop.c');
  const words = [at('e2e/samples/shop.o'), 'counter', '--header', source, '--mail'];
  const edit = ['--edit', 'move limit first'];
  const bound = ['--profile', report, '--line', '0', '--at', '0'];
  const { text } = patch(...words, ...edit, ...bound);
  const printed = text.replace(/\s+/g, ' ');
  expect(printed).toMatch(
    /perf c2c \(report-tot\.txt[^)]*\): 137 of \d+ sampled HITM are on struct counter, 58 of them remote\./,
  );
  expect(printed).toContain('Bytes 0 to 63, 137 HITM:');
  expect(
    patch(...words, '--edit', 'align hits cacheline', ...bound).text.replace(/\s+/g, ' '),
  ).toMatch(
    /Forecast, to be measured: [\d,]+ HITM measured, .* HITM predicted .*Of \d+ such orders \d+ % were better/,
  );
  expect(failure(() => patch(...words, ...edit, '--profile', report))).toContain('--line N --at');
});

test(
  'unnamed bit-fields move where the layout has them: gcc makes what show says',
  needs('gcc', 'git'),
  () => {
    const path = join(folder, 'bits.c');
    const source = `struct bits {
	int a;
	int b:3;
	int :0;
	int d:4;
	long e;
} __attribute__((packed)) v;
struct group {
	int a;
	long b;
	MARK(hot);
	int c;
} w;
`;
    const compiled = (text: string) => {
      writeFileSync(path, text);
      const define = '-DMARK(x)=char mark_##x[0]';
      execFileSync('gcc', ['-g', define, '-c', 'bits.c', '-o', 'bits.o'], { cwd: folder });
      return join(folder, 'bits.o');
    };
    const offsets = (args: readonly string[]) =>
      (JSON.parse(run(['show', ...args, '--json']).text) as ShowJson).members.flatMap(
        ({ name, offsetBits }) => (name === null ? [] : [`${name} ${offsetBits}`]),
      );
    const check = (struct: string, ...words: string[]) => {
      const object = compiled(source);
      const edits = words.flatMap((each) => ['--edit', each]);
      const promised = offsets([object, struct, ...edits]);
      const { text } = patch(object, struct, '--tree', folder, '--format', ...edits);
      writeFileSync(join(folder, 'bits.patch'), text);
      execFileSync('git', ['apply', 'bits.patch'], {
        cwd: folder,
        env: { ...process.env, GIT_CEILING_DIRECTORIES: join(folder, '..') },
      });
      expect(offsets([compiled(readFileSync(path, 'utf8')), struct])).toEqual(promised);
    };
    check('bits', 'move b after d');
    check('bits', 'move d first');
    check('bits', 'move a last');
    check('bits', 'move e first');
    // What follows b is a macro's: the alignment is written behind it.
    check('group', 'isolate b');
  },
);

test('a cast to a struct that begins alike is found where only the file with the cast declares that', () => {
  const use = join(folder, 'use.c');
  writeFileSync(
    use,
    'struct stand {\n\tspinlock_t lock;\n\tint a, b;\n};\nvoid f(struct conn *c)\n{\n\tg((struct stand *)c);\n}\n',
  );
  const made = [header, 'conn', '--tree', folder, '--size', 'spinlock_t=4', '--json'];
  const { text } = patch(...made, '--edit', 'move cpu first');
  rmSync(use);
  const { hazards, notLookedAt } = JSON.parse(text) as {
    hazards: readonly Record<string, unknown>[];
    notLookedAt: readonly string[];
  };
  expect(notLookedAt).toEqual([]);
  expect(hazards).toMatchObject([{ kind: 'cast', subject: 'stand', members: ['lock', 'a', 'b'] }]);
});
