import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run } from '../testing/run';

const tools = needs('gcc');
const folder = testFolder();
const at = (...names: readonly string[]) => join(folder, ...names);
const gcc = (...args: readonly string[]) => execFileSync('gcc', args, { cwd: folder });

/** A program of two units whose types stand in `one.dwo` and `two.dwo`. */
beforeAll(() => {
  for (const name of ['one', 'two']) {
    const source = `struct in_${name} { char tag; long value; } ${name};`;
    compiled(at(`${name}.c`), source, '-gsplit-dwarf');
  }
  writeFileSync(at('main.c'), 'int main(void) { return 0; }');
  gcc('main.c', 'one.o', 'two.o', '-o', 'program');
});

test('they are found where the compiler wrote them', tools, () => {
  const { text } = run(['ls', at('program')]);
  expect(text).toMatch(/^ +16 .* struct in_one$/m);
  expect(text).toMatch(/^ +16 .* struct in_two$/m);
  expect(run(['show', at('program'), 'in_two']).text).toMatch(/size: 16,/);
});

test('one that is away is named, and can be given', tools, () => {
  mkdirSync(at('away'));
  renameSync(at('two.dwo'), at('away/two.dwo'));
  expect(run(['ls', at('program')]).text).not.toContain('in_two');
  const given = run(['ls', at('program'), '--dwo', at('away/two.dwo')]);
  expect(given.text).toContain('struct in_one');
  expect(given.text).toContain('struct in_two');
  renameSync(at('away/two.dwo'), at('two.dwo'));
});

test('files of another build or program are refused', tools, () => {
  mkdirSync(at('other'));
  writeFileSync(at('other.c'), 'struct in_two { char tag; int value; } two;');
  gcc('-g', '-gsplit-dwarf', '-c', 'other.c', '-o', 'other/two.o');
  const ls = (file: string, dwo: string) => () => run(['ls', at(file), '--dwo', at(dwo)]);
  expect(ls('program', 'other/two.dwo')).toThrow(
    /other\/two.dwo: This split DWARF comes from a different build/,
  );
  renameSync(at('other/two.dwo'), at('stranger.dwo'));
  expect(ls('program', 'stranger.dwo')).toThrow(/has no units of .*program/);
  expect(ls('stranger.dwo', 'two.dwo')).toThrow(/leave out --dwo/);
});

test('a .dwo lists its own types', tools, () => {
  expect(run(['ls', at('one.dwo')]).text).toMatch(/struct in_one\n$/);
});
