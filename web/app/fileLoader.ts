import type { StoreApi } from 'zustand/vanilla';
import { newDocument } from '../edit/document';
import type { FileFacts, IndexStage, StructDesc, StructIndex } from '../facts/generated';
import type { FileReader, ReaderPool, ReadFailure } from '../ingest/client';
import type { FileId, StructId } from '../layout/ids';
import { keywordOf, labelOf, type Catalog } from './catalog';
import { enrichDocument, openDocument } from './documentReducers';
import {
  addFile,
  addNotice,
  fileComplete,
  fileIndexed,
  fileOpened,
  fileProgress,
  removeFile,
} from './fileReducers';
import { presentOf } from './inView';
import type { AppState, LoadedFile } from './state';

/** Struct on screen later than this after a click: the page says that it is on the way. */
const SLOW_MS = 150;

export interface FileLoader {
  open(files: readonly File[]): void;
  remove(id: FileId): void;
  openRow(catalog: Catalog, row: number): Promise<void>;
}

/** A file with the readers that work on it. */
interface Reading {
  readonly file: File;
  readonly readers: Set<FileReader>;
  /** The reader whose rows an index names. */
  readonly owner: WeakMap<StructIndex, FileReader>;
}

/** Reads files into the state, stage by stage, and single structs of them on demand. */
export function createFileLoader(
  store: StoreApi<AppState>,
  update: (change: (state: AppState) => AppState) => void,
  pool: ReaderPool,
): FileLoader {
  const readings = new Map<FileId, Reading>();
  let count = 0;

  async function read(id: FileId, reading: Reading): Promise<void> {
    const reader = takeReader(reading);
    const opened = await openWith(id, reading, reader);
    if (!opened.ok) return give(id, reading, opened.error);
    const facts = opened.value;
    update((state) => fileOpened(state, id, facts));

    // DWARF takes seconds where BTF takes milliseconds: with a reader of its own, the structs that
    // BTF lists can be opened meanwhile.
    const own = facts.stages.includes('btf') && facts.stages.includes('dwarf');
    const stages = facts.stages.filter((stage) => !(own && stage === 'dwarf'));
    for (const stage of stages) {
      const failure = await indexStage(id, reading, reader, stage);
      if (failure) return give(id, reading, failure);
    }
    if (own) {
      const second = takeReader(reading);
      const again = await openWith(id, reading, second);
      if (!again.ok) return give(id, reading, again.error);
      for (const stage of stagesOfDwarf(facts)) {
        const failure = await indexStage(id, reading, second, stage);
        if (failure) return give(id, reading, failure);
        if (stage === 'dwarf') {
          stopReader(reading, reader);
          await enrichOpen(id);
        }
      }
    }
    update((state) => fileComplete(state, id));
  }

  function takeReader(reading: Reading): FileReader {
    const reader = pool.take();
    reading.readers.add(reader);
    return reader;
  }

  function stopReader(reading: Reading, reader: FileReader): void {
    reading.readers.delete(reader);
    reader.stop();
  }

  function openWith(id: FileId, reading: Reading, reader: FileReader) {
    return reader.open(reading.file, (progress) =>
      update((state) => fileProgress(state, id, progress)),
    );
  }

  async function indexStage(
    id: FileId,
    reading: Reading,
    reader: FileReader,
    stage: IndexStage,
  ): Promise<ReadFailure | null> {
    const index = await reader.index(stage);
    if (!index.ok) return index.error;
    reading.owner.set(index.value, reader);
    update((state) => fileIndexed(state, id, index.value));
    return null;
  }

  /** Ends the reading of a file that failed: what it has shown already stays. */
  function give(id: FileId, reading: Reading, failure: ReadFailure): void {
    if (failure.kind === 'stopped') return;
    const { name } = reading.file;
    const listed = fileOf(id)?.phase;
    if (listed?.kind === 'ready' && listed.index) {
      const text = `It could only be read in part; what is listed is good. ${failure.message}`;
      update((state) => addNotice(fileComplete(state, id), { kind: 'error', title: name, text }));
    } else {
      forget(id);
      update((state) => addNotice(state, { kind: 'error', title: name, text: failure.message }));
    }
  }

  function forget(id: FileId): void {
    for (const reader of readings.get(id)?.readers ?? []) reader.stop();
    readings.delete(id);
    update((state) => removeFile(state, id));
  }

  const fileOf = (id: FileId): LoadedFile | undefined =>
    store.getState().files.find((file) => file.id === id);

  const indexOf = (id: FileId): StructIndex | null => {
    const phase = fileOf(id)?.phase;
    return phase?.kind === 'ready' ? phase.index : null;
  };

  /** Structs that were opened from BTF get what DWARF adds, where it lays them out the same. */
  async function enrichOpen(id: FileId): Promise<void> {
    for (const open of store.getState().documents) {
      if (open.origin.kind !== 'file' || open.origin.file !== id) continue;
      const struct = await describeByKey(id, presentOf(open).struct);
      if (struct) update((state) => enrichDocument(state, open.id, struct));
    }
  }

  async function describeByKey(id: FileId, { key }: StructDesc): Promise<StructDesc | null> {
    const index = indexOf(id);
    const reader = index && readings.get(id)?.owner.get(index);
    const row = await reader?.find(key);
    if (!reader || !row?.ok || row.value === null) return null;
    const struct = await reader.describe(row.value);
    return struct.ok ? struct.value : null;
  }

  async function openRow(catalog: Catalog, row: number): Promise<void> {
    const id = catalog.files[catalog.fileOf[row] ?? 0];
    const reading = id && readings.get(id);
    if (!reading) return;
    const label = `${keywordOf(catalog, row)} ${labelOf(catalog, row)}`;
    const before = store.getState().centre;
    const slow = setTimeout(
      () => update((state) => ({ ...state, centre: { kind: 'opening', label } })),
      SLOW_MS,
    );
    // The list may be replaced by a better one between the click and here: the row's own index counts.
    const index = catalog.indexes[catalog.fileOf[row] ?? 0];
    const reader = index && reading.owner.get(index);
    const struct = await reader?.describe(catalog.rowInFile[row] ?? 0);
    clearTimeout(slow);
    if (struct?.ok) {
      const origin = { kind: 'file', file: id, fileName: reading.file.name } as const;
      update((state) =>
        openDocument(state, {
          id: `${id}/${struct.value.key}` as StructId,
          origin,
          document: newDocument(struct.value),
        }),
      );
      return;
    }
    const text =
      !struct || struct.error.kind === 'stopped'
        ? 'The list has just been replaced by a better one: pick it again.'
        : struct.error.message;
    update((state) => {
      const centre = state.centre.kind === 'opening' ? before : state.centre;
      return addNotice({ ...state, centre }, { kind: 'error', title: label, text });
    });
  }

  return {
    open(files) {
      for (const file of files) {
        count += 1;
        const id = `f${count}` as FileId;
        const reading: Reading = { file, readers: new Set(), owner: new WeakMap() };
        readings.set(id, reading);
        update((state) => addFile(state, { id, name: file.name, sizeBytes: file.size }));
        void read(id, reading);
      }
    },
    remove: forget,
    openRow,
  };
}

function stagesOfDwarf(facts: FileFacts): readonly IndexStage[] {
  return facts.stages.filter((stage) => stage !== 'btf');
}
