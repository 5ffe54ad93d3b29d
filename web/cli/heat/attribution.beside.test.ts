import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REPORTS, needsReports } from '../../core/base/testing/needs';
import type { Attribution } from '../../core/heat/attribute';
import { snoopsOf } from '../../core/heat/counts';
import { modelProfile } from '../../core/model/toModel';
import { ADDRESS_SPACE, ALIGNED_ADDRESS_SPACE } from '../../core/heat/testing/addressSpace';
import { readProfile } from '../open/readProfile';
import { attributed, checkSample } from './testing/sample';

describe('reports of real machines', needsReports(), () => {
  const files = existsSync(REPORTS)
    ? ['real', 'synthetic', '.'].flatMap((folder) =>
        readdirSync(`${REPORTS}${folder}`, { withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.(?:txt|data)$/.test(entry.name))
          .map((entry) => `${folder}/${entry.name}`),
      )
    : [];

  test.each(files)('%s is read, keeps its counts on a struct and in a link', (file) => {
    checkSample(`${REPORTS}${file}`);
  });

  const figures = (heat: Attribution) =>
    heat.heat.fields.map(({ path, counts }) => [path, snoopsOf(counts), counts.stores]);

  test('address_space before the change: the struct begins 48 bytes into its line', () => {
    const profile = readProfile(`${REPORTS}address_space-before.txt`);
    const heat = attributed(profile, ADDRESS_SPACE, [
      { target: '0xff1ddd3f0c8a3b00', offsetBytes: 80 },
    ]);
    expect(heat.instances[0]?.baseBytes).toBe(48);
    // The percentages of the mail times its counts, by hand.
    expect(figures(heat)).toEqual([
      ['i_mmap_rwsem.owner', 6103 + 9654 + 3631 + 4342, 0],
      ['i_mmap.rb_leftmost', 1258 + 1429, 0],
      [
        'i_mmap_rwsem.count',
        97 + 71 + 76 + 15 + 1 + (142 + 138 + 91 + 16 + 4 + 2),
        481 + 4 + 2378 + 4 + 1417 + 1 + 7,
      ],
    ]);
    const model = modelProfile(heat);
    expect(model?.instances[0]).toMatchObject({ baseBytes: 48, lines: [] });
    expect(model?.cpuCount).toBe(160);
  });

  test('and after it: the lock begins a line', () => {
    const profile = readProfile(`${REPORTS}address_space-after.txt`);
    const heat = attributed(profile, ALIGNED_ADDRESS_SPACE, [
      { target: '0xff157a0f25b90c40', offsetBytes: 128 },
    ]);
    expect(heat.instances[0]?.baseBytes).toBe(0);
    const hot = heat.heat.fields.map(({ path }) => path);
    expect(hot).toEqual(['i_mmap_rwsem.owner', 'i_mmap_rwsem.count']);
    // 77.89 % of 12,726 and 77.13 % of 18,554: the report's own figure for the row that stays is 24,223.
    const owner = heat.heat.fields[0];
    expect(owner && snoopsOf(owner.counts)).toBe(24223);
  });
});
