import { expect, test } from 'vitest';
import { X86_64 } from '../facts/targets';
import type { Variable } from '../facts/generated';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { globalsStruct } from './globals';
import { leafFinder } from './leaves';
import type { LocatedSymbol } from './symbolTable';

const place = (name: string, address: bigint, sizeBytes: number): LocatedSymbol => ({
  name,
  kind: 'data',
  address,
  sizeBytes,
  offsetBytes: 0,
});

const variable = (
  name: string,
  sizeBytes: number,
  of: Partial<Variable['of']> & { name: string },
): Variable => ({
  name,
  sizeBytes,
  of: { aggregate: null, alias: null, pointers: 0, count: null, ...of },
});

test('variables that lie beside each other open like a struct, for reading', () => {
  const slot = structFromC('struct slot { long hits; int owner; };');
  const globals = globalsStruct(
    [place('before', 0x4010n, 8), place('slots', 0x4020n, 64), place('mystery', 0x4060n, 24)],
    [
      variable('before', 8, { name: 'long' }),
      variable('slots', 64, { name: 'struct slot[4]', aggregate: 'slot', count: 4 }),
    ],
    [slot],
    X86_64,
  );
  expect(globals?.address).toBe(0x4000n);
  const struct = orderedFrom(globals!.desc);
  expect(struct.root.readOnly).toMatch(/^The linker places variables/);
  const at = (byte: number) => leafFinder(struct)(byte).map(({ path }) => path);
  expect(at(0x10)).toEqual(['before']);
  expect(at(0x38)).toEqual(['slots[1].owner']);
  expect(at(0x64)).toEqual(['mystery']);
  expect(at(0x8)).toEqual([]);
});
