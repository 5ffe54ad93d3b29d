import { expect, test } from 'vitest';
import type { FileId } from '../../core/layout/ids';
import {
  addFile,
  addNotice,
  dismissNotice,
  fileComplete,
  fileIndexed,
  fileOpened,
  withoutFailuresOf,
  fileProgress,
  namePasted,
  PASTED,
  removeFile,
  withoutFailures,
} from './fileReducers';
import { initialState } from './state';
import { facts, index } from './testing/files';

const id = 'f1' as FileId;
const loading = addFile(initialState, { id, name: 'vmlinux', sizeBytes: 5 });
const progress = { what: 'types', done: 1, total: 4 };

test('a file goes from loading to ready, and says what is still to come', () => {
  expect(loading.files[0]!.phase).toEqual({ kind: 'loading', progress: null });
  const started = fileProgress(loading, id, progress);
  expect(started.files[0]!.phase).toEqual({ kind: 'loading', progress });

  const opened = fileOpened(started, id, facts);
  expect(opened.files[0]!.phase).toMatchObject({ kind: 'ready', index: null, more: progress });

  const listed = fileIndexed(opened, id, index('struct file 184'));
  expect(listed.files[0]!.phase).toMatchObject({ index: { names: ['file'] }, more: { total: 0 } });
  expect(fileComplete(listed, id).files[0]!.phase).toMatchObject({ more: null });
});

test('a failure of an earlier file of that name is dismissed when another comes', () => {
  const failed = addNotice(initialState, { kind: 'error', title: 'vmlinux', text: 'It is empty.' });
  const other = addNotice(failed, { kind: 'error', title: 'other', text: 'It is empty.' });
  const next = addFile(other, { id, name: 'vmlinux', sizeBytes: 5 });
  expect(next.notices.map(({ title }) => title)).toEqual(['other']);
});

test('a message goes with the file that it speaks of, and one about no file stays', () => {
  const about = { kind: 'note', title: 'vmlinux', text: 'It waits.', about: id } as const;
  const other = { kind: 'error', title: 'vmlinux', text: 'No such file.' } as const;
  const left = removeFile(addNotice(addNotice(loading, about), other), id);
  expect(left.notices.map(({ text }) => text)).toEqual(['No such file.']);
});

test('a failure goes when what failed succeeds, and a note stays', () => {
  const error = { kind: 'error', title: 'Picture', text: 'Too large.' } as const;
  const both = addNotice(addNotice(loading, error), { ...error, kind: 'note', text: 'A note.' });
  expect(withoutFailures(both, 'Picture').notices.map(({ text }) => text)).toEqual(['A note.']);
  expect(withoutFailures(both, 'Link').notices).toHaveLength(2);
});

test('what a part of a file failed by goes when all of it is read', () => {
  const error = { kind: 'error', title: 'vmlinux', text: 'In part.', about: id } as const;
  const failed = addNotice(loading, error);
  expect(withoutFailuresOf(failed, 'f2' as FileId).notices).toHaveLength(1);
  expect(withoutFailuresOf(failed, id).notices).toEqual([]);
});

test('a late message about a removed file changes nothing', () => {
  const gone = removeFile(loading, id);
  expect(gone.files).toEqual([]);
  expect(fileProgress(gone, id, progress).files).toEqual([]);
  expect(fileIndexed(gone, id, index('struct file 184')).files).toEqual([]);
});

test('removing the only listed file lists all again', () => {
  const only = { ...loading, list: { ...loading.list, file: id } };
  expect(removeFile(only, id).list.file).toBeNull();
});

test('the same failure twice is one banner, others stand beside it', () => {
  const error = { kind: 'error', title: 'a.o', text: 'No types.' } as const;
  const once = addNotice(initialState, error);
  const twice = addNotice(once, error);
  expect(twice.notices).toHaveLength(1);
  const other = addNotice(twice, { ...error, title: 'b.o' });
  expect(other.notices.map((notice) => notice.title)).toEqual(['a.o', 'b.o']);
  const left = dismissNotice(other, other.notices[0]!.id);
  expect(left.notices.map((notice) => notice.title)).toEqual(['b.o']);
});

test('pasted texts of one name are numbered, also after one of them went; a file keeps its own', () => {
  const paste = (state: typeof initialState, own: string) =>
    namePasted(
      addFile(state, { id: own as FileId, name: PASTED, sizeBytes: 1 }),
      own as FileId,
      'text · file',
    );
  const two = paste(paste(initialState, 'a'), 'b');
  const names = (state: typeof initialState) => state.files.map(({ name }) => name);
  expect(names(two)).toEqual(['text · file', 'text · file (2)']);
  const gone = removeFile(two, 'a' as FileId);
  expect(names(paste(paste(gone, 'c'), 'd'))).toEqual([
    'text · file (2)',
    'text · file',
    'text · file (3)',
  ]);
  expect(names(namePasted(loading, id, 'text · file'))).toEqual(['vmlinux']);
});
