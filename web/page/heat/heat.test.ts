import { expect, test } from 'vitest';
import { ADDRESS_SPACE } from '../../core/heat/testing/addressSpace';
import { line, profile, row } from '../../core/heat/testing/profiles';
import { snoopsOf } from '../../core/heat/counts';
import { parseDocument } from '../../core/edit/validate';
import type { AccessProfile } from '../../core/facts/generated';
import type { FileId, MemberPath } from '../../core/layout/ids';
import { editInView, undoInView } from '../state/documentReducers';
import { removeFile } from '../state/fileReducers';
import { documentInView, presentOf, heatInView } from '../state/inView';
import { initialState, type AppState } from '../state/state';
import { edit, opened } from '../state/testing/opened';
import { bindInView, rebindInView, slideInView, unbindInView } from '../state/bindReducers';
import {
  isLoaded,
  leaveProfile,
  profileArrived,
  setHeatView,
  setProfileFacts,
  showProfile,
} from '../state/profileReducers';
import { layoutEdits } from '../../core/edit/layoutEdits';
import { shownRows } from './reportModel';

const REPORT = 'r1' as FileId;

const PROFILE = profile([
  line('0x1080', [
    row(8, 'down_write', { rmt: 5, stores: 40 }),
    row(16, 'rwsem_spin_on_owner', { rmt: 90 }),
  ]),
  line('0x10c0', [row(0, 'filemap', { rmt: 3 })]),
  line('0x9000', [row(0, 'elsewhere', { rmt: 2 })]),
]);

function loaded(state: AppState, source: AccessProfile, id = REPORT, name = 'c2c.txt'): AppState {
  const files = [
    ...state.files,
    { id, name, sizeBytes: 1, phase: { kind: 'loading' as const, progress: null } },
  ];
  return profileArrived({ ...state, files }, id, { profile: source, state: null });
}

/** As `loaded`, and back at the struct that was in view. */
const beside = (...given: Parameters<typeof loaded>) => leaveProfile(loaded(...given));

const start = () => beside(opened(ADDRESS_SPACE), PROFILE);

/** Field and HITM of what is in view. */
function heat(state: AppState): readonly unknown[] {
  const inView = documentInView(state);
  const fields = inView && heatInView(inView).current?.heat.fields;
  return (fields ?? []).map(({ path, counts }) => [path, snoopsOf(counts)]);
}

test('a report is shown at once, over a struct too, which is where one comes back to', () => {
  const centre = { kind: 'profile', file: REPORT };
  expect(loaded(initialState, PROFILE).centre).toEqual(centre);
  const struct = opened(ADDRESS_SPACE);
  const shown = loaded(struct, PROFILE);
  expect(shown.centre).toEqual(centre);
  expect(shown.notices).toEqual([]);
  expect(leaveProfile(shown).centre).toEqual(struct.centre);
  expect(removeFile(shown, REPORT).centre).toEqual(struct.centre);
});

test('a report that comes while the page waits for a struct is offered', () => {
  const centre = { kind: 'opening' as const, label: 'struct file' };
  const waiting = loaded({ ...initialState, centre }, PROFILE);
  expect(waiting.centre).toEqual(centre);
  expect(waiting.notices).toMatchObject([{ title: 'c2c.txt', profile: REPORT }]);
  expect(showProfile(waiting, REPORT).notices).toEqual([]);
});

test('a second report is shown beside the first, and pasted ones are named by their hottest function', () => {
  const both = ['r1', 'r2'].reduce(
    (state, id) => loaded(state, PROFILE, id as FileId, 'pasted text'),
    initialState,
  );
  expect(both.centre).toEqual({ kind: 'profile', file: 'r2' });
  expect(both.files.map(({ name }) => name)).toEqual([
    'report · rwsem_spin_on_owner',
    'report · rwsem_spin_on_owner (2)',
  ]);
  expect(loaded(initialState, PROFILE).files.map(({ name }) => name)).toEqual(['c2c.txt']);
});

test('binding a line brings its neighbours, its base and its heat, and is undone as one step', () => {
  const state = bindInView(start(), REPORT, '0x1080', 80);
  expect(heat(state)).toEqual([
    ['i_mmap_rwsem.owner', 90],
    ['i_mmap_rwsem.count', 5],
    ['a_ops', 3],
  ]);
  expect(documentInView(state)?.edited.applied.state.baseBytes).toBe(48);
  const undone = undoInView(state);
  expect(heat(undone)).toEqual([]);
  expect(documentInView(undone)?.edited.applied.state.baseBytes).toBe(0);
});

test('sliding shows and does not keep; letting go keeps one binding', () => {
  const bound = bindInView(start(), REPORT, '0x1080', 80);
  const binding = { profile: 'c2c.txt', target: '0x1080', offsetBytes: 16 };
  const sliding = slideInView(bound, binding);
  expect(heat(sliding)[0]).toEqual(['invalidate_lock.owner', 90]);
  expect(heat(slideInView(sliding, null))[0]).toEqual(['i_mmap_rwsem.owner', 90]);
  const kept = rebindInView(sliding, binding);
  expect(documentInView(kept)?.document.edits).toHaveLength(1);
  expect(heat(kept)[0]).toEqual(['invalidate_lock.owner', 90]);
  expect(heat(unbindInView(kept, binding))).toEqual([]);
});

test('heat travels with its fields', () => {
  const bound = bindInView(start(), REPORT, '0x1080', 80);
  const moved = editInView(bound, [edit('move i_mmap_rwsem last')]);
  expect(heat(moved)).toEqual(heat(bound));
});

test('a report of the edited layout is read on it', () => {
  const edited = editInView(start(), [edit('move i_mmap_rwsem last')]);
  // The lock begins at 152 there; byte 160 was wb_err.
  const bound = bindInView(edited, REPORT, '0x1080', 144);
  expect(heat(bound)[0]).toEqual(['wb_err', 90]);
  const document = documentInView(bound)?.document;
  const measuredOn = document ? layoutEdits(document) : [];
  const taken = setProfileFacts(bound, 'c2c.txt', { measuredOn });
  expect(heat(taken)[0]).toEqual(['i_mmap_rwsem.owner', 90]);
});

test('a report of the aligned layout says nothing of where the original begins', () => {
  const second = 'r2' as FileId;
  const after = profile([line('0x2080', [row(0, 'down_write', { rmt: 4, stores: 30 })])]);
  const bound = bindInView(start(), REPORT, '0x1080', 80);
  const aligned = editInView(bound, [edit('align i_mmap_rwsem cacheline')]);
  const both = bindInView(beside(aligned, after, second, 'after.txt'), second, '0x2080', 128);
  const document = documentInView(both)?.document;
  const measuredOn = document ? layoutEdits(document) : [];
  const inView = documentInView(setProfileFacts(both, 'after.txt', { measuredOn }));
  expect(inView?.original.applied.state.baseBytes).toBe(48);
  expect(inView?.edited.applied.state.baseBytes).toBe(0);
  expect(inView && heatInView(inView).all.map(({ profile: { name } }) => name)).toEqual([
    'c2c.txt',
    'after.txt',
  ]);
});

test('a report that is loaded already is known by all that it says', () => {
  expect(isLoaded(initialState, PROFILE)).toBe(false);
  const state = start();
  expect(isLoaded(state, structuredClone(PROFILE))).toBe(true);
  const [first, ...others] = PROFILE.lines;
  const rows = first?.rows.slice(1) ?? [];
  expect(isLoaded(state, { ...PROFILE, lines: [{ ...first!, rows }, ...others] })).toBe(false);
});

test('the document carries all of it, without the report', () => {
  const state = bindInView(start(), REPORT, '0x1080', 80);
  const document = documentInView(state)?.document;
  const parsed = parseDocument(JSON.parse(JSON.stringify(document)));
  expect(parsed).toEqual({ ok: true, value: document });
  const profiles = document?.profiles ?? [];
  // The line beside it may be the same object's; the one far away is only counted.
  expect(profiles.map(({ lines }) => lines.map(({ id }) => id))).toEqual([['0x1080', '0x10c0']]);
  expect(profiles[0]?.listed.hitmRemote).toBe(100);
  expect(heat(removeFile(state, REPORT))).toEqual(heat(state));
});

test('of two reports each has its own heat; a second of the same name is another', () => {
  const other = profile([line('0x1080', [row(0, 'f', { rmt: 1 })])]);
  const second = 'r2' as FileId;
  const first = bindInView(start(), REPORT, '0x1080', 80);
  const state = bindInView(beside(first, other, second), second, '0x1080', 80);
  const open = state.documents[0];
  expect(open && presentOf(open).profiles.map(({ name }) => name)).toEqual([
    'c2c.txt',
    'c2c.txt (2)',
  ]);
  expect(heat(state)).toEqual([['i_mmap.rb_leftmost', 1]]);
  expect(heat(setHeatView(state, { profile: 'c2c.txt' }))).toEqual(heat(first));
});

test('lines are found by function and address, and sorted by any count', () => {
  const ids = (query: string, by: 'snoops' | 'stores' | 'address', descending = true) =>
    shownRows(PROFILE, { query, sort: { by, descending } }).map(({ line: { id } }) => id);
  expect(ids('', 'snoops')).toEqual(['0x1080', '0x10c0', '0x9000']);
  expect(ids('ELSEwhere', 'snoops')).toEqual(['0x9000']);
  expect(ids('0x10', 'address')).toEqual(['0x10c0', '0x1080']);
  expect(ids('', 'stores')[0]).toBe('0x1080');
});

test('a member of another struct is no place for heat', () => {
  const bound = bindInView(start(), REPORT, '0x9000', 0);
  const inView = documentInView(bound);
  const current = inView && heatInView(inView).current;
  expect(current?.heat.byPath.get('host' as MemberPath)?.counts.hitmRemote).toBe(2);
  expect(current?.unattributed).toMatchObject([
    { reason: 'noBinding', counts: { hitmRemote: 98, stores: 40 } },
  ]);
});
