import { expect, test } from 'vitest';
import type { ReaderPool } from '../../core/ingest/client';
import type { FileId, StructId } from '../../core/layout/ids';
import { createApp } from '../createApp';
import { editInView, showDocument } from '../state/documentReducers';
import { addFile, fileComplete, fileIndexed, fileOpened } from '../state/fileReducers';
import type { AppState } from '../state/state';
import { edit, opened } from '../state/testing/opened';
import { facts, index } from '../state/testing/files';
import { awaitedWords } from './awaitedWords';
import { followAddress, type BrowserAddress } from './followAddress';

/** A window with a history, whose entries are hashes. */
function fakeBrowser(first = '') {
  const entries = [{ hash: first, entry: null as StructId | null }];
  let at = 0;
  let listener = () => {};
  let title = '';
  const browser: BrowserAddress = {
    hash: () => entries[at]!.hash,
    entry: () => entries[at]!.entry,
    push(hash, entry) {
      entries.splice(at + 1, entries.length, { hash, entry });
      at += 1;
    },
    replace(hash, entry) {
      entries[at] = { hash, entry };
    },
    setTitle: (titleOf) => (title = titleOf(1)),
    onChange(given) {
      listener = given;
      return () => {};
    },
  };
  return {
    browser,
    title: () => title,
    count: () => entries.length,
    async go(steps: number) {
      at += steps;
      listener();
      await settle();
    },
    async type(hash: string) {
      browser.push(hash, null);
      listener();
      await settle();
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/** No file is read in these tests. */
const readers = { prewarm: () => Promise.resolve() } as unknown as ReaderPool;

const FILE = 'f1' as FileId;
const RELEASE = '6.12.117+deb12-amd64';

function loaded(state: AppState, rows: string, name = 'vmlinux', buildId = 'abc'): AppState {
  const added = addFile(state, { id: FILE, name, sizeBytes: 5 });
  const read = fileOpened(added, FILE, { ...facts, buildId, kernelRelease: RELEASE });
  return fileComplete(fileIndexed(read, FILE, index(rows)), FILE);
}

async function following(first: string, state: (initial: AppState) => AppState) {
  const app = createApp({ readers, storage: null, windowWidth: () => 1400 });
  app.update(state);
  const window = fakeBrowser(first);
  followAddress(app, window.browser);
  await settle();
  return { app, window, shown: () => app.store.getState() };
}

const A = 'struct a { int x; long y; };';
const B = 'struct b { int z; };';

test('another struct is a step of the history, how it is looked at is not', async () => {
  const { app, window, shown } = await following('', (state) =>
    loaded(state, 'struct a 16\nstruct b 4'),
  );
  app.update((state) => opened(A, state));
  expect(window.browser.hash()).toMatch(/^#at1\?struct=struct:a:16:\w+&file=vmlinux&build=abc$/);
  expect(window.title()).toBe('a · 6.12.117 – Hitmap');
  const before = window.count();
  app.showInspector('heat');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(window.browser.hash()).toMatch(/&tab=heat$/);
  expect(window.count()).toBe(before);

  app.update((state) => opened(B, state));
  expect(window.count()).toBe(before + 1);
  const inView = () => {
    const { centre } = shown();
    return centre.kind === 'document' ? centre.id.split(':')[1] : centre.kind;
  };
  expect(inView()).toBe('b');
  await window.go(-1);
  expect(inView()).toBe('a');
  expect(shown().inspector).toBe('heat');
  await window.go(1);
  expect(inView()).toBe('b');
  await window.go(-2);
  expect(inView()).toBe('empty');
});

test('back leads to a struct with its edits, and the address has none of them', async () => {
  const { app, window, shown } = await following('', (state) => loaded(state, 'struct a 16'));
  app.update((state) => opened(A, state));
  app.update((state) => editInView(state, [edit('move x last')]));
  app.update((state) => opened(B, state));
  await window.go(-1);
  const { documents } = shown();
  const [a] = documents.filter(({ history }) => history.document.struct.name === 'a');
  expect(a!.history.document.edits).toHaveLength(1);
  expect(window.browser.hash()).not.toMatch(/move|last/);
});

test('a file that is not here is asked for by its name, and one that came goes on', async () => {
  const hash = '#at1?struct=struct:b:4:00&file=vmlinux&build=abc';
  const { app, shown } = await following(hash, (state) => state);
  expect(shown().centre).toEqual({ kind: 'awaited', hash });
  expect(awaitedWords(shown(), hash)).toMatchObject({
    title: 'Waiting for b',
    text: '`struct b` comes from vmlinux (build-id abc…), which is not open here. Open vmlinux to go on where you were.',
  });
  // Its file comes, with the struct open in it: as if it had been described.
  app.update((state) => ({ ...opened(B, state), centre: state.centre }));
  const [b] = shown().documents;
  app.update((state) => ({
    ...state,
    documents: [],
    centre: {
      kind: 'awaited',
      hash: hash.replace('00', b!.history.document.struct.key.split(':')[3]!),
    },
  }));
  app.update((state) => ({ ...loaded(state, 'struct b 4'), documents: [b!] }));
  await settle();
  expect(shown().centre).toEqual({ kind: 'document', id: b!.id });
});

test('a struct that is gone is said, with the nearest names', async () => {
  const hash = '#at1?struct=struct:filee:184:00&file=vmlinux';
  const { shown } = await following(hash, (state) =>
    loaded(state, 'struct file 184\nstruct file_lock 8\nstruct inode 8'),
  );
  const { title, text, offers } = awaitedWords(shown(), hash);
  expect([title, text]).toEqual(['It is not here', 'vmlinux has no `struct filee`.']);
  expect(offers.map(({ name }) => name)).toEqual(['file', 'file_lock']);
});

test('a struct of another build is offered, not taken for it', async () => {
  const hash = '#at1?struct=struct:file:184:00&file=vmlinux-6.1&build=def';
  const { shown } = await following(hash, (state) => loaded(state, 'struct file 184', 'vmlinux'));
  expect(awaitedWords(shown(), hash).offers).toMatchObject([{ name: 'file', fileName: 'vmlinux' }]);
});

test('an address of another form leaves what is in view', async () => {
  const { app, window, shown } = await following('', (state) => loaded(state, 'struct a 16'));
  app.update((state) => opened(A, state));
  const { centre } = shown();
  await window.type('#at9?anything');
  expect(shown().centre).toEqual(centre);
  expect(shown().notices.map(({ text }) => text)).toEqual([expect.stringMatching(/form 9/)]);
  expect(window.browser.hash()).toMatch(/^#at1\?struct=struct:a/);
});

test('edits that are kept nowhere are said to be', async () => {
  const key = opened(A).documents[0]!.history.document.struct.key;
  const { app, shown } = await following('', (state) => opened(A, loaded(state, 'struct a 16')));
  const { id } = shown().documents[0]!;
  app.update((state) => ({ ...state, centre: { kind: 'empty' } }));
  app.update((state) => showDocument(state, id));
  expect(shown().notices).toEqual([]);
  const again = await following(`#at1?struct=${key}&file=vmlinux&draft=zz`, (state) =>
    opened(A, loaded(state, 'struct a 16')),
  );
  expect(again.shown().notices.map(({ text }) => text)).toEqual([
    expect.stringMatching(/not kept in this browser/),
  ]);
});

test('a field that the struct does not have is said, and nothing is selected in its place', async () => {
  const { key } = opened(A).documents[0]!.history.document.struct;
  const at = (field: string) =>
    following(`#at1?struct=${key}&file=vmlinux&field=${field}`, (state) => ({
      ...opened(A, loaded(state, 'struct a 16')),
      centre: { kind: 'empty' },
    }));
  const there = await at('y');
  expect(there.shown().documents[0]!.selection).toEqual(['y']);
  expect(there.shown().notices).toEqual([]);
  const gone = await at('nofield');
  expect(gone.shown().documents[0]!.selection).toEqual([]);
  expect(gone.shown().notices.map(({ text }) => text)).toEqual([
    '`a` has no field `nofield`, which the address names: nothing is selected.',
  ]);
});
