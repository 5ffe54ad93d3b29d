import { sentence } from '../base/messages';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../base/testing/needs';
import { arrayLines } from './arrays';
import { lineVariables, perCpuLine } from './lineVariables';
import { findLoadBias, loadBiasText } from './loadBias';
import { readSymbols, symbolAt, symbolsIn, type SymbolTable } from './symbolTable';
import { reportLine } from './testing/report';

function table(text: string): SymbolTable {
  const read = readSymbols(text);
  if (!read.ok) throw new Error(sentence(read.error));
  return read.value;
}

const KALLSYMS = `
ffffffff81000000 T _text
ffffffff8110b000 t up_read
ffffffff8117082b T up_write
ffffffff81170960 t rwsem_spin_on_owner
ffffffff81170a10 T down_read
ffffffff81b9a0b0 t rwsem_down_write_slowpath.isra.0
ffffffff81b9a5d0 T down_write
ffffffff81b9a640 T down_killable
ffffffff82c00000 D jiffies
ffffffff82c00040 d tasklist_lock
ffffffff82c00048 b nr_files
`;

test('one slide undoes KASLR, by vote', () => {
  const line = reportLine(
    '0xffffffffac800040',
    `
    0x0 up_write hitm 5 at 0xffffffffaad7083b
    0x0 rwsem_spin_on_owner hitm 5 at 0xffffffffaad70965
    0x8 down_write hitm 5 at 0xffffffffab79a5ec
    0x8 rwsem_down_write_slowpath.isra.0 hitm 1 at 0xffffffffab79a21f
    0x8 gone_since hitm 1 at 0xffffffffab000000`,
  );
  const found = findLoadBias([line], table(KALLSYMS));
  expect(found).toEqual({
    verdict: 'matches',
    loadBias: 0x29c00000n,
    agree: 4,
    checked: 5,
    missing: ['gone_since'],
    object: null,
  });
  expect(loadBiasText(0x29c00000n)).toBe('+0x29c00000');
  const around = symbolsIn(table(KALLSYMS), 0xffffffff82c00000n, 192, ['data']);
  expect(around.map(({ name }) => name)).toEqual(['jiffies', 'tasklist_lock', 'nr_files']);
});

test('a report of another kernel is known by its distances', () => {
  const line = reportLine(
    '0x1000',
    `
    0x0 up_write hitm 5 at 0xffffffffaa00083b
    0x0 rwsem_spin_on_owner hitm 5 at 0xffffffffab270965
    0x8 down_write hitm 5 at 0xffffffffab79a5ec`,
  );
  expect(findLoadBias([line], table(KALLSYMS))?.verdict).toBe('other');
});

test('kallsyms that an ordinary user read is refused with what to do', () => {
  const hidden = KALLSYMS.replace(/^[0-9a-f]{16}/gm, '0000000000000000');
  const read = readSymbols(hidden);
  expect(read.ok ? '' : sentence(read.error)).toMatch(
    /^All addresses in the list of symbols are 0: .*sudo cat/,
  );
});

const PROGRAM = `
#include <stdio.h>
long before, counters[16], after;
int work(int i) { counters[i]++; return i; }
int other(int i) { return before + after + i; }
int third(int i) { return work(i) + other(i); }
int main(void) {
  printf("%p %p %p %p %p\\n", (void *)work, (void *)other, (void *)third, (void *)main, (void *)&counters[3]);
  return third(0) > 99;
}`;

test('a position-independent program: what nm says, and where it ran', needs('gcc', 'nm'), () => {
  const directory = mkdtempSync(join(tmpdir(), 'hitmap-slide-'));
  writeFileSync(join(directory, 'p.c'), PROGRAM);
  execFileSync('gcc', ['-g', '-O0', '-fPIE', '-pie', '-o', 'p', 'p.c'], { cwd: directory });
  const nm = execFileSync('nm', ['-S', 'p'], { cwd: directory, encoding: 'utf8' });
  const seen = execFileSync(join(directory, 'p'), { encoding: 'utf8' }).trim().split(' ');
  rmSync(directory, { recursive: true });
  const [work = '', other = '', third = '', main = '', data = ''] = seen;
  const line = reportLine(
    data,
    [
      `0x0 work hitm 1 at 0x${(BigInt(work) + 4n).toString(16)}`,
      `0x0 other hitm 1 at 0x${(BigInt(other) + 1n).toString(16)}`,
      `0x0 third hitm 1 at ${third}`,
      `0x0 main hitm 1 at ${main}`,
    ].join('\n'),
  );
  const symbols = table(nm);
  const found = findLoadBias([line], symbols);
  expect(found).toMatchObject({ verdict: 'matches', agree: 4, checked: 4 });
  const report = { lines: [line], lineBytes: 64 };
  const variables = found && lineVariables({ table: symbols, buildMatch: found }, report, line);
  expect(variables?.touched[0]).toMatchObject({ name: 'counters', sizeBytes: 128 });
  expect(variables?.onLine).toContainEqual(expect.objectContaining({ name: 'counters' }));
});

test('where the build-id says whose it is one function tells by how much it was moved', () => {
  const symbols = table('0000000000001000 t push\n0000000000001040 t pop\n');
  const at = (code: string) => {
    const line = reportLine('0x7f0000000000', `0x0 push hitm 1 at ${code}`);
    const rows = line.rows.map((row) => ({ ...row, object: 'db', sourceLine: 'push+8' }));
    return [{ ...line, rows }];
  };
  const line = at('0x555555555008');
  expect(findLoadBias(line, symbols)?.verdict).toBe('tooFew');
  expect(findLoadBias(line, symbols, ['other'])?.verdict).toBe('tooFew');
  expect(findLoadBias(line, symbols, ['db'])).toMatchObject({
    verdict: 'matches',
    loadBias: 0x555555554000n,
  });
  // One that no move by whole pages explains is no proof, whatever the build-id.
  expect(findLoadBias(at('0x555555555009'), symbols, ['db'])?.verdict).toBe('tooFew');
});

test('a size that is not stated ends at the next symbol', () => {
  expect(symbolAt(table(KALLSYMS), 0xffffffff82c00047n, ['data'])).toMatchObject({
    name: 'tasklist_lock',
    sizeBytes: 8,
    offsetBytes: 7,
  });
});

test('elements of an array that share lines', () => {
  // Eight longs to a line of 64; at 24 bytes a line touches up to four.
  expect(arrayLines(8, 16, 0, 64)).toMatchObject({ elementsPerLine: 8, sharesFirst: true });
  expect(arrayLines(24, null, 0, 64)).toMatchObject({ elementsPerLine: 4, sharesLast: true });
  expect(arrayLines(64, 4, 32, 64)).toMatchObject({ elementsPerLine: 2 });
  expect(arrayLines(64, 4, 0, 64)).toMatchObject({ elementsPerLine: 1, finding: null });
  expect(arrayLines(40, 8, 0, 64).finding).toMatch(/pad it to 64\b/);
});

test('copies of a per-CPU variable are known by their distance', () => {
  // Linked at 0, as x86 does; the areas of 220,000 bytes stand 256 KB apart.
  const symbols = table(`${KALLSYMS}
0000000000000000 A fixed_percpu_data
0000000000022d40 d runqueues
0000000000023900 d softirq_ctrl
0000000000035b00 d last_of_them
`);
  const copy = (cpu: bigint, rows: string) =>
    reportLine(`0x${(0xffff88903f800000n + cpu * 0x40000n + 0x22d40n).toString(16)}`, rows);
  const first = copy(1n, '0x8 try_to_wake_up hitm 5');
  const second = copy(6n, '0x8 try_to_wake_up hitm 3');
  const other = copy(3n, '0x8 unrelated hitm 3');
  expect(perCpuLine(symbols, first, [first, second, other])).toMatchObject({
    variable: { name: 'runqueues', offsetBytes: 8 },
    lineAddress: 0x22d40n,
    copies: [first.address, second.address],
  });
  // One line alone lies somewhere in any area.
  expect(perCpuLine(symbols, first, [first, other])).toBeNull();
});

test('each object of a report was moved by its own', () => {
  const moved = (object: string, loadBias: bigint, text: string) =>
    reportLine('0x1000', text).rows.map((row) => ({
      ...row,
      object,
      codeAddress: `0x${(BigInt(row.codeAddress ?? 0) + loadBias).toString(16)}`,
    }));
  const own = `0x0 alpha hitm 1 at 0x1010
    0x0 beta hitm 1 at 0x2010
    0x0 gamma hitm 1 at 0x3010`;
  const other = `0x0 memcpy hitm 1 at 0x1234
    0x0 malloc hitm 1 at 0x5678
    0x0 free hitm 1 at 0x9abc
    0x0 alpha hitm 1 at 0x7777`;
  const line = {
    ...reportLine('0x1000', '0x0 x hitm 1'),
    rows: [...moved('libc.so.6', 0x7f0000000000n, other), ...moved('demo', 0x555555554000n, own)],
  };
  const table = readSymbols('1000 40 T alpha\n2000 40 T beta\n3000 40 T gamma');
  if (!table.ok) throw new Error(sentence(table.error));
  expect(findLoadBias([line], table.value)).toMatchObject({
    verdict: 'matches',
    object: 'demo',
    loadBias: 0x555555554000n,
  });
});
