import { expect, test } from 'vitest';
import { ADDRESS_SPACE } from '../../core/heat/testing/addressSpace';
import { line, profile, row } from '../../core/heat/testing/profiles';
import { opened } from '../state/testing/opened';
import type { AccessProfile } from '../../core/facts/generated';
import { boundLines } from './boundLines';
import { bound } from './testing/bound';

const ADDRESS = '0x1080';
const BEFORE = profile([line(ADDRESS, [row(8, 'down_write', { rmt: 5, stores: 40 })])]);
const AFTER = profile([line(ADDRESS, [row(0, 'kept_apart', { rmt: 7 })])]);

test('of two reports of one name, with lines of one address, each has its own bindings', () => {
  const { documents } = bound(
    bound(opened(ADDRESS_SPACE), BEFORE, ADDRESS, 80, 'a'),
    AFTER,
    ADDRESS,
    16,
    'b',
  );
  const shown = (report: AccessProfile) => boundLines(documents, report, 'c2c.txt').get(ADDRESS);
  expect(shown(BEFORE)).toBe('address_space +80');
  expect(shown(AFTER)).toBe('address_space +16');
});
