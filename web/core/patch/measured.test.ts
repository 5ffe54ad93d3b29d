import { expect, test } from 'vitest';
import { attribute } from '../heat/attribute';
import { sliceProfile } from '../heat/slice';
import { ADDRESS_SPACE } from '../heat/testing/addressSpace';
import { line, profile, row } from '../heat/testing/profiles';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { measuredLines } from './mail';

function measured(...rows: readonly ReturnType<typeof row>[]): readonly string[] {
  const report = profile([line('0x1080', rows), line('0x9000', [row(0, 'elsewhere', { rmt: 2 })])]);
  const extract = sliceProfile(report, {
    name: 'c2c.txt',
    measuredOn: [],
    wanted: new Set(['0x1080']),
  });
  const bindings = [{ profile: 'c2c.txt', target: '0x1080', offsetBytes: 80 }];
  const struct = orderedFrom(structFromC(ADDRESS_SPACE));
  return measuredLines(attribute(struct, extract, bindings), 'address_space');
}

test('the share of the recording, then the hottest line with its fields', () => {
  const lines = measured(
    row(8, 'down_write', { rmt: 5, stores: 40 }),
    row(32, 'rwsem_spin_on_owner', { rmt: 80, lcl: 10 }),
  );
  expect(lines[0]).toMatch(
    /95 of 97 sampled HITM are on struct address_space, 85 of them remote\.$/,
  );
  expect(lines[1]).toMatch(/^Bytes 80 to 143, 95 HITM: \S+ 90, \S+ 5\.$/);
  expect(lines).toHaveLength(2);
});

test('a report without HITM says nothing', () => {
  expect(measured(row(8, 'down_write', { stores: 40 }))).toEqual([]);
});

test('what is left out is counted', () => {
  const members = Array.from({ length: 80 }, (_, at) => `int m${at};`).join(' ');
  const fields = [0, 4, 8, 12, 16, 20];
  const wanted = [0, 1, 2, 3, 4].map((at) => `0x${(0x1000 + 64 * at).toString(16)}`);
  const lines = wanted.map((address, at) =>
    line(
      address,
      fields.map((offset, index) => row(offset, 'f', { rmt: 60 - 10 * at - index })),
    ),
  );
  const extract = sliceProfile(profile(lines), {
    name: 'c2c.txt',
    measuredOn: [],
    wanted: new Set(wanted),
  });
  const bindings = wanted.map((target, at) => ({
    profile: 'c2c.txt',
    target,
    offsetBytes: 64 * at,
  }));
  const struct = orderedFrom(structFromC(`struct s { ${members} };`));
  const outputs = measuredLines(attribute(struct, extract, bindings), 's');
  expect(outputs.slice(1)).toEqual([
    'Bytes 0 to 63, 345 HITM: m0 60, m1 59, m2 58, m3 57, 2 more fields 111.',
    'Bytes 64 to 127, 285 HITM: m16 50, m17 49, m18 48, m19 47, 2 more fields 91.',
    'Bytes 128 to 191, 225 HITM: m32 40, m33 39, m34 38, m35 37, 2 more fields 71.',
    '2 more cache lines of it: 270 HITM.',
  ]);
});
