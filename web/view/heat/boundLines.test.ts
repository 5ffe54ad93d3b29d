import { expect, test } from 'vitest';
import { ADDRESS_SPACE } from '../../analysis/heat/testing/addressSpace';
import { line, profile, row } from '../../analysis/heat/testing/profiles';
import { bindInView } from '../../app/heat/bindReducers';
import { profileArrived } from '../../app/heat/profileReducers';
import type { AppState } from '../../app/state';
import { opened } from '../../app/testing/opened';
import type { AccessProfile } from '../../facts/generated';
import type { FileId } from '../../layout/ids';
import { boundLines } from './boundLines';

const ADDRESS = '0x1080';
const BEFORE = profile([line(ADDRESS, [row(8, 'down_write', { rmt: 5, stores: 40 })])]);
const AFTER = profile([line(ADDRESS, [row(0, 'kept_apart', { rmt: 7 })])]);

/** As two folders have each a file of this name. */
function bound(state: AppState, report: AccessProfile, id: string, offsetBytes: number): AppState {
  const phase = { kind: 'loading' as const, progress: null };
  const file = { id: id as FileId, name: 'c2c.txt', sizeBytes: 1, phase };
  const read = profileArrived({ ...state, files: [...state.files, file] }, file.id, {
    profile: report,
    state: null,
  });
  return bindInView(read, file.id, ADDRESS, offsetBytes);
}

test('of two reports of one name, with lines of one address, each has its own bindings', () => {
  const { documents } = bound(bound(opened(ADDRESS_SPACE), BEFORE, 'a', 80), AFTER, 'b', 16);
  const shown = (report: AccessProfile) => boundLines(documents, report, 'c2c.txt').get(ADDRESS);
  expect(shown(BEFORE)).toBe('address_space +80');
  expect(shown(AFTER)).toBe('address_space +16');
});
