import type { StructTable } from '../../core/facts/structTable';
import type { FileId } from '../../core/layout/ids';
import type { SplitOutcome } from './fileReading';
import type { InputFile } from '../../core/ingest/servedFiles';

/** `.dwo` and `.dwp` files and the programs whose types they hold, in whatever order they come. */
export interface SplitParts {
  /** Tells that a file is such a part. */
  readonly offer: (id: FileId, file: InputFile) => void;
  /** The program's list is in, complete; `give` reads it again with those of the files that are its own. */
  readonly listed: (
    id: FileId,
    index: StructTable,
    give: (files: readonly InputFile[]) => Promise<SplitOutcome>,
  ) => void;
  /** Whether a program has yet to say if this file is part of it: until then nothing is listed of it. */
  readonly isAwaited: (id: FileId) => boolean;
  readonly forget: (id: FileId) => void;
}

/** What came of it, for the page to show. */
export interface SplitEvents {
  readonly onOutcome: (program: FileId, outcome: SplitOutcome) => void;
  /** These files are parts of a program now, and need not be listed beside it. */
  readonly onTaken: (parts: readonly FileId[]) => void;
  /** No program here has types in these: they are files of their own. */
  readonly onLeft: (parts: readonly FileId[]) => void;
}

interface Program {
  readonly give: (files: readonly InputFile[]) => Promise<SplitOutcome>;
  /** The files that it was given; it has yet to answer for some of them. */
  readonly tried: Set<InputFile>;
  readonly pending: Set<InputFile>;
  isBusy: boolean;
}

/** How long the next file is waited for before a program is read again: hundreds may be dropped at once. */
const GATHER_MS = 60;

export function createSplitParts(events: SplitEvents): SplitParts {
  /** Null where it is listed no more, as it was taken: another program may have the same object linked in. */
  const parts = new Map<InputFile, FileId | null>();
  const programs = new Map<FileId, Program>();
  let waiting = false;

  function soon(): void {
    if (waiting || parts.size === 0 || programs.size === 0) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      for (const [id, program] of programs) void serve(id, program);
    }, GATHER_MS);
  }

  async function serve(id: FileId, program: Program): Promise<void> {
    const files = [...parts.keys()].filter((file) => !program.tried.has(file));
    if (program.isBusy || files.length === 0) return;
    for (const file of files) {
      program.tried.add(file);
      program.pending.add(file);
    }
    program.isBusy = true;
    const outcome = await program.give(files);
    program.isBusy = false;
    program.pending.clear();
    if (programs.get(id) !== program) return;
    events.onOutcome(id, outcome);
    const taken = outcome.joined.flatMap((file) => parts.get(file) ?? []);
    for (const file of outcome.joined) parts.set(file, null);
    if (taken.length > 0) events.onTaken(taken);
    leave(files);
    // More may have come meanwhile.
    soon();
  }

  /** Asked of no program any more, and taken by none. */
  function leave(files: Iterable<InputFile>): void {
    const left = [...files].flatMap((file) => (isPending(file) ? [] : (parts.get(file) ?? [])));
    if (left.length > 0) events.onLeft(left);
  }

  function isPending(file: InputFile): boolean {
    return [...programs.values()].some(
      ({ tried, pending }) => !tried.has(file) || pending.has(file),
    );
  }

  return {
    offer(id, file) {
      parts.set(file, id);
      soon();
    },
    listed(id, index, give) {
      if ((index.splitFiles ?? []).length === 0 || programs.has(id)) return;
      programs.set(id, { give, tried: new Set(), pending: new Set(), isBusy: false });
      soon();
    },
    isAwaited(id) {
      return [...parts].some(([file, part]) => part === id && isPending(file));
    },
    forget(id) {
      for (const [file, part] of parts) if (part === id) parts.delete(file);
      // What waited for its answer waits no more.
      if (programs.delete(id)) leave(parts.keys());
    },
  };
}
