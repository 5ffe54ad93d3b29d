import { expect, test } from 'vitest';
import { attribute } from '../../analysis/heat/attribute';
import { sliceProfile } from '../../analysis/heat/slice';
import { ADDRESS_SPACE } from '../../analysis/heat/testing/addressSpace';
import { line, profile, row } from '../../analysis/heat/testing/profiles';
import { orderedFrom } from '../../layout/original';
import { structFromC } from '../../layout/testing/c';
import { measuredLines } from './measured';

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
