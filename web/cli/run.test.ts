import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiled, testFolder } from '../core/base/testing/folder';
import { needs } from '../core/base/testing/needs';
import type { ListJson, ShowJson } from '../core/format/json';
import { run } from './main';
import { failureOf } from './testing/run';

const SOURCE = `
struct holed { char a; long b; int c; };
union both { int i; char text[6]; };
typedef struct { struct holed first; union both second; } outer;
int size(void) { return sizeof(outer); }
outer thing;
`;

describe('the command line, on a program that gcc made', needs('gcc'), () => {
  const folder = testFolder();
  const file = join(folder, 'thing.so');

  beforeAll(() => {
    const object = compiled(join(folder, 'thing.c'), SOURCE, '-fPIC');
    expect(spawnSync('gcc', ['-shared', '-o', file, object]).status).toBe(0);
  });

  const failure = (...args: string[]) => failureOf(() => run(args));

  test('ls lists every struct and union', async () => {
    const { structs } = JSON.parse((await run(['ls', file, '--json'])).text) as ListJson;
    const texts = structs.map((each) => `${each.kind} ${each.name} ${each.sizeBytes}`);
    expect(texts.sort()).toEqual(['struct holed 24', 'struct outer 32', 'union both 8']);
    expect((await run(['ls', file])).text).toMatch(/^ +24 +3 +1 +7 +4 struct holed$/m);
  });

  test('ls says which command takes C and pahole’s output', async () => {
    const text = join(folder, 'listed.txt');
    writeFileSync(
      text,
      'struct a {\n\tint x; /*     0     4 */\n};\nstruct b {\n\tint y; /*     0     4 */\n};\n',
    );
    expect(await failure('ls', text)).toMatch(/is text, .* It has a, b: `hitmap show FILE STRUCT`/);
    writeFileSync(text, 'struct c { int x; };\n');
    expect(await failure('ls', text)).toMatch(/It has c: `hitmap show/);
    writeFileSync(text, 'nothing of the kind\n');
    expect(await failure('ls', text)).toMatch(/This is a text file, not a program/);
  });

  test('show prints a layout as pahole does', async () => {
    expect((await run(['show', file, 'holed'])).text).toBe(`struct holed {
	char                       a;                    /*     0     1 */

	/* XXX 7 bytes hole, try to pack */

	long int                   b;                    /*     8     8 */
	int                        c;                    /*    16     4 */

	/* size: 24, cachelines: 1, members: 3 */
	/* sum members: 13, holes: 1, sum holes: 7 */
	/* padding: 4 */
	/* last cacheline: 24 bytes */
};
`);
  });

  test('show carries edits out, in order', async () => {
    const args = [
      'show',
      file,
      'struct',
      'holed',
      '--edit',
      'move c first',
      '--edit',
      'move a after c',
    ];
    const json = JSON.parse((await run([...args, '--json'])).text) as ShowJson;
    expect(
      json.members.map(({ name, offsetBits, sizeBits }) => [name, offsetBits, sizeBits]),
    ).toEqual([
      ['c', 0, 32],
      ['a', 32, 8],
      ['b', 64, 64],
    ]);
    expect(json.figures.sizeBytes).toBe(16);
    expect(json.edits).toEqual(['move c first', 'move a after c']);
  });

  test('bad usage and bad input are one sentence', async () => {
    expect(await failure()).toMatch(/no command was given/);
    expect(await failure('shwo', file)).toMatch(
      /no command and no file `shwo`. Did you mean `show`\?/,
    );
    expect(await failure('--port', '1', file)).toMatch(
      /`--port` comes first, but options come after the command or the file/,
    );
    expect(await failure('--verison')).toMatch(/Did you mean `--version`\?/);
    expect(await failure(file, '--port', '-1')).toBe(
      '--port takes a number up to 65535, not `-1`.',
    );
    expect(await failure('ls')).toMatch(/takes one file/);
    expect(await failure('ls', join(folder, 'none'))).toMatch(/there is no such file/);
    expect(await failure('ls', folder)).toMatch(/is a directory/);
    expect(await failure('show', file)).toMatch(/takes a file and a struct/);
    expect(await failure('show', file, 'holeds')).toMatch(
      /no struct or union `holeds`. Did you mean `holed`\?/,
    );
    expect(await failure('show', file, 'union', 'holed')).toMatch(/no union `holed`/);
    expect(await failure('show', file, 'holed', '--edit', 'move d last')).toMatch(/no member `d`/);
    expect(await failure('show', file, 'holed', '--edit', 'mvoe a last')).toMatch(
      /Did you mean `move`\?/,
    );
    expect(await failure('show', file, 'holed', '--from', 'btf')).toMatch(/has no BTF, only DWARF/);
    expect(await failure('show', file, 'holed', '--jsn')).toMatch(/--jsn/);
  });

  test('the version, by every word that asks for it', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const word of ['--version', '-V', 'version']) {
      expect([word, (await run([word])).text]).toEqual([word, `hitmap ${version}\n`]);
    }
  });

  test('- stands for a file, also where the page opens it', async () => {
    expect(await failure('-', '--port', '-1')).toBe('--port takes a number up to 65535, not `-1`.');
    expect(await failure('-', file, '-x')).toMatch(/Unknown option '-x'/);
  });

  test('help is a result', async () => {
    expect((await run(['--help'])).text).toMatch(/hitmap show FILE STRUCT/);
    expect((await run(['show', '--help'])).text).toMatch(/move A\[,B…\]/);
    expect((await run(['ls', '-h'])).text).toMatch(/--from/);
  });
});
