// A file with BTF and DWARF, as kernels are: the lists of both have the same structs and the same figures.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { LS_COMMAND } from '../commands/ls';

const folder = testFolder();

test('the list of either says the same', needs('gcc', 'pahole'), async () => {
  const source = 'struct holed { char a; long b; int c; } x; union one { int i; long l; } y;';
  const object = compiled(join(folder, 'both.c'), source);
  expect(spawnSync('pahole', ['-J', object]).status).toBe(0);
  const of = async (from: string) =>
    (await LS_COMMAND.run([object, '--from', from])).text.split('\n').sort();
  const listed = await of('btf');
  expect(listed.filter((line) => line !== '')).toEqual([
    expect.stringMatching(/ 8 +2 +0 +0 +0 union one$/),
    expect.stringMatching(/ 24 +3 +1 +7 +4 struct holed$/),
  ]);
  expect(await of('dwarf')).toEqual(listed);
});
