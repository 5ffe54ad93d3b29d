import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import type { AccessFact, AccessProfile, Confidence, TouchedAnswer } from '../facts/generated';
import { NO_ACCESS } from '../facts/noAccess';
import { profile } from '../heat/testing/profiles';
import { askingOf } from './asking';
import { buildMatchOf, mappedBuildMatch } from './mapped';
import { searchHot, type HotFile, type HotSearch } from './searchHot';
import { addressInFile, type BuildMatch } from './loadBias';
import { readSymbols } from './symbolTable';
import { reportLine } from './testing/report';

/** Answers from lines like `0x401000 queue(64) 8 head direct lock@16`: the last is a part that begins there. */
function answersFrom(text: string): ReadonlyMap<string, TouchedAnswer> {
  const found = new Map<string, TouchedAnswer>();
  for (const line of text.trim().split('\n')) {
    const [place = '', type = '', offset = '0', path = '', confidence = 'direct', part] = line
      .trim()
      .split(' ');
    const [, name = '', size = ''] = /^(\w+)\((\d+)\)$/.exec(type) ?? [];
    const [inner, at] = part?.split('@') ?? [];
    const access: AccessFact = {
      address: place.slice(2),
      function: 'f',
      offsetBytes: 0,
      operand: '(%rdi)',
      bytes: 8,
      does: 'read',
      unknown: null,
      objects: [
        {
          name,
          isAggregate: true,
          sizeBytes: Number(size),
          offsetBytes: Number(offset),
          path,
          memberBytes: 8,
          chain:
            inner === undefined
              ? []
              : [{ name: inner, sizeBytes: 16, offsetBytes: Number(offset) - Number(at) }],
          confidence: confidence as Confidence,
          how: 'pointer',
          variable: null,
          isElement: false,
          reasons: [],
        },
      ],
    };
    found.set(place, { query: place, accesses: [access], nothing: null, notes: [] });
  }
  return found;
}

const AT_ITS_OWN: BuildMatch = {
  verdict: 'matches',
  loadBias: 0n,
  agree: 3,
  checked: 3,
  missing: [],
  object: null,
};

function profileOf(...lines: readonly (readonly [string, string])[]): AccessProfile {
  return profile(lines.map(([address, rows]) => reportLine(address, rows)));
}

async function found(report: AccessProfile, text: string, held: HotFile['embeddings']) {
  const asking = askingOf(report, AT_ITS_OWN)!;
  const answers = answersFrom(text);
  const file: HotFile = {
    touches: (places) =>
      Promise.resolve(
        places.map(
          (wanted) =>
            answers.get(wanted) ?? {
              query: wanted,
              accesses: [],
              nothing: 'it is assembly',
              notes: [],
            },
        ),
      ),
    embeddings: held,
  };
  let last: HotSearch | null = null;
  for await (const search of searchHot(asking, file)) last = search;
  return last!.found;
}

const NOTHING_HELD: HotFile['embeddings'] = () => Promise.resolve([]);

test('rows of a line are of one object, and its struct has their heat', async () => {
  const report = profileOf([
    '0x1000',
    `0x0 a hitm 6 at 0x401000
     0x8 b hitm 3 at 0x401010
     0x10 c hitm 1 at 0x401020`,
  ]);
  const { structs, unnamed } = await found(
    report,
    `0x401000 queue(64) 16 head
     0x401010 queue(64) 24 tail`,
    NOTHING_HELD,
  );
  expect(structs).toMatchObject([
    {
      name: 'queue',
      heat: 9,
      share: 0.9,
      lines: [{ offsetBytes: 16, rows: 2, others: 0, isCertain: true }],
      members: [
        { path: 'head', heat: 6 },
        { path: 'tail', heat: 3 },
      ],
    },
  ]);
  expect(unnamed).toEqual([{ reason: 'it is assembly', heat: 1 }]);
});

test('what touches a part is of its container, where another row or the file says so', async () => {
  const report = profileOf([
    '0x1000',
    `0x0 a hitm 9 at 0x401000
     0x10 lock_take hitm 1 at 0x401010`,
  ]);
  const text = `0x401000 queue(64) 0 head
                0x401010 lock(16) 0 word`;
  const alone = await found(report, text, NOTHING_HELD);
  expect(alone.structs.map(({ name, heat }) => [name, heat])).toEqual([
    ['queue', 9],
    ['lock', 1],
  ]);
  expect(alone.structs[0]!.lines[0]).toMatchObject({ others: 1, isCertain: false });
  const held = await found(report, text, (inner) =>
    Promise.resolve(
      inner.includes('lock')
        ? [
            {
              inner: 'lock',
              outer: 'queue',
              kind: 'struct',
              sizeBytes: 64,
              offsetsBytes: [16],
              direct: true,
            },
          ]
        : [],
    ),
  );
  expect(held.structs.map(({ name, heat }) => [name, heat])).toEqual([['queue', 10]]);
  const seen = await found(
    profileOf(
      ['0x1000', '0x0 a hitm 9 at 0x401000\n0x10 lock_take hitm 1 at 0x401010'],
      ['0x2000', '0x18 b hitm 1 at 0x401020'],
    ),
    `${text}
     0x401020 queue(64) 24 lock.container direct lock@16`,
    NOTHING_HELD,
  );
  expect(seen.structs.map(({ name, heat }) => [name, heat])).toEqual([['queue', 11]]);
});

test('two objects on a line are two structs, and neither is sure there', async () => {
  const { structs } = await found(
    profileOf(['0x1000', '0x0 a hitm 5 at 0x401000\n0x20 b hitm 4 at 0x401010']),
    `0x401000 queue(32) 0 head
     0x401010 table(40) 0 size`,
    NOTHING_HELD,
  );
  expect(
    structs.map(({ name, lines }) => [name, lines[0]!.offsetBytes, lines[0]!.isCertain]),
  ).toEqual([
    ['queue', 0, false],
    ['table', -32, false],
  ]);
});

test('the instructions with most of the heat are asked first, those near each other together', () => {
  const rows = Array.from(
    { length: 100 },
    (_, at) =>
      `0x0 f${at} hitm ${at === 77 ? 9000 : 1} at 0x${(0x401000 + 0x1000 * at).toString(16)}`,
  );
  const asking = askingOf(profileOf(['0x1000', rows.join('\n')]), AT_ITS_OWN)!;
  expect(asking.batches[0]).toEqual(['0x44e000']);
  expect(asking.hottest).toBe(1);
  expect(asking.batches.flat()).toHaveLength(100);
  for (const batch of asking.batches) {
    expect(batch.length).toBeLessThanOrEqual(32);
  }
});

const KERNEL = 'ab'.repeat(20);
const PROGRAM = 'cd'.repeat(20);
const MAPPING = {
  buildIds: [
    { object: '[kernel.kallsyms]', buildId: KERNEL },
    { object: '/opt/demo', buildId: PROGRAM },
  ],
  mappings: [
    {
      object: '[kernel.kallsyms]',
      start: '0xffffffffab000000',
      end: '0xffffffffad000000',
      fileOffset: '0xffffffffab000000',
      symbol: '_text',
    },
    ...['0x555555555000', '0x7ffff0001000'].map((start) => ({
      object: 'demo',
      start,
      end: `0x${(BigInt(start) + 0x1000n).toString(16)}`,
      fileOffset: '0x1000',
      symbol: null,
    })),
  ],
};
const row = (codeAddress: string, object: string) => ({
  ...reportLine('0x1000', '0x0 f hitm 1').rows[0]!,
  codeAddress,
  object,
  counts: NO_ACCESS,
});

test('a recording without symbols says where a kernel and each process had its code', () => {
  const table = readSymbols('ffffffff81000000 T _text\nffffffff81000100 T fget');
  if (!table.ok) throw new Error(sentence(table.error));
  const kernel = mappedBuildMatch(MAPPING, { buildId: KERNEL }, table.value)!;
  expect(addressInFile(kernel, row('0xffffffffab000104', '[kernel.kallsyms]'))).toBe(
    0xffffffff81000104n,
  );
  expect(addressInFile(kernel, row('0x555555555010', 'demo'))).toBeNull();
  const program = mappedBuildMatch(MAPPING, { buildId: PROGRAM, codeShiftBytes: 0x1000 }, null)!;
  for (const address of ['0x555555555010', '0x7ffff0001010']) {
    expect(addressInFile(program, row(address, 'demo'))).toBe(0x2010n);
  }
});

test('another build is never taken for the recorded one', () => {
  const facts = { buildId: 'ef'.repeat(20), codeShiftBytes: 0 };
  expect(mappedBuildMatch(MAPPING, facts, null)).toBeNull();
  expect(mappedBuildMatch({ ...MAPPING, buildIds: [] }, { ...facts, buildId: PROGRAM }, null)).toBe(
    null,
  );
  // A kernel that cannot have been moved so is none that was recorded.
  const table = readSymbols('ffffffff81000100 T _text');
  if (!table.ok) throw new Error(sentence(table.error));
  expect(mappedBuildMatch(MAPPING, { buildId: KERNEL }, table.value)).toBeNull();
});

test('an object that is not linked yet has addresses that are made up: they tell of no report', () => {
  const names = ['fget', 'fput', 'dup_fd', 'do_close', 'fdget'];
  const symbols = names.map((name, at) => `${(0x10000 + 0x100 * at).toString(16)} T ${name}`);
  const table = readSymbols(symbols.join('\n'));
  if (!table.ok) throw new Error(sentence(table.error));
  const rows = names.map((symbol, at) => ({
    ...row(`0xffffffffab${at}37${at}04`, '[kernel.kallsyms]'),
    symbol,
  }));
  const report = { buildIds: [], lines: [{ ...reportLine('0x1000', '0x0 f hitm 1'), rows }] };
  const facts = { buildId: null };
  expect(buildMatchOf(report, { ...facts, kind: 'elf' }, table.value)?.verdict).toBe('other');
  expect(buildMatchOf(report, { ...facts, kind: 'elfObject' }, table.value)).toBeNull();
});
