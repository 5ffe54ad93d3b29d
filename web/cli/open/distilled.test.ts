import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run } from '../testing/run';

const tools = needs('gcc', 'objcopy');
const [INT, STRUCT] = [1 << 24, 4 << 24] as const;

/** A section of BTF: types as words, and strings. */
function btf(words: readonly number[], strings: string): Uint8Array {
  const types = words.length * 4;
  const header = [0x0001eb9f, 24, 0, types, types, strings.length];
  const bytes = new Uint8Array(24 + types + strings.length);
  const view = new DataView(bytes.buffer);
  [...header, ...words].forEach((word, at) => view.setUint32(at * 4, word, true));
  bytes.set(new TextEncoder().encode(strings), 24 + types);
  return bytes;
}

const folder = testFolder();
const at = (name: string) => join(folder, name);

/** A module with a struct that holds the kernel's `struct device`, of which it carries only the size. */
beforeAll(() => {
  writeFileSync(at('base'), btf([1, STRUCT, 8], '\0device\0'));
  writeFileSync(at('split'), btf([8, STRUCT | 1, 8, 15, 1, 0], 'driver\0dev\0'));
  const device = [5, STRUCT | 2, 8, 12, 1, 0, 15, 1, 32];
  writeFileSync(at('kernel'), btf([1, INT, 4, 32, ...device], '\0int\0device\0id\0no\0'));
  writeFileSync(at('other'), btf([1, INT, 4, 32], '\0int\0'));
  compiled(at('empty.c'), '', '-g0');
  const sections = ['--add-section', '.BTF=split', '--add-section', '.BTF.base=base'];
  execFileSync('objcopy', [...sections, 'empty.o', 'module.ko'], { cwd: folder });
});

/** Of the kernel's struct in the module's: of the size alone it is 1, its members need 4. In bytes. */
function alignOf(module: string, ...more: readonly string[]): number {
  const shown = JSON.parse(run(['show', module, 'driver', '--json', ...more]).text) as {
    readonly members: readonly { readonly alignBits: number }[];
  };
  return (shown.members[0]?.alignBits ?? 0) / 8;
}

test('a module with a distilled base is read alone, and better with its kernel', tools, () => {
  expect(run(['ls', at('module.ko')]).text).toMatch(/^ +8 .* struct driver\n$/m);
  expect(alignOf(at('module.ko'))).toBe(1);
  expect(alignOf(at('module.ko'), '--base', at('kernel'))).toBe(4);
});

test(
  'a kernel beside it that is not its own goes unnoticed, one that is named does not',
  tools,
  () => {
    const words = ['ls', at('module.ko'), '--base', at('other')];
    expect(() => run(words)).toThrow(/it has no type `device` of 8 bytes/);
    mkdirSync(at('beside'));
    execFileSync('cp', [at('module.ko'), at('beside/module.ko')]);
    execFileSync('cp', [at('other'), at('beside/vmlinux')]);
    expect(run(['ls', at('beside/module.ko')]).text).toMatch(/driver\n$/);
    execFileSync('cp', [at('kernel'), at('beside/vmlinux')]);
    expect(alignOf(at('beside/module.ko'))).toBe(4);
  },
);
