import { expect, test } from 'vitest';
import { fail, ok } from '../../core/base/result';
import type { FileFacts, IndexStage, StructDesc } from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';
import type { FileReader, ReaderPool } from '../../core/ingest/client';
import { fakeReader } from '../../core/ingest/testing/fakeReader';
import type { ReadProgress } from '../../core/ingest/readProgress';
import { structFromC } from '../../core/layout/testing/c';
import { createApp } from '../createApp';
import { editInView } from '../state/documentReducers';
import { documentInView } from '../state/inView';
import { catalogOf } from '../state/listSelectors';
import { edit } from '../state/testing/opened';
import { facts, index } from '../state/testing/files';

/** A kernel whose stages come when the test says so; the rows of DWARF are in another order. */
class FakeKernel {
  readonly lists: Partial<Record<IndexStage, readonly StructDesc[]>>;
  /** Stages that were asked for and have not come yet. */
  readonly gates = new Map<IndexStage, () => void>();
  readonly failures = new Map<IndexStage, string>();
  stopped = 0;
  /** Whether the first list comes with the facts, as that of raw BTF does. */
  isRaw = false;
  /** What its facts say besides. */
  facts: Partial<FileFacts> = {};
  splitFiles: StructTable['splitFiles'];
  /** Whether it takes the `.dwo` files that it is given. */
  takesSplit = false;
  /** The progress that is reported. */
  tell: (progress: ReadProgress) => void = () => undefined;
  /** No struct is described before this. */
  mayAnswer: Promise<void> = Promise.resolve();

  constructor(lists: Partial<Record<IndexStage, readonly StructDesc[]>>) {
    this.lists = lists;
  }

  readonly pool: ReaderPool = {
    prewarm: () => Promise.resolve(),
    take: () => this.reader(),
  };

  private reader(): FileReader {
    let rows: readonly StructDesc[] = [];
    return fakeReader(
      {
        open: (_file, onProgress) => {
          this.tell = onProgress;
          return Promise.resolve(
            ok({
              kind: 'types',
              facts: { ...facts, stages: Object.keys(this.lists) as IndexStage[], ...this.facts },
              index: this.isRaw ? indexOf((rows = this.lists.btf ?? [])) : null,
            }),
          );
        },
        index: async (stage) => {
          await new Promise<void>((resolve) => this.gates.set(stage, resolve));
          const failure = this.failures.get(stage);
          if (failure) return fail({ kind: 'failed', message: failure });
          rows = this.lists[stage] ?? [];
          const list = indexOf(rows);
          return ok(this.splitFiles ? { ...list, splitFiles: this.splitFiles } : list);
        },
        give: (companion) => Promise.resolve(ok(companion !== 'split' || this.takesSplit)),
        stop: () => {
          this.stopped += 1;
        },
      },
      {
        describe: async ({ row }) => {
          const struct = rows[row];
          await this.mayAnswer;
          return struct ? ok(struct) : fail({ kind: 'failed', message: 'There is no such row.' });
        },
        find: ({ key }) => {
          const row = rows.findIndex((struct) => struct.key === key);
          return Promise.resolve(ok(row < 0 ? null : row));
        },
        heldCounts: () => Promise.resolve(ok({ names: '', counts: [] })),
      },
    );
  }

  /** Lets a stage come. */
  async give(stage: IndexStage): Promise<void> {
    await settle();
    this.gates.get(stage)!();
    await settle();
  }
}

function indexOf(rows: readonly StructDesc[]): StructTable {
  return index(
    rows
      .map((struct) => `struct ${struct.name} ${struct.types[struct.root]!.sizeBytes}`)
      .join('\n'),
  );
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

const from =
  (source: IndexStage) =>
  (struct: StructDesc): StructDesc => ({ ...struct, source });
const fromDwarf = from('dwarf');

const file = from('btf')(structFromC('struct file { char a; long b; int c; };'));
const zone = from('btf')(structFromC('struct zone { int x; };'));

function start(kernel: FakeKernel) {
  const app = createApp({ readers: kernel.pool, storage: null, windowWidth: () => 1400 });
  app.openFiles([new File(['x'], 'vmlinux')]);
  const pick = (name: string) => {
    const catalog = catalogOf(app.store.getState().files);
    return app.openRow(catalog, catalog.names.indexOf(name));
  };
  const inView = () => documentInView(app.store.getState());
  return { app, pick, inView, state: () => app.store.getState() };
}

/** Files that are opened one after the other, each with a reader of its own kernel. */
function startBoth(...kernels: readonly FakeKernel[]) {
  const takes = kernels.map(
    ({ pool }) =>
      () =>
        pool.take(),
  );
  const pool: ReaderPool = {
    prewarm: () => Promise.resolve(),
    take: () => takes.shift()!(),
  };
  const app = createApp({ readers: pool, storage: null, windowWidth: () => 1400 });
  const names = () => catalogOf(app.store.getState().files).names;
  return { app, names, state: () => app.store.getState() };
}

test.each([
  ['nothing was left out', [], /no struct or union in it/],
  [
    'something was',
    [
      {
        id: 'types/unit-skipped',
        severity: 'warning',
        text: 'A unit was skipped.',
        fix: null,
        location: '',
        count: 1,
      },
    ],
    /may be damaged: copy the file or build it again\. A unit was skipped\./,
  ],
] as const)(
  'a list without any struct comes with a sentence where %s',
  async (_, diagnostics, says) => {
    const kernel = new FakeKernel({ dwarf: [] });
    kernel.facts = { diagnostics: [...diagnostics] };
    const { state } = start(kernel);
    await kernel.give('dwarf');
    await expect
      .poll(() => state().notices)
      .toMatchObject([
        { kind: 'error', title: 'vmlinux', text: expect.stringMatching(says) as string },
      ]);
  },
);

test('progress that comes after its stage has come does not make a read file one that is being read', async () => {
  const kernel = new FakeKernel({ btf: [file], dwarf: [fromDwarf(file)] });
  const { app } = start(kernel);
  const more = () => {
    const phase = app.store.getState().files[0]?.phase;
    return phase?.kind === 'ready' ? phase.more : undefined;
  };
  const progress = { what: 'holes and padding', done: 9, total: 10 };
  await kernel.give('btf');
  kernel.tell(progress);
  expect(more()).toEqual(progress);
  await kernel.give('dwarf');
  expect(more()).toBeNull();
  kernel.tell(progress);
  expect(more()).toBeNull();
});

test('a pick that is answered late does not replace a later one', async () => {
  const [slow, quick] = [new FakeKernel({ btf: [file] }), new FakeKernel({ btf: [zone] })];
  let answer: () => void = () => undefined;
  slow.mayAnswer = new Promise((resolve) => (answer = resolve));
  const { app, names, state } = startBoth(slow, quick);
  app.openFiles([new File(['x'], 'slow'), new File(['x'], 'quick')]);
  await slow.give('btf');
  await quick.give('btf');
  const pick = (name: string) => app.openRow(catalogOf(state().files), names().indexOf(name));
  const first = pick('file');
  await pick('zone');
  answer();
  await first;
  expect(documentInView(state())!.document.struct.name).toBe('zone');
  expect(state().documents).toHaveLength(1);
});

test('a pick that fails after another one leaves what was there before both', async () => {
  const [slow, quick] = [new FakeKernel({ btf: [file] }), new FakeKernel({ btf: [zone] })];
  let answer: () => void = () => undefined;
  slow.mayAnswer = quick.mayAnswer = new Promise((resolve) => (answer = resolve));
  const { app, names, state } = startBoth(slow, quick);
  app.openFiles([new File(['x'], 'slow'), new File(['x'], 'quick')]);
  await slow.give('btf');
  await quick.give('btf');
  const catalog = catalogOf(state().files);
  const first = app.openRow(catalog, names().indexOf('file'));
  // The page says that it is on its way.
  await expect.poll(() => state().centre.kind).toBe('opening');
  const second = app.openRow({ ...catalog, rowInFile: catalog.rowInFile.map(() => 7) }, 1);
  answer();
  await Promise.all([first, second]);
  expect(state().centre).toEqual({ kind: 'empty' });
});

test('a pick whose file goes meanwhile is answered by another that has the struct', async () => {
  const [part, program] = [new FakeKernel({ btf: [file] }), new FakeKernel({ btf: [zone, file] })];
  let answer: () => void = () => undefined;
  part.mayAnswer = new Promise((resolve) => (answer = resolve));
  const { app, state } = startBoth(part, program);
  app.openFiles([new File(['x'], 'part'), new File(['x'], 'program')]);
  await part.give('btf');
  const catalog = catalogOf(state().files);
  const pick = app.openRow(catalog, 0);
  await program.give('btf');
  app.removeFile(state().files[0]!.id);
  answer();
  await pick;
  const { document } = documentInView(state())!;
  expect(document.struct.name).toBe('file');
  expect(state().documents[0]!.origin).toMatchObject({ kind: 'file', fileName: 'program' });
  // The list in view may still be the one of before.
  await app.openRow(catalog, 0);
  expect(state().centre.kind).toBe('document');
});

/** A program whose types are in a `.dwo`, and that file, which is read after it. */
async function splitPair() {
  const program = new FakeKernel({ dwarf: [], summaries: [] });
  program.splitFiles = [{ name: 'zone.dwo', directory: '' }];
  const part = new FakeKernel({ dwarf: [fromDwarf(zone)] });
  part.facts = { isSplitDwarf: true };
  const both = startBoth(program, part);
  both.app.openFiles([new File(['x'], 'program')]);
  await program.give('dwarf');
  await program.give('summaries');
  program.gates.clear();
  both.app.openFiles([new File(['x'], 'zone.dwo')]);
  await part.give('dwarf');
  return { program, ...both };
}

test('what a program takes of a .dwo is at no time in the list twice', async () => {
  const { program, names, state } = await splitPair();
  program.takesSplit = true;
  program.lists.dwarf = program.lists.summaries = [fromDwarf(zone)];
  expect(names()).toEqual([]);
  await expect.poll(() => program.gates.has('dwarf')).toBe(true);
  await program.give('dwarf');
  expect(names()).toEqual(['zone']);
  await expect.poll(() => program.gates.has('summaries')).toBe(true);
  await program.give('summaries');
  expect(names()).toEqual(['zone']);
  expect(state().files.map((each) => each.name)).toEqual(['program']);
});

test('a .dwo that no program takes is a file of its own', async () => {
  const { names, state } = await splitPair();
  await expect.poll(names).toEqual(['zone']);
  expect(state().files.map(({ name, phase }) => [name, phase])).toMatchObject([
    ['program', { kind: 'ready', more: null }],
    ['zone.dwo', { kind: 'ready', more: null }],
  ]);
});

test('a struct that was opened from BTF keeps its edits when DWARF comes', async () => {
  const kernel = new FakeKernel({
    btf: [file, zone],
    dwarf: [fromDwarf(zone), fromDwarf(file)],
  });
  const { app, pick, inView } = start(kernel);
  await kernel.give('btf');
  await pick('file');
  app.update((state) => editInView(state, [edit('move c after a')]));
  expect(inView()!.document.struct.source).toBe('btf');

  await kernel.give('dwarf');
  expect(inView()!.document.struct.source).toBe('dwarf');
  expect(inView()!.document.edits).toHaveLength(1);
});

test('raw BTF is listed with its facts, and nobody is asked again', async () => {
  const kernel = new FakeKernel({ btf: [file, zone] });
  kernel.isRaw = true;
  const { pick, inView, state } = start(kernel);
  await settle();
  expect(kernel.gates.size).toBe(0);
  expect(catalogOf(state().files).names).toEqual(['file', 'zone']);
  expect(state().files[0]?.phase).toMatchObject({ kind: 'ready', more: null });
  await pick('zone');
  expect(inView()!.document.struct.name).toBe('zone');
});

test('a pick while its list is being replaced opens the struct that was picked', async () => {
  const kernel = new FakeKernel({
    dwarf: [fromDwarf(file), fromDwarf(zone)],
    // The same rows in another order, as where one name turns out to have two layouts.
    summaries: [fromDwarf(zone), fromDwarf(file)],
  });
  const { pick, inView } = start(kernel);
  await kernel.give('dwarf');
  await settle();
  const picking = pick('zone');
  await kernel.give('summaries');
  await picking;
  expect(inView()!.document.struct.name).toBe('zone');
});

test('a pick while DWARF is busy opens at once from BTF', async () => {
  const kernel = new FakeKernel({
    btf: [zone, file],
    dwarf: [fromDwarf(file), fromDwarf(zone)],
    summaries: [fromDwarf(file), fromDwarf(zone)],
  });
  const { pick, inView } = start(kernel);
  await kernel.give('btf');
  await kernel.give('dwarf');
  await pick('file');
  expect(inView()!.document.struct).toMatchObject({ name: 'file', source: 'btf' });
  await kernel.give('summaries');
  expect(inView()!.document.struct.source).toBe('dwarf');
  // The reader of BTF has done its part.
  expect(kernel.stopped).toBe(1);
});

test('a file that cannot be read leaves a sentence and nothing else', async () => {
  const kernel = new FakeKernel({ btf: [file] });
  kernel.failures.set('btf', 'Its BTF is cut off at byte 12.');
  const { state } = start(kernel);
  await kernel.give('btf');
  expect(state().files).toEqual([]);
  expect(state().notices).toMatchObject([
    { title: 'vmlinux', text: 'Its BTF is cut off at byte 12.' },
  ]);
});

test('what BTF has shown stays when DWARF fails', async () => {
  const kernel = new FakeKernel({ btf: [file], dwarf: [fromDwarf(file)] });
  kernel.failures.set('dwarf', 'Its DWARF is damaged.');
  const { state, pick, inView } = start(kernel);
  await kernel.give('btf');
  await kernel.give('dwarf');
  expect(state().files[0]!.phase).toMatchObject({ kind: 'ready', more: null });
  expect(state().notices[0]!.text).toContain('Its DWARF is damaged.');
  await pick('file');
  expect(inView()!.document.struct.name).toBe('file');
});

test('BTF that is damaged beside good DWARF costs no struct, and no notice', async () => {
  const kernel = new FakeKernel({ btf: [file], dwarf: [fromDwarf(file)] });
  kernel.failures.set('btf', 'Its BTF is cut off.');
  const { state, pick, inView } = start(kernel);
  await kernel.give('btf');
  await kernel.give('dwarf');
  const [only] = state().files;
  expect(only!.phase).toMatchObject({ kind: 'ready', more: null });
  expect(state().notices).toEqual([]);
  await pick('file');
  expect(inView()!.document.struct.source).toBe('dwarf');
});

test('cancel ends the reader and leaves the page as it was', async () => {
  const kernel = new FakeKernel({ btf: [file] });
  const { app, state } = start(kernel);
  await expect.poll(() => state().files).toHaveLength(1);
  app.removeFile(state().files[0]!.id);
  expect(kernel.stopped).toBe(1);
  expect(state()).toMatchObject({ files: [], notices: [], centre: { kind: 'empty' } });
});

test('a question that comes before the list waits for it, and one to a file that ended says so', async () => {
  const kernel = new FakeKernel({ btf: [file] });
  const { app, state } = start(kernel);
  await expect.poll(() => state().files).toHaveLength(1);
  const { id } = state().files[0]!;
  // A report beside it asks as soon as it is known what the file is.
  const early = app.askFile(id, { kind: 'heldCounts' });
  await kernel.give('btf');
  expect(await early).toEqual(ok({ names: '', counts: [] }));
  app.removeFile(id);
  expect(await app.askFile(id, { kind: 'heldCounts' })).toEqual(fail({ kind: 'stopped' }));
});

test('a question that waits for a list ends with its file', async () => {
  const { app, state } = start(new FakeKernel({ btf: [file] }));
  await expect.poll(() => state().files).toHaveLength(1);
  const { id } = state().files[0]!;
  const early = app.askFile(id, { kind: 'heldCounts' });
  app.removeFile(id);
  expect(await early).toEqual(fail({ kind: 'stopped' }));
});

test('removing a file keeps its structs that were changed', async () => {
  const kernel = new FakeKernel({ btf: [file, zone] });
  const { app, pick, state } = start(kernel);
  await kernel.give('btf');
  await pick('zone');
  await pick('file');
  app.update((each) => editInView(each, [edit('move c after a')]));
  app.removeFile(state().files[0]!.id);
  expect(state().documents.map((open) => open.history.document.struct.name)).toEqual(['file']);
});
