import { expect, test } from 'vitest';
import { line, profile, row } from '../../core/heat/testing/profiles';
import { editInView } from '../state/documentReducers';
import { edit, opened } from '../state/testing/opened';
import { bound, inViewOf } from '../heat/testing/bound';
import { findingsList } from './findingsList';

test('counts of findings belong to another layout once the order is changed', () => {
  const plain = opened('struct s { long a; long b; };');
  expect(findingsList(inViewOf(plain))).toMatchObject({ mayConflict: false, areCarried: false });
  const report = profile([
    line('0x1000', [row(0, 'reader', { rmt: 90 }), row(8, 'writer', { stores: 400 })]),
  ]);
  const hot = bound(plain, report, '0x1000', 0);
  expect(findingsList(inViewOf(hot))).toMatchObject({ mayConflict: true, areCarried: false });
  const moved = findingsList(inViewOf(editInView(hot, [edit('move b first')])));
  expect(moved.findings.some(({ samples }) => samples > 0)).toBe(true);
  expect(moved.areCarried).toBe(true);
});
