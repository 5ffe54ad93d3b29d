import { expect, test } from 'vitest';
import type { FileId } from '../../core/layout/ids';
import { addFile, fileIndexed, fileOpened } from '../state/fileReducers';
import { initialState } from '../state/state';
import { facts, index } from '../state/testing/files';
import { opened } from '../state/testing/opened';
import { COMMANDS } from './commands';
import { paletteEntries } from './paletteEntries';

const FILE = 'f1' as FileId;
const loaded = fileIndexed(
  fileOpened(addFile(initialState, { id: FILE, name: 'vmlinux', sizeBytes: 1 }), FILE, facts),
  FILE,
  index('struct task_struct 3264\nstruct file 184'),
);

test('what can be done comes first', () => {
  const reasons = paletteEntries(COMMANDS, initialState, '').map(({ why }) => why);
  const first = reasons.findIndex((why) => why !== null);
  expect(first).toBeGreaterThan(0);
  expect(reasons.slice(first).every((why) => why !== null)).toBe(true);
});

test('a struct and a field are gone to by their names, a command by its title', () => {
  const best = (typed: string) =>
    paletteEntries(COMMANDS, opened('struct a { int f_x; };', loaded), typed)[0];
  expect(best('task_struct')?.title).toBe('struct task_struct of vmlinux');
  expect(best('f_x')?.title).toBe('f_x of a');
  // `task_struct` has these letters somewhere, and the field is called that.
  expect(best('a.f_x')?.title).toBe('f_x of a');
  const both = paletteEntries(COMMANDS, opened('struct a { int tsk; };', loaded), 'tsk');
  expect(both[0]?.title).toBe('tsk of a');
  expect(best('Reset to the')?.group).toBe('Edit');
  expect(best('Search structs')?.id).toBe('find.search');
});
