import { sentence } from '../../core/base/messages';
import { expect, test } from 'vitest';
import { evidenceOf } from '../../core/bind/evidence';
import { rankCandidates, statedStruct } from '../../core/bind/rank';
import type { BuildMatch } from '../../core/bind/loadBias';
import { readSymbols } from '../../core/bind/symbolTable';
import { prototypes, reportLine } from '../../core/bind/testing/report';
import { isWellKnownPart } from '../../core/bind/wellKnown';
import { profileLines } from '../../core/heat/slice';
import { profile } from '../../core/heat/testing/profiles';
import type { CandidateSource } from './binary';
import type { FileOrigin } from './symbolTables';
import type { FileId } from '../../core/layout/ids';
import { structFromC } from '../../core/layout/testing/c';
import { arrayCard, variableCard, verdictsOf } from './buildMatch';
import { candidateCard } from './candidateCard';

const FILE = 'f1' as FileId;

const BELONGS: BuildMatch = {
  verdict: 'matches',
  loadBias: 0x1000n,
  agree: 4,
  checked: 4,
  missing: [],
  object: null,
};

function origin(buildMatch: Partial<BuildMatch>, more: Partial<FileOrigin> = {}): FileOrigin {
  const table = readSymbols(
    `ffffffff81000000 T start
ffffffff82000000 D counters
ffffffff82000010 D limits
ffffffff82000018 D flags
ffffffff82000100 D far`,
  );
  if (!table.ok) throw new Error(sentence(table.error));
  return {
    file: FILE,
    fileName: 'vmlinux',
    symbols: { table: table.value, buildMatch: { ...BELONGS, ...buildMatch } },
    sameBuild: null,
    sameRelease: null,
    ...more,
  };
}

const REPORT = profile([reportLine('0xffffffff82001000', '0x4 count hitm 3\n0x18 check stores 2')]);
const [LINE] = profileLines(REPORT);

test('whether a report is of a file is said by symbols, build-id and release', () => {
  const says = (file: FileOrigin) => verdictsOf(file).map((verdict) => verdict.says);
  expect(says(origin({}))).toEqual(['yes']);
  expect(says(origin({ verdict: 'tooFew' }, { sameBuild: false }))).toEqual(['unknown', 'no']);
  expect(says(origin({ verdict: 'other' }, { sameRelease: false }))).toEqual(['no', 'no']);
  // The same build is of the same release, whatever it calls itself.
  expect(says(origin({}, { sameBuild: true, sameRelease: false }))).toEqual(['yes', 'yes']);
});

test('a line of a report of the file has the variable that lies there, and those beside it', () => {
  const card = LINE && variableCard(origin({}), REPORT, LINE);
  expect(card).toMatchObject({
    kind: 'variable',
    first: { name: 'counters', offsetBytes: 4 },
    note: '0xffffffff82001000 is in `counters` +0; `limits` +0 and `flags` +0 are on the same line. Rows: 0x4 `counters` +0x4, 0x18 `flags` +0.',
    found: { copies: null, targets: [LINE?.id], lineAddress: 0xffffffff82000000n },
  });
});

test('a line has no variable where the report is not of the file, or the file lies at two places', () => {
  if (!LINE) throw new Error('no line');
  expect(variableCard(origin({ verdict: 'other' }), REPORT, LINE)).toBeNull();
  const mapped = [0x1000n, 0x2000n].map((loadBias) => ({ start: 0n, end: 1n, loadBias }));
  expect(variableCard(origin({ mapped }), REPORT, LINE)).toBeNull();
  expect(variableCard({ ...origin({}), symbols: null }, REPORT, LINE)).toBeNull();
});

test('an array says which lines its elements share, and can be folded where its struct is known', () => {
  const element = structFromC('struct slot { long a; int b; };');
  const variable = { name: 'slots', address: 0x1000n, sizeBytes: 64, offsetBytes: 0 };
  const of = { name: 'struct slot [4]', aggregate: 'slot', alias: null, pointers: 0, count: 4 };
  const known = { variables: [{ name: 'slots', sizeBytes: 64, of }], structs: [element] };
  const card = arrayCard({ ...variable, kind: 'data' }, known, 0x10n, 64);
  expect(card?.sentence).toContain('`struct slot [4]`: 4 elements of 16 bytes.');
  expect(card?.fold?.array).toEqual({
    name: 'slots',
    address: 0x1010n,
    strideBytes: 16,
    count: 4,
  });
  const single = {
    ...known,
    variables: [{ name: 'slots', sizeBytes: 64, of: { ...of, count: null } }],
  };
  expect(arrayCard({ ...variable, kind: 'data' }, single, 0n, 64)).toBeNull();
  expect(arrayCard({ ...variable, kind: 'data' }, { ...known, structs: [] }, 0n, 64)?.fold).toBe(
    null,
  );
});

test('a candidate says where the hottest rows land, in the order of the line', () => {
  const desc = structFromC(`struct mutex { long owner; long wait; };
    struct shelf { long books[2]; struct mutex lock; long weight; };`);
  const line = reportLine(
    '0x1000',
    `
    0x10 mutex_lock hitm 20
    0x20 shelf_weigh hitm 5
    0x30 shelf_weigh hitm 9`,
  );
  const known = prototypes('mutex_lock(mutex)\nshelf_weigh(shelf)');
  const evidence = evidenceOf(line, [line], 64, known);
  const source: CandidateSource = { kind: 'file', file: FILE, fileName: 'vmlinux' };
  const { candidates } = rankCandidates(
    evidence,
    [{ struct: statedStruct(desc), name: desc.name, source }],
    isWellKnownPart,
    'same',
  );
  const [first] = candidates;
  if (!first) throw new Error('no candidate');
  expect(candidateCard(first)).toMatchObject({
    // Nothing was followed.
    explained: null,
    unexplained: [],
    lands: [
      { offset: '0x10', path: 'lock.owner' },
      { offset: '0x20', path: 'weight' },
      { offset: '0x30', path: null },
    ],
    inside: [],
    moreInside: 0,
  });
});
