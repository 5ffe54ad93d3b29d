import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { heatOf } from '../../analysis/heat/heatOf';
import { modelProfile } from '../../analysis/heat/toModel';
import { ADDRESS_SPACE } from '../../analysis/heat/testing/addressSpace';
import { applyEdits } from '../../edit/apply';
import type { HeatJson } from '../../output/heat/heatJson';
import { makeLink, readLink } from '../../share/link';
import { PREDICT_COMMAND } from '../commands/predict';
import { SUGGEST_COMMAND } from '../commands/suggest';
import { boundDocument } from '../open/boundDocument';
import { readProfile } from '../open/readProfile';
import { HEAT_COMMAND } from './heat';
import { attributed, checkSample } from './testing/sample';

const KERNEL = fileURLToPath(new URL('../../../e2e/samples/mapping.o', import.meta.url));

/** What a commit message shows of a line, and no count. */
const SHARES = `Readers of i_mmap wait for the lock on their line:

    Rmt%    Lcl%   StoreL1%  offset  cycles  records  symbol
   --------------------------------------------------------
   41.20%  38.75%    0.00%    0x10     1130     8120  [k] rwsem_spin_on_owner
    9.05%  11.50%   97.31%     0x8      912     3301  [k] down_write  <--- write
    2.00%   0.25%    1.00%     0x0        -       57  [k] vma_interval_tree_insert
`;

const folder = mkdtempSync(join(tmpdir(), 'hitmap-handmade-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const shares = written('shares.txt', SHARES);
const ON_STRUCT = ['--struct', 'address_space', '--from', KERNEL, '--at', '80'];

test('its lines have no count, and its rows the percentages of the text', async () => {
  const { text } = await HEAT_COMMAND.run([shares]);
  expect(text).toMatch(/^ {3}0 #1 +\? +\? +\? +\? +\? +down_write, /m);
  const rows = (await HEAT_COMMAND.run([shares, '--line', '0'])).text;
  expect(rows).toMatch(/^line #1, in percent of the line$/m);
  expect(rows).toMatch(/^ +0x8 +9\.05% +11\.50% +\? +97\.31% +- +down_write {3}<- write$/m);
});

test('on a struct it is percent of the line, and what is unknown is no 0', async () => {
  const { text, notes } = await HEAT_COMMAND.run([shares, ...ON_STRUCT]);
  expect(text).toMatch(/^Percent of the line; how many samples that is was not stated\.$/m);
  expect(text).toMatch(/^ +41\.20% +38\.75% +\? +0\.00% {2}i_mmap_rwsem\.owner$/m);
  expect(text).toMatch(/^ +9\.05% +11\.50% +\? +97\.31% {2}i_mmap_rwsem\.count$/m);
  expect(text).toMatch(/^ +47\.75% +49\.50% +\? +1\.69% {2}\(cut from the report\)$/m);
  expect(notes.join('\n')).toMatch(/percent of the line, each kind of its own total/);
});

test('JSON says its unit, and null for what the table does not tell', async () => {
  const { text } = await HEAT_COMMAND.run([shares, ...ON_STRUCT, '--json']);
  const { reports, struct } = JSON.parse(text) as HeatJson;
  expect(reports[0]?.lines[0]).toMatchObject({ unit: 'percent', share: null });
  expect(reports[0]?.lines[0]?.rows[0]).toMatchObject({
    counts: { hitmRemote: null, hitmLocal: null, stores: null, records: 8120 },
    shares: { hitmRemotePercent: 41.2, storesL1HitPercent: 0, storesL1MissPercent: null },
  });
  expect(struct?.unit).toBe('percent');
  expect(struct?.fields[0]).toMatchObject({
    path: 'i_mmap_rwsem.owner',
    counts: { hitmRemote: 41.2, hitmLocal: 38.75, otherLoads: null, peerRemote: null, stores: 0 },
    meanCycles: null,
  });
});

test('a table without stores does not say that there were none', async () => {
  const path = written('noStores.txt', 'Rmt%  Offset  Symbol\n60.0%  0x8  a\n40.0%  0x10  b\n');
  const { text } = await HEAT_COMMAND.run([path, ...ON_STRUCT]);
  expect(text).toMatch(/^ +60\.00% +\? +\? +\? {2}i_mmap_rwsem\.count$/m);
  expect(text).toMatch(/^ +60\.00% +- +- +0x8 {2}i_mmap_rwsem\.count$/m);
});

test('a table with counts of one kind does not say that there were none of the others', async () => {
  const path = written('stores.txt', 'Stores  Offset  Symbol\n812  0x8  put_one\n3  0x10  other\n');
  const { text } = await HEAT_COMMAND.run([path, ...ON_STRUCT]);
  expect(text).toMatch(/^unknown remote and unknown local HITM, at least 815 stores$/m);
  expect(text).toMatch(/^ +\? +\? +\? +812 {2}i_mmap_rwsem\.count$/m);
});

test('rows of perf that were pasted without the line above them are the same', async () => {
  const path = written(
    'row.txt',
    ' 44.74% 49.78% 0.00% 0.00% 0x10 0 1 0xffffffffab170995 609 344 430 26841 160 [k] spin [kernel.kallsyms] spin+53 0 1\n',
  );
  const { text } = await HEAT_COMMAND.run([path, ...ON_STRUCT]);
  expect(text).toMatch(/^ +44\.74% +49\.78% +\? +0\.00% {2}i_mmap_rwsem\.owner$/m);
});

test('every sample’s checks hold for it', () => {
  checkSample(shares);
});

test('a link keeps what is known', () => {
  const { document } = boundDocument({
    file: KERNEL,
    struct: 'address_space',
    edits: [],
    profiles: [shares],
    line: '0',
    offset: '80',
  });
  const link = makeLink(document);
  const read = readLink(link);
  if (!read.ok) throw new Error(read.error);
  expect(read.value.profiles[0]?.lines).toEqual(document.profiles[0]?.lines);
  const heats = [document, read.value].map((each) => heatOf(each, applyEdits(each)).current);
  expect(heats[1]?.unit).toBe('percent');
  expect(heats[1]?.heat.fields).toEqual(heats[0]?.heat.fields);
});

test('nothing is predicted from it, and why', async () => {
  const args = [KERNEL, 'address_space', '--profile', shares, '--line', '0', '--at', '80'];
  const predicted = await PREDICT_COMMAND.run([...args, '--edit', 'align i_mmap_rwsem cacheline']);
  expect(predicted.text).toMatch(/no counts, each kind of sample of another total/);
  expect(predicted.text).not.toMatch(/HITM on/);
  const suggested = await SUGGEST_COMMAND.run([...args, '--most', '1']);
  expect(suggested.notes.join('\n')).toMatch(/nothing is predicted from it/);
});

/** Two counters of a line, and what saw them: each function updates its own. */
const counters = (cpus: number) => `0  124  91  540  0x100000080
Offset  Remote HITM  Local HITM  Stores  Records  CPUs  Symbol
0x8    101          49          240     450      ${cpus}     written_back
0x0     23           42          300     431      ${cpus}     page_added
`;

test('counters that are only updated are predicted and parted', async () => {
  const path = written('counters.txt', counters(1));
  const args = [KERNEL, 'address_space', '--profile', path, '--line', '0', '--at', '128'];
  const { text } = await SUGGEST_COMMAND.run(args);
  expect(text).toMatch(
    /Updates of (?:nrpages and of writeback_index|writeback_index and of nrpages) no longer take the line away/,
  );
  expect(text).toMatch(/HITM 215 -> 0 /);
  expect(text.replace(/\s+/g, ' ')).toContain('which fields are used by the same CPU is not known');
  const edit = ['--edit', 'move nrpages after i_pages'];
  const predicted = (await PREDICT_COMMAND.run([...args, ...edit])).text;
  expect(predicted).toMatch(/0 HITM predicted \(.*\), 215 measured before/);
});

test('that functions ran on the same few CPUs is said to be an assumption, and nothing else is missing', async () => {
  const path = written('few.txt', counters(2));
  const args = [KERNEL, 'address_space', '--profile', path, '--line', '0', '--at', '128'];
  const { text, notes } = await SUGGEST_COMMAND.run(args);
  const said = `${text} ${notes.join(' ')}`.replace(/\s+/g, ' ');
  expect(said).toContain('No row was seen on more than 2 CPUs, and none lists which');
  expect(said).not.toMatch(/no order can be judged|Record longer/);
});

test('lines in samples and lines of shares never mix', () => {
  const profile = readProfile(
    written(
      'mixed.txt',
      `0 1000 200 400 0 0xffff888100000080
 10.00% 25.00% 0.00% 0.00% 0x8 0 1 0xffffffff81344052 518 334 354 500 16 [k] f [kernel.kallsyms] f+3 0 1

${SHARES}`,
    ),
  );
  const both = attributed(profile, ADDRESS_SPACE, [
    { target: '0xffff888100000080', offsetBytes: 80 },
    { target: '#2', offsetBytes: 80 },
  ]);
  expect([both.unit, both.leftOut]).toEqual(['samples', ['#2']]);
  expect(both.total).toMatchObject({ hitmRemote: 1000, hitmLocal: 200, stores: 400 });
  const [field] = both.heat.fields;
  expect(field?.counts).toMatchObject({ hitmRemote: 100, hitmLocal: 50 });
  expect(modelProfile(both)?.kind).toBe('hitm');

  const alone = attributed(profile, ADDRESS_SPACE, [{ target: '#2', offsetBytes: 80 }]);
  expect([alone.unit, alone.leftOut]).toEqual(['percent', []]);
  expect(alone.total).toMatchObject({ hitmRemote: 100, hitmLocal: 100, stores: 100 });
});

test('of two objects that are known by shares a field has their mean', () => {
  const path = written('two.txt', `${SHARES}\n${SHARES.replace('41.20%', '21.20%')}`);
  const profile = readProfile(path);
  const heat = attributed(profile, ADDRESS_SPACE, [
    { target: '#1', offsetBytes: 80 },
    { target: '#2', offsetBytes: 80 },
  ]);
  expect(heat.heat.fields[0]?.counts.hitmRemote).toBeCloseTo(31.2);
  expect(heat.total.hitmRemote).toBeCloseTo(100);
});
