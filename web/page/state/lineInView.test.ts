import { expect, test } from 'vitest';
import { ADDRESS_SPACE } from '../../core/heat/testing/addressSpace';
import { line, profile, row } from '../../core/heat/testing/profiles';
import type { MemberPath } from '../../core/layout/ids';
import { bound } from '../heat/testing/bound';
import { selectInView, setPreviewInView } from './documentReducers';
import { watchedLine } from './lineInView';
import { edit, opened } from './testing/opened';

const REPORT = profile([
  line('0x1000', [
    row(0, 'vma_interval_tree_remove', { rmt: 16 }),
    row(8, 'down_write', { rmt: 90, stores: 26 }),
  ]),
  line('0x1040', [row(0, 'filemap_read', { rmt: 3 })]),
]);

const start = () => bound(opened(ADDRESS_SPACE), REPORT, '0x1000', 80);

const spots = (state: Parameters<typeof watchedLine>[0]) => {
  const watched = watchedLine(state);
  return watched && [watched.line, watched.traffic.spots.map(({ name }) => name)];
};

test('the worst line is watched, and that of a selected field where something is measured on it', () => {
  const worst = [2, ['i_mmap.rb_leftmost', 'i_mmap_rwsem.count']];
  expect(spots(start())).toEqual(worst);
  expect(spots(selectInView(start(), ['a_ops' as MemberPath]))).toEqual([3, ['a_ops']]);
  expect(spots(selectInView(start(), ['host' as MemberPath]))).toEqual(worst);
  expect(spots(opened(ADDRESS_SPACE))).toBeNull();
});

test('a field that is carried away leaves the line, and what moves nothing of it is the same object', () => {
  const away = setPreviewInView(start(), [edit('move i_mmap first')]);
  expect(spots(away)).toEqual([2, ['i_mmap_rwsem.count']]);
  const elsewhere = setPreviewInView(start(), [edit('move private_data before private_list')]);
  expect(watchedLine(elsewhere)).toBe(watchedLine(elsewhere));
  expect(spots(elsewhere)).toEqual(spots(start()));
  const state = start();
  const before = watchedLine(state);
  expect(
    watchedLine(setPreviewInView(state, [edit('move private_data before private_list')])),
  ).toBe(before);
  expect(spots(setPreviewInView(away, null))).toEqual(spots(start()));
});
