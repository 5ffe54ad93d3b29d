import { expect, test } from 'vitest';
import { attribute } from '../../heat/attribute';
import { sliceProfile } from '../../heat/slice';
import { ADDRESS_SPACE } from '../../heat/testing/addressSpace';
import { line, profile, row } from '../../heat/testing/profiles';
import { orderedFrom } from '../../layout/original';
import { structFromC } from '../../layout/testing/c';
import { heatComparisonText, heatTableText } from './heatTable';

const ADDRESS = '0xff1ddd3f0c8a3b00';
const OPTIONS = { structName: 'address_space', line: null, leastPercent: 0.5 };

function attributed(symbol = 'vma_interval_tree_remove') {
  const rows = [
    row(0, symbol, { rmt: 100, lcl: 50 }),
    row(8, 'down_write', { rmt: 50, stores: 300 }),
    row(8, 'up_write', { stores: 100 }),
    row(8, 'rarely', { rmt: 1, loads: 4 }),
    row(16, 'rwsem_spin_on_owner', { rmt: 849, lcl: 150 }),
  ];
  const source = profile([line(ADDRESS, rows)]);
  const extract = sliceProfile(source, { name: 'p', measuredOn: [], wanted: new Set([ADDRESS]) });
  const bindings = [{ profile: 'p', target: ADDRESS, offsetBytes: 80 }];
  return attribute(orderedFrom(structFromC(ADDRESS_SPACE)), extract, bindings);
}

test('fields stand over the functions that touch them', () => {
  expect(heatTableText(attributed(), OPTIONS)).toBe(`\
struct address_space, bytes 80 to 143, line 0xff1ddd3f0c8a3b00
at least 1000 remote and at least 200 local HITM, at least 400 stores

  rmt HITM  lcl HITM    stores  offset  field and function
    10.00%    25.00%     0.00%     0x0  i_mmap.rb_leftmost
    10.00%    25.00%     0.00%            vma_interval_tree_remove
     5.10%     0.00%   100.00%     0x8  i_mmap_rwsem.count
     5.00%     0.00%    75.00%            down_write
     0.00%     0.00%    25.00%            up_write
    84.90%    75.00%     0.00%    0x10  i_mmap_rwsem.owner
    84.90%    75.00%     0.00%            rwsem_spin_on_owner

1 row below 0.5 % of the line left out.
`);
});

test('no line is longer than a mail has room for, whatever the names', () => {
  const long = 'std::vector<std::pair<long, long>>::emplace_back'.repeat(5);
  const before = { heading: 'Before '.repeat(20), attribution: attributed(long) };
  const text = heatComparisonText([before, { ...before, heading: 'After' }], OPTIONS);
  expect(text.split('\n').every((each) => each.length <= 75)).toBe(true);
  expect(text).toMatch(/^After:$/m);
});
