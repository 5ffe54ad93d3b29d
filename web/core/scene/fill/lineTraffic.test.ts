import { expect, test } from 'vitest';
import { ADDRESS_SPACE } from '../../heat/testing/addressSpace';
import { attribute } from '../../heat/attribute';
import { sliceProfile } from '../../heat/slice';
import { line, profile, row } from '../../heat/testing/profiles';
import { computeLayout } from '../../layout/compute';
import { orderedFrom } from '../../layout/original';
import { structFromC } from '../../layout/testing/c';
import { linePicture } from '../linePicture';
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

test('who stores to a line and whose loads suffer, each function once for each field', () => {
  const traffic = secondLine(false);
  expect(traffic.fields).toEqual([
    { path: 'i_mmap.rb_leftmost', stores: 0, snoops: 16 },
    { path: 'i_mmap_rwsem.count', stores: 40, snoops: 10 },
  ]);
  expect(traffic.writers.map(({ symbol, count, cpuCount }) => [symbol, count, cpuCount])).toEqual([
    ['down_write', 36, 160],
    ['up_write', 4, 4],
  ]);
  expect(traffic.sufferers.map(({ symbol, count }) => [symbol, count])).toEqual([
    ['vma_interval_tree_remove', 16],
    ['down_write', 10],
  ]);
  expect(JSON.stringify(linePicture(traffic, 'HITM'))).not.toContain('cut from the report');
});

test('what was cut from the report is said in the picture', () => {
  const { shapes } = linePicture(secondLine(true), 'HITM');
  const texts = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(texts).toContainEqual(
    expect.stringMatching(/^Rows were cut from the report: 50 stores and 14 HITM of the lines/),
  );
});

test('a picture ends below all that is in it, and flows are as wide as their share', () => {
  const { shapes, heightPx, widthPx } = linePicture(secondLine(true), 'HITM');
  for (const shape of shapes) {
    if (shape.kind === 'rect') {
      expect(shape.yPx + shape.heightPx).toBeLessThanOrEqual(heightPx);
      expect(shape.xPx + shape.widthPx).toBeLessThanOrEqual(widthPx);
    }
  }
  const flows = shapes.flatMap((shape) =>
    shape.kind === 'flow' && shape.role === 'stores' ? [shape.widthPx] : [],
  );
  expect(flows).toHaveLength(2);
  expect(flows[0]! / flows[1]!).toBeGreaterThan(8);
});
