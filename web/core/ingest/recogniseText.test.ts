import { expect, test } from 'vitest';
import { isPahole, isRust } from './recogniseText';

test('pahole text is known by a member or by its figures, also where every member was taken out', () => {
  const head = 'struct few {\n';
  const end = '\n\t/* size: 16, cachelines: 1, members: 2 */\n};\n';
  expect(isPahole(`${head}\tlong a; /*     0     8 */${end}`)).toBe(true);
  expect(isPahole(`${head}\t[...]\n${end}`)).toBe(true);
  expect(isPahole(`> ${head}>${end.replaceAll('\n', '\n> ')}`)).toBe(true);
  expect(isPahole(`${head}\tlong a; /* size: of it */\n};\n`)).toBe(false);
});

test('Rust is distinguished from C and C++, whose labels and bit-fields have colons, too', () => {
  for (const rust of [
    '#[repr(C)]\nstruct Stats {\n    name: [u8; 8],\n}',
    '#![no_std]\nfn main() {}\n',
    'pub struct Queue(u64, u32);\n',
    'struct r{a:u8,b:u64}',
    'struct Ring<T> { slots: Vec<T>, head: AtomicUsize }',
    "struct S<'a> { text: &'a str, }",
  ]) {
    expect([rust, isRust(rust)]).toEqual([rust, true]);
  }
  for (const c of [
    'struct s { unsigned : 3; int a : 4; };',
    'struct s { public: int a, b; };',
    'class Panel { signals: void moved(int x, int y); };',
    '#ifdef CONFIG_SMP\nstruct s { int a; };\n#endif',
    'enum e : int { A, B };\nstruct s { enum e v; };',
    'static struct ops o = { read: my_read, write: my_write };',
  ]) {
    expect([c, isRust(c)]).toEqual([c, false]);
  }
});
