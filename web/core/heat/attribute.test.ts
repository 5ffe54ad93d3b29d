import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Binding } from '../edit/profiles';
import type { AccessProfile } from '../facts/generated';
import type { MemberPath } from '../layout/ids';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { attribute, type Attribution } from './attribute';
import { addCounts, COUNT_KINDS, snoopsOf, sumCounts } from './counts';
import { sliceProfile, profileLines } from './slice';
import { modelProfile } from '../model/toModel';
import { ADDRESS_SPACE } from './testing/addressSpace';
import { NO_ACCESS } from '../facts/noAccess';
import { line, profile, row } from './testing/profiles';

const STRUCT = orderedFrom(structFromC(ADDRESS_SPACE));

function attributed(
  from: AccessProfile,
  bindings: readonly (readonly [target: string, offsetBytes: number])[],
): Attribution {
  const wanted = new Set([...profileLines(from).map(({ id }) => id), 'struct s']);
  const extract = sliceProfile(from, { name: 'p', measuredOn: [], wanted });
  const bound = bindings.map(([target, offsetBytes]): Binding => ({
    profile: 'p',
    target,
    offsetBytes,
  }));
  return attribute(STRUCT, extract, bound);
}

/** What no field got, by reason. */
function lost(attribution: Attribution): Record<string, unknown> {
  return Object.fromEntries(
    attribution.unattributed.map(({ reason, counts }) => [
      reason,
      { hitm: snoopsOf(counts), loads: counts.otherLoads, stores: counts.stores },
    ]),
  );
}

function checkConserved(attribution: Attribution): void {
  const all = addCounts(
    attribution.attributed,
    sumCounts(attribution.unattributed.map(({ counts }) => counts)),
  );
  for (const kind of COUNT_KINDS) expect(all[kind]).toBeCloseTo(attribution.total[kind], 6);
}

test('readers that suffer and their writers fall on their fields', () => {
  const heat = attributed(
    profile([
      line('0x1000', [
        row(0, 'vma_interval_tree_remove', { rmt: 9, lcl: 7 }),
        row(8, 'down_write', { rmt: 1, stores: 26 }),
        row(16, 'rwsem_spin_on_owner', { rmt: 70, lcl: 72 }),
        row(16, 'rwsem_spin_on_owner', { rmt: 2 }),
      ]),
    ]),
    [['0x1000', 80]],
  );
  const figures = heat.heat.fields.map(({ path, counts }) => [
    path,
    snoopsOf(counts),
    counts.stores,
  ]);
  expect(figures).toEqual([
    ['i_mmap_rwsem.owner', 144, 0],
    ['i_mmap.rb_leftmost', 16, 0],
    ['i_mmap_rwsem.count', 1, 26],
  ]);
  const rwsem = heat.heat.byPath.get('i_mmap_rwsem' as MemberPath);
  expect(rwsem?.counts).toMatchObject({ hitmRemote: 73, hitmLocal: 72, stores: 26 });
  // Two rows of one instruction (no code address is stated) are one accessor.
  expect(rwsem?.accessors.map(({ symbol }) => symbol)).toEqual([
    'rwsem_spin_on_owner',
    'down_write',
  ]);
  checkConserved(heat);
});

test('what no field got is said with its reason', () => {
  const heat = attributed(
    profile(
      [
        // Bytes 16 to 63 are another object's; the report was cut: 100 HITM, 60 in the rows.
        {
          ...line('0x10c0', [row(0, 'g', { rmt: 60 }), row(40, 'other', { stores: 5 })], {
            hitmRemote: 100,
            stores: 5,
            loads: 130,
          }),
          trimmedPercent: 40,
        },
        line('0x9000', [row(0, 'elsewhere', { rmt: 7 })]),
      ],
      { totals: { ...NO_ACCESS, hitmRemote: 120, hitmLocal: 0, loads: 1000, stores: 6 } },
    ),
    [['0x10c0', 176]],
  );
  expect(lost(heat)).toEqual({
    outside: { hitm: 0, loads: 0, stores: 5 },
    trimmed: { hitm: 40, loads: 0, stores: 0 },
    hiddenRows: { hitm: 0, loads: 30, stores: 0 },
    noBinding: { hitm: 7, loads: 0, stores: 0 },
    unlisted: { hitm: 13, loads: 850, stores: 1 },
  });
  expect(heat.attributed).toMatchObject({ hitmRemote: 60, stores: 0 });
  checkConserved(heat);
});

test('neighbouring lines join by their addresses, several objects add up', () => {
  const heat = attributed(
    profile([
      line('0x1040', [row(0, 'f', { rmt: 1 })]),
      line('0x1080', [row(0, 'g', { rmt: 2 })]),
      line('0x5000', [row(24, 'f', { rmt: 4 })]),
    ]),
    [
      ['0x1040', 64],
      ['0x5000', 40],
      // The same object again, by its other line.
      ['0x1080', 128],
    ],
  );
  expect(heat.instances.map(({ baseBytes, lines }) => [baseBytes, lines.length])).toEqual([
    [0, 2],
    [24, 1],
  ]);
  expect(heat.heat.fields.map(({ path, counts }) => [path, counts.hitmRemote])).toEqual([
    ['gfp_mask', 5],
    ['nrpages', 2],
  ]);
  checkConserved(heat);
});

test('a line that two objects share gives each byte to the one that holds it', () => {
  const heat = attributed(
    profile([line('0x1000', [row(0, 'a', { rmt: 1 }), row(56, 'b', { rmt: 2 })])]),
    [
      ['0x1000', 184],
      ['0x1000', -8],
    ],
  );
  expect(heat.instances).toHaveLength(2);
  expect(heat.heat.fields.map(({ path, counts }) => [path, counts.hitmRemote])).toEqual([
    ['invalidate_lock.wait_list.next', 2],
    ['private_data', 1],
  ]);
  checkConserved(heat);
});

test('a type profile binds by its name; what perf could not place is shown', () => {
  const type = {
    object: null,
    sizeBytes: 192,
    samples: null,
    unit: 'percent',
    events: ['cpu/mem-loads/P', 'cpu/mem-stores/P', 'dummy:u'],
  } as const;
  const leaf = { sizeBytes: 8, depth: 1, sumsMembers: false };
  const rows = [
    { ...leaf, offsetBytes: 72, field: 'i_mmap', sumsMembers: true, values: [20, 0, 0] },
    { ...leaf, offsetBytes: 80, field: 'i_mmap.rb_leftmost', values: [20, 0, 0] },
    { ...leaf, offsetBytes: 88, field: 'i_mmap_rwsem.count', values: [0, 9, 0] },
    { ...leaf, offsetBytes: 0, field: null, values: [1, 0, 0] },
  ];
  const heat = attributed(
    profile([], {
      kind: 'typeReport',
      types: [
        { ...type, events: [...type.events], name: 'struct s', values: [21, 9, 0], rows },
        { ...type, events: [...type.events], name: '(unknown)', values: [50, 60, 0], rows: [] },
        { ...type, events: [...type.events], name: 'struct t', values: [29, 31, 0], rows: [] },
      ],
    }),
    [['struct s', 0]],
  );
  expect(heat.unit).toBe('percent');
  expect(
    heat.heat.fields.map(({ path, counts }) => [path, counts.otherLoads, counts.stores]),
  ).toEqual([
    ['i_mmap_rwsem.count', 0, 9],
    ['i_mmap.rb_leftmost', 20, 0],
  ]);
  expect(lost(heat)).toEqual({
    noField: { hitm: 0, loads: 1, stores: 0 },
    unknownType: { hitm: 0, loads: 50, stores: 60 },
    noBinding: { hitm: 0, loads: 29, stores: 31 },
  });
  checkConserved(heat);
  expect(modelProfile(heat)).toBeNull();
});

test('nothing is lost and nothing is made, whatever is bound where', () => {
  const count = fc.integer({ min: 0, max: 1000 });
  const someRow = fc
    .record({ offset: fc.nat(63), rmt: count, lcl: count, other: count, stores: count })
    .map(({ offset, rmt, lcl, other, stores }) =>
      row(offset, `f${stores % 3}`, { rmt, lcl, loads: rmt + lcl + other, stores }),
    );
  const maybe = fc.option(count);
  const someLine = fc
    .record({
      address: fc.integer({ min: 64, max: 80 }),
      rows: fc.array(someRow, { maxLength: 6 }),
      counts: fc.record({ hitmRemote: maybe, hitmLocal: maybe, loads: maybe, stores: maybe }),
      trimmed: fc.option(fc.constant(5)),
    })
    .map(({ address, rows, counts, trimmed }) => ({
      ...line(`0x${(address * 64).toString(16)}`, rows, counts),
      trimmedPercent: trimmed,
    }));
  const stated = fc.record({ hitmRemote: maybe, hitmLocal: maybe, loads: maybe, stores: maybe });
  fc.assert(
    fc.property(
      fc.uniqueArray(someLine, { selector: ({ address }) => address, maxLength: 8 }),
      stated,
      fc.array(fc.tuple(fc.nat(20), fc.integer({ min: -80, max: 260 })), { maxLength: 5 }),
      (lines, totals, bound) => {
        const from = profile(lines, { totals: { ...NO_ACCESS, ...totals } });
        const heat = attributed(
          from,
          bound.flatMap(([place, offset]) => {
            const address = lines[place % Math.max(1, lines.length)]?.address;
            return address === null || address === undefined ? [] : [[address, offset] as const];
          }),
        );
        checkConserved(heat);
        // The model is handed the same rows, no more and no fewer.
        const model = modelProfile(heat);
        const atoms = (model?.instances ?? []).flatMap(({ atoms }) => atoms);
        const inAtoms = atoms
          .flatMap(({ rows }) => rows)
          .reduce((sum, each) => sum + each.rmtHitm, 0);
        expect(inAtoms).toBe(heat.attributed.hitmRemote);
      },
    ),
    { numRuns: 300 },
  );
});
