import { expect, test } from 'vitest';
import { ADDRESS_SPACE } from '../../heat/testing/addressSpace';
import { attribute } from '../../heat/attribute';
import { sliceProfile } from '../../heat/slice';
import { line, profile, row } from '../../heat/testing/profiles';
import { computeLayout } from '../../layout/compute';
import { orderedFrom } from '../../layout/original';
import { structFromC } from '../../layout/testing/c';
import { lineVerdict } from '../../heat/lineVerdict';
import { lineTraffic } from './lineTraffic';

const STRUCT = orderedFrom(structFromC(ADDRESS_SPACE));

/** The second line of the struct, which begins 48 bytes into its first. */
function secondLine(trimmed: boolean) {
  const rows = [
    row(0, 'vma_interval_tree_remove', { rmt: 9, lcl: 7 }),
    row(8, 'down_write', { rmt: 10, stores: 26, cpus: 160 }),
    row(8, 'up_write', { stores: 4 }),
    row(8, 'down_write', { stores: 10, cpus: 90 }),
  ];
  // Of 90 stores and 40 HITM that the line's head states the rows have 40 and 26.
  const counts = trimmed ? { stores: 90, hitmRemote: 30, hitmLocal: 10, loads: 40 } : {};
  const whole = { ...line('0x1000', rows, counts), ...(trimmed && { trimmedPercent: 50 }) };
  const extract = sliceProfile(profile([whole]), {
    name: 'p',
    measuredOn: [],
    wanted: new Set(['0x1000']),
  });
  const heat = attribute(STRUCT, extract, [{ profile: 'p', target: '0x1000', offsetBytes: 80 }]);
  return lineTraffic(heat, computeLayout(STRUCT), { lineBytes: 64, baseBytes: 48 }, 2);
}

test('who stores to a line and whose loads suffer, each function once, on the bytes that its fields have now', () => {
  const traffic = secondLine(false);
  expect(
    traffic.spots.map(({ name, fromByte, toByte, stores, snoops }) => [
      ...[name, fromByte, toByte, stores, snoops],
    ]),
  ).toEqual([
    ['i_mmap.rb_leftmost', 0, 8, 0, 16],
    ['i_mmap_rwsem.count', 8, 16, 40, 10],
  ]);
  expect(traffic.writers.map(({ name, count, cpus }) => [name, count, cpus])).toEqual([
    ['down_write', 36, { count: 160, isAtLeast: true, ids: [] }],
    ['up_write', 4, { count: 4, isAtLeast: false, ids: [] }],
  ]);
  expect(traffic.readers.map(({ name, count, parts }) => [name, count, parts])).toEqual([
    ['vma_interval_tree_remove', 16, [{ spot: 0, count: 16 }]],
    ['down_write', 10, [{ spot: 1, count: 10 }]],
  ]);
  expect(lineVerdict(traffic, () => null)).not.toContain('in no row');
});

test('what was cut from the report is said beside the picture', () => {
  expect(lineVerdict(secondLine(true), () => null)).toMatch(
    /56 % of its stores and 35 % of its HITM are in no row: other bytes may be stored, too\.$/,
  );
});
