import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run } from '../testing/run';

const tools = needs('gcc', 'pahole', 'objcopy');

const DEVICE = `struct list { struct list *next, *prev; };
struct device { struct list node; int id; char name[20]; };
`;

const folder = testFolder();

/** A module whose BTF continues that of a kernel, as `pahole -J --btf_base` writes it. */
beforeAll(() => {
  const at = (name: string) => join(folder, name);
  const tool = (name: string, ...args: readonly string[]) => execFileSync(name, args);
  const compile = (name: string, source: string) => compiled(at(`${name}.c`), source);
  compile('kernel', `${DEVICE}struct device d;`);
  compile('other', 'struct unrelated { int x; } u;');
  compile('module', `${DEVICE}struct driver { struct device dev; long n; char tail; } drv;`);
  tool('pahole', '-J', at('kernel.o'));
  tool('pahole', '-J', at('other.o'));
  for (const name of ['kernel', 'other']) {
    tool('objcopy', '--dump-section', `.BTF=${at(`${name}.btf`)}`, at(`${name}.o`));
  }
  tool('pahole', '-J', '--btf_base', at('kernel.btf'), at('module.o'));
  tool('objcopy', '--dump-section', `.BTF=${at('module')}`, at('module.o'));
});

test('a module is read over the base that is named', tools, () => {
  const { text } = run([
    'show',
    join(folder, 'module'),
    'driver',
    '--base',
    join(folder, 'kernel.btf'),
  ]);
  expect(text).toMatch(/struct device\s+dev;\s+\/\*\s+0\s+40 \*\//);
  expect(text).toMatch(/size: 56,/);
});

test('a vmlinux beside it is found by itself; without one it is asked for', tools, () => {
  const module = join(folder, 'module');
  expect(() => run(['ls', module])).toThrow(/no vmlinux beside it. Name it: --base VMLINUX/);
  mkdirSync(join(folder, 'sys'));
  renameSync(module, join(folder, 'sys/module'));
  execFileSync('cp', [join(folder, 'kernel.btf'), join(folder, 'sys/vmlinux')]);
  expect(run(['ls', join(folder, 'sys/module')]).text).toMatch(/^ +56 .*struct driver\n$/);
  renameSync(join(folder, 'sys/module'), module);
});

test('another kernel’s base is refused, and says what to do', tools, () => {
  const words = ['ls', join(folder, 'module'), '--base', join(folder, 'other.btf')];
  expect(() => run(words)).toThrow(/does not belong to this split BTF.*vmlinux of the same build/);
});
