import { expect, test } from 'vitest';
import { lineSymbolsText, lineVariables } from './lineVariables';
import type { BuildMatch } from './loadBias';
import { readSymbols } from './symbolTable';
import { reportLine } from './testing/report';

const SYMBOLS = `0000000000602140 0000000000000070 B server
00000000006021b0 0000000000000008 b io_threads_pending
00000000006021c0 0000000000000008 b elsewhere
`;

const buildMatch: BuildMatch = {
  verdict: 'matches',
  loadBias: 0x1000n,
  agree: 3,
  checked: 3,
  missing: [],
  object: null,
};

const read = (address: string, rows: string) => {
  const table = readSymbols(SYMBOLS);
  const line = reportLine(address, rows);
  const found =
    table.ok &&
    lineVariables({ table: table.value, buildMatch }, { lines: [line], lineBytes: 64 }, line);
  return found ? lineSymbolsText(found, address) : null;
};

test('a line says what lies on it, and each row what it touches', () => {
  expect(read('0x603180', '0x0 f hitm 3\n0x8 f hitm 2\n0x30 g hitm 1\n0x3c g hitm 1')).toBe(
    '0x603180 is in `server` +0x40; `io_threads_pending` +0 is on the same line. Rows: 0x0 `server` +0x40, 0x8 `server` +0x48, 0x30 `io_threads_pending` +0, 0x3c between variables.',
  );
  expect(read('0x6031c0', '0x0 f hitm 3')).toBe(
    '0x6031c0 is in `elsewhere` +0. Rows: 0x0 `elsewhere` +0.',
  );
});

test('a line without a variable says nothing', () => {
  expect(read('0x604000', '0x0 f hitm 3')).toBeNull();
});
