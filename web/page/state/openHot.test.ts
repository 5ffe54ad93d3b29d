import { expect, test } from 'vitest';
import { line, profile, row } from '../../core/heat/testing/profiles';
import { ADDRESS_SPACE } from '../../core/heat/testing/addressSpace';
import { sliceProfile } from '../../core/heat/slice';
import { editInView, setProfilesInView, setView } from './documentReducers';
import { documentInView } from './inView';
import { opened } from './testing/opened';
import { openHot } from './openHot';

const REPORT = profile([
  line('0x1000', [
    row(0, 'vma_interval_tree_remove', { rmt: 9, lcl: 7 }),
    row(24, 'down_write', { rmt: 10, stores: 26 }),
  ]),
]);

function bound() {
  const extract = sliceProfile(REPORT, {
    name: 'p',
    measuredOn: [],
    wanted: new Set(['0x1000']),
  });
  const attached = setProfilesInView(opened(ADDRESS_SPACE), [{ ...extract, operations: null }]);
  return editInView(attached, [{ kind: 'bind', profile: 'p', target: '0x1000', offsetBytes: 80 }]);
}

test('members of which a part is hot are opened, and no others', () => {
  const expanded = documentInView(openHot(bound()))?.document.view.expanded;
  expect(expanded).toEqual(expect.arrayContaining(['i_mmap', 'i_mmap_rwsem']));
  expect(expanded).not.toContain('invalidate_lock');
});

test('what is open stays open, and nothing changes where all is', () => {
  const first = openHot(setView(bound(), { expanded: ['i_pages' as never] }));
  expect(documentInView(first)?.document.view.expanded).toContain('i_pages');
  expect(openHot(first)).toBe(first);
});

test('a struct without heat is left as it is', () => {
  const state = opened(ADDRESS_SPACE);
  expect(openHot(state)).toBe(state);
});
