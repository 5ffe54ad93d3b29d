import { expect, test } from 'vitest';
import { isPahole } from './recogniseText';

test('pahole text is known by a member or by its figures, also where every member was taken out', () => {
  const head = 'struct few {\n';
  const end = '\n\t/* size: 16, cachelines: 1, members: 2 */\n};\n';
  expect(isPahole(`${head}\tlong a; /*     0     8 */${end}`)).toBe(true);
  expect(isPahole(`${head}\t[...]\n${end}`)).toBe(true);
  expect(isPahole(`> ${head}>${end.replaceAll('\n', '\n> ')}`)).toBe(true);
  expect(isPahole(`${head}\tlong a; /* size: of it */\n};\n`)).toBe(false);
});
