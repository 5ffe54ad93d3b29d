import { noteLine } from '../words';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { testFolder } from '../../core/base/testing/folder';
import type { HeatJson } from '../../core/format/heat/heatJson';
import { Failure } from '../failure';
import { run } from '../main';
import { HEAT_COMMAND } from './heat';
import { failureOf } from '../testing/run';

const KERNEL = fileURLToPath(new URL('../../../e2e/samples/mapping.o', import.meta.url));

const REPORT = `=================================================
           Shared Cache Line Distribution Pareto
=================================================
#
#        ----- HITM -----  -- Store Refs --  --------- Data address ---------                      ---------- cycles ----------    Total       cpu                                       Shared
#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss              Offset  Node  PA cnt        Code address  rmt hitm  lcl hitm      load  records       cnt                    Symbol             Object           Source:Line  Node
#
  -------------------------------------------------------------
      0     1000      200      400        0      0xffff888100000080
  -------------------------------------------------------------
          10.00%   25.00%    0.00%    0.00%                 0x0     0       1  0xffffffff81344052       518       334       354      500       16  [k] vma_interval_tree_remove  [kernel.kallsyms]  interval_tree.c:23    0  1
           5.00%    0.00%  100.00%    0.00%                 0x8     0       1  0xffffffff81b9a5ec      1327         0       587      900       16  [k] down_write                [kernel.kallsyms]  down_write+28         0  1
          85.00%   75.00%    0.00%    0.00%                0x10     0       1  0xffffffff81170995       609       344       430     2000       16  [k] rwsem_spin_on_owner       [kernel.kallsyms]  rwsem.c:740           0  1
`;

const folder = testFolder();
const report = join(folder, 'c2c.txt');

beforeAll(() => writeFileSync(report, REPORT));

const heat = async (...args: string[]) => HEAT_COMMAND.run([report, ...args]);

test('lines, and the rows of one', async () => {
  expect((await heat()).text).toMatch(
    /^ {3}0 0xffff888100000080 +\? +1000 +200 +3000\+ +400 +rwsem_spin_on_owner, down_write/m,
  );
  const { text } = await heat('--line', '0xFFFF888100000080');
  expect(text).toMatch(/^ +0x8 +50 +0 +450 +400 +16 +down_write down_write\+28$/m);
});

test('the line on a struct of a file, where it is said to lie', async () => {
  const { text, notes } = await heat('--struct', 'address_space', '--from', KERNEL, '--at', '80');
  expect(notes).toEqual([]);
  expect(text).toMatch(/^struct address_space, bytes 80 to 143, line 0xffff888100000080$/m);
  expect(text).toMatch(/^ +850 +150 +2000 +0 {2}i_mmap_rwsem\.owner$/m);
  expect(text).toMatch(/^ +50 +0 +500 +400 {2}i_mmap_rwsem\.count$/m);
});

test('a place where the struct has no byte is refused, and the places that it has are named', async () => {
  const at = (...words: string[]) => heat('--struct', 'address_space', '--from', KERNEL, ...words);
  for (const beside of ['--at=192', '--at=5000', '--at=-64']) {
    await expect(at(beside)).rejects.toThrow(
      /has no byte of address_space, which has 192: --at takes -63 to 191/,
    );
  }
  for (const meets of ['--at=191', '--at=-63']) await expect(at(meets)).resolves.toBeDefined();
  const predict = (offset: string) =>
    run(['predict', KERNEL, 'address_space', '--profile', report, '--line', '0', `--at=${offset}`]);
  await expect(predict('192')).rejects.toThrow(Failure);
  expect((await predict('80')).text).toMatch(/1,200 HITM, measured/);
});

test('a line whose functions work on a lock, laid where none is, is said to be of something else', async () => {
  const { notes } = await heat('--struct', 'address_space', '--from', KERNEL, '--at', '128');
  expect(notes.map(noteLine).join('\n')).toMatch(
    /^error: The cache line is bound to the wrong struct, .*: down_write works on a lock, and here 100 % of its samples are on \w+, which is not a lock/m,
  );
});

test('without a number, what the functions are handed tells the place', async () => {
  // Two locks of one type lie 64 bytes apart: offsets alone fit both.
  const { text, notes } = await heat('--struct', 'address_space', '--from', KERNEL);
  expect(notes.map(noteLine)).toEqual([
    'note: byte 80 of address_space was chosen by what the functions of the cache line take as arguments. Give --at to choose another byte.',
  ]);
  expect(text).toMatch(/i_mmap_rwsem\.owner/);
});

test('where nothing tells, the place is a guess and said to be one', async () => {
  const { notes } = await heat('--struct', 'list_head', '--from', KERNEL, '--base-offset', '48');
  expect(notes.map(noteLine)).toEqual([
    expect.stringMatching(/^warning: byte -\d+ of list_head was chosen by offsets alone/) as string,
    expect.stringMatching(
      /^error: The cache line is bound to the wrong struct, .*: down_write works on a lock/,
    ),
  ]);
});

test('--json has the same figures', async () => {
  const args = ['--struct', 'address_space', '--from', KERNEL, '--at', '80', '--json'];
  const json = JSON.parse((await heat(...args)).text) as HeatJson;
  expect(json.struct).toMatchObject({ offsetBytes: 80, baseBytes: 48, unit: 'samples' });
  expect(json.struct?.fields.map(({ path, counts }) => [path, counts.hitmRemote])).toEqual([
    ['i_mmap_rwsem.owner', 850],
    ['i_mmap.rb_leftmost', 100],
    ['i_mmap_rwsem.count', 50],
  ]);
  expect(json.struct?.total).toMatchObject({ hitmRemote: 1000, hitmLocal: 200, stores: 400 });
});

test('what cannot be done is a sentence', async () => {
  const failure = (...args: string[]) => failureOf(() => heat(...args));
  expect(await failure('--line', '9')).toBe(
    'The report has no cache line 9: it has 1, counted from 0.',
  );
  expect(await failure('--base-offset', '8')).toBe('--base-offset and --at need --struct.');
  expect(await failure('--struct', 'address_space')).toMatch(/--from FILE/);
  expect(
    await failure('--struct', 'address_space', '--from', KERNEL, '--base-offset', '3'),
  ).toMatch(/its alignment forbids it/);
  expect(await failure('--struct', 'address_space', '--from', KERNEL, '--at', 'x')).toMatch(
    /--at takes a number of bytes/,
  );
});

test('a mem report without its column of data shows what it counts, and all of it', async () => {
  const text = join(folder, 'mem.txt');
  const rows = [
    `    60.00%           120  LFB or LFB hit`,
    `    30.00%            60  L3 or L3 hit`,
    `    10.00%            20  Local RAM or RAM hit`,
  ];
  const head = `# Samples: 200  of event 'cpu/mem-loads,ldlat=30/P'\n# Overhead       Samples  Memory access`;
  writeFileSync(text, `${head}\n${rows.join('\n')}\n`);
  const shown = (await HEAT_COMMAND.run([text])).text ?? '';
  const figures = [...shown.matchAll(/^ +(\d+) {2}(.*)$/gm)].map(([, count]) => Number(count));
  // The samples, of which are loads, of which each is once below.
  expect(figures).toEqual([200, 200, 120, 20, 60]);
});
