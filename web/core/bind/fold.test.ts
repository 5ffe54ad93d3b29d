import { expect, test } from 'vitest';
import { foldOntoElement } from './fold';
import { reportLine } from './testing/report';

test('rows of many elements fold onto one', () => {
  // Elements of 24 bytes from 0x1010 on: a counter at 8 of each.
  const lines = [
    {
      ...reportLine('0x1000', '0x18 work hitm 5 stores 2\n0x30 work hitm 3\n0x8 other hitm 9'),
      id: 'a',
    },
    { ...reportLine('0x1040', '0x8 work hitm 1\n0x38 beyond hitm 7'), id: 'b' },
  ];
  const array = { name: 'slots', address: 0x1010n, strideBytes: 24, count: 4 };
  const folded = foldOntoElement(array, lines);
  // 0x1018, 0x1030 and 0x1048 are byte 8 of elements 0, 1 and 2; 0x1008 and 0x1078 are outside.
  expect(folded?.rows.map(({ offsetBytes, symbol }) => `${offsetBytes} ${symbol}`)).toEqual([
    '8 work',
    '8 work',
    '8 work',
  ]);
  expect(folded?.counts).toMatchObject({ hitmRemote: 9, stores: 2 });
  expect(folded?.id).toBe('slots[]');
  expect(foldOntoElement({ ...array, address: 0x9000n }, lines)).toBeNull();
});
