import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../base/testing/needs';
import { COMMANDS } from '../commands';

const BEFORE = `struct pair { char a; long b; char c; }; struct pair pair;
struct swapped { long a, b, rest[6], c; }; struct swapped swapped;
struct inner { struct { int a, b; }; }; struct inner inner;
struct gone { int a; }; struct gone gone;
`;
const AFTER = `struct pair { char a; char c; long b; }; struct pair pair;
struct swapped { long c, b, rest[6], a; }; struct swapped swapped;
struct inner { struct { int b, a; }; }; struct inner inner;
`;
const PATCH = `@@ -1,5 +1,5 @@ struct pair {
 	char a;
+	char c;
 	long b;
-	char c;
 };
`;

describe('reviewing on the command line, on what gcc made', needs('gcc'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-review-'));
  const at = (name: string) => join(folder, name);

  beforeAll(() => {
    for (const [name, source] of [
      ['before', BEFORE],
      ['after', AFTER],
    ] as const) {
      writeFileSync(at(`${name}.c`), source);
      const made = spawnSync('gcc', ['-g', '-c', '-o', at(`${name}.o`), at(`${name}.c`)]);
      expect(made.status).toBe(0);
    }
    writeFileSync(at('posted.patch'), PATCH);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = async (name: string, ...args: string[]) => {
    const outcome = await (await COMMANDS[name]?.load())?.run(args);
    if (!outcome) throw new Error(`no command ${name}`);
    return outcome;
  };

  test('the posted order is the one that the compiler makes of the patched source', async () => {
    const { text } = await run('review', at('before.o'), at('posted.patch'));
    expect(text).toMatch(/^struct pair: 24 to 16 bytes/);
    const compiled = await run('diff', at('before.o'), at('after.o'), 'pair');
    expect(text).toContain(compiled.text);
  });

  test('diff lists what changed size', async () => {
    const { text } = await run('diff', at('before.o'), at('after.o'));
    const rows = text
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/\s+/));
    expect(rows[0]).toEqual(['24', '16', '-8', '1', '1', '0', 'struct', 'pair']);
    // 72 bytes either way: a and c are on each other's line.
    expect(rows[1]).toEqual(['72', '72', '0', '2', '2', '2', 'struct', 'swapped']);
    expect(rows).toHaveLength(3);
    const one = await run('diff', at('before.o'), at('after.o'), 'pair', '--json');
    expect(JSON.parse(one.text)).toMatchObject({
      before: { sizeBytes: 24 },
      after: { sizeBytes: 16 },
    });
  });

  test('diff tells what changed inside, and what is in one file only', async () => {
    const { text } = await run('diff', at('before.o'), at('after.o'), '--json');
    const { structs, onlyInA, onlyInB } = JSON.parse(text) as {
      structs: { name: string; change: string; fields: object }[];
      onlyInA: object[];
      onlyInB: object[];
    };
    expect(structs.map(({ name, change }) => `${name} ${change}`)).toEqual([
      'struct pair size',
      'struct swapped crossed',
      'struct inner inside',
    ]);
    expect(structs[2]?.fields).toMatchObject({ crossed: 0, shifted: 2, added: 0, gone: 0 });
    expect(onlyInA).toEqual([{ name: 'struct gone', sizeBytes: 4 }]);
    expect(onlyInB).toEqual([]);
    const fast = await run('diff', at('before.o'), at('after.o'), '--sizes');
    expect(fast.text).not.toContain('swapped');
    const all = await run('diff', at('before.o'), at('after.o'), '--all');
    expect(all.text).toContain('struct gone');
    expect(all.text).toMatch(/struct inner +\(no field on another line\)/);
  });

  test('check fails where a rule is broken, and says why', async () => {
    writeFileSync(at('rules'), 'pair: size 16 # packed well\npair: together a, b\n');
    expect((await run('check', at('rules'), at('after.o'))).exitCode).toBe(0);
    const { text, exitCode } = await run('check', at('rules'), at('before.o'));
    expect(exitCode).toBe(1);
    expect(text).toContain('BROKEN');
    expect(text).toContain('it is 24 bytes');
  });

  test('a link of a file opens again', async () => {
    const { text } = await run('link', at('before.o'), 'pair', '--edit', 'move c after a');
    const { text: shown } = await run('open', text.trim());
    expect(shown).toMatch(/struct pair, x86-64, 16 bytes|struct pair, \S+, 16 bytes/);
    expect(shown).toContain('move c after a');
  });
});
