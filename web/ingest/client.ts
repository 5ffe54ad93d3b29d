import * as Comlink from 'comlink';
import { fail, type Result } from '../base/result';
import type {
  CodeFacts,
  Embedding,
  HeldCounts,
  HeaderDoc,
  IndexStage,
  NamedProfile,
  PerCpuType,
  PostedDiff,
  ScalarFact,
  StructDesc,
  StructIndex,
  Target,
} from '../facts/generated';
import { isPerhapsUnreadable, readableFile, type HandedFile } from './handedFile';
import type { OpenedFile, WorkerApi } from './protocol';
import type { ReadProgress } from './readProgress';
import type { InputFile } from './servedFiles';
import type { Half } from './session';
import { wasmModule } from './wasmModule';

/** Reads one file, away from the page. Every answer is a value; a stopped reader answers `stopped`. */
export interface FileReader {
  open(file: InputFile, onProgress: (progress: ReadProgress) => void): Answer<OpenedFile>;
  /** Those of the file that was opened, where it is a profile or a mail; never none. */
  profiles(): Answer<readonly NamedProfile[]>;
  /** C source, as bytes; needs no open file. */
  header(text: Uint8Array): Answer<HeaderDoc>;
  /** Output of pahole, as bytes; needs no open file. */
  pahole(text: Uint8Array): Answer<readonly StructDesc[]>;
  /** A posted patch, as bytes; needs no open file. */
  posted(text: Uint8Array): Answer<PostedDiff>;
  /** C's scalar types on a target; needs no open file. */
  scalars(target: Target): Answer<readonly ScalarFact[]>;
  /** The file that `FileFacts.needs` asks for, before its stage is read. */
  giveBase(base: InputFile): Answer<null>;
  /** The file that `FileFacts.supplementary` names, before the stage `dwarf` (again). */
  giveSupplementary(file: InputFile): Answer<null>;
  /** A `.dwo` or `.dwp` file, after the stage `dwarf`: whether it has types that are missing. */
  giveSplit(file: InputFile): Answer<boolean>;
  index(stage: IndexStage): Answer<StructIndex>;
  /** The stage `dwarf` of one half of the file; null where it cannot be divided. */
  indexHalf(half: Half): Answer<StructIndex | null>;
  describe(row: number): Answer<StructDesc>;
  find(key: string): Answer<number | null>;
  /** The struct of each of these rows; null for one that cannot be described. */
  describeAll(rows: readonly number[]): Answer<readonly (StructDesc | null)[]>;
  code(functions: readonly string[], variables: readonly string[]): Answer<CodeFacts>;
  embeddings(inner: readonly string[]): Answer<readonly Embedding[]>;
  heldCounts(): Answer<HeldCounts>;
  perCpu(): Answer<readonly PerCpuType[]>;
  symbols(): Answer<string | null>;
  /**
   * Ends it at once and frees its memory. A running WASM call cannot be stopped in any other way, and
   * WASM memory never shrinks.
   */
  stop(): void;
  /** Settles when it could start, or could not. */
  readonly ready: Promise<void>;
}

export type ReadFailure =
  { readonly kind: 'stopped' } | { readonly kind: 'failed'; readonly message: string };

export type Answer<T> = Promise<Result<T, ReadFailure>>;

export interface ReaderPool {
  /** Starts workers and compiles the module, so that the next file need not wait. */
  prewarm(): Promise<void>;
  take(): FileReader;
}

/** How long after one reader was taken the next is made ready: by then a kernel is read. */
const RESPAWN_MS = 4000;
/** A kernel with BTF and DWARF takes three at once: one for BTF, two that share the DWARF. */
const SPARES = 3;

const STOPPED: ReadFailure = { kind: 'stopped' };

/** Where the page's readers are started from: its own script, or an address of the server whose files they fetch. */
export type ReaderOrigin = 'script' | 'address';

/** A reader for each file. Some are always kept ready. */
export function createReaderPool(origin: ReaderOrigin): ReaderPool {
  const spares: FileReader[] = [];
  const refill = () => {
    while (spares.length < SPARES) spares.push(startReader(origin));
  };
  return {
    async prewarm() {
      refill();
      await Promise.all(spares.map((spare) => spare.ready));
    },
    take() {
      const reader = spares.shift() ?? startReader(origin);
      // Not at once: the file that it is taken for comes first.
      setTimeout(refill, RESPAWN_MS);
      return reader;
    },
  };
}

function startReader(origin: ReaderOrigin): FileReader {
  // Whatever ends a worker settles every call that still waits for it.
  let settleAll: (failure: ReadFailure) => void = () => undefined;
  const ended = new Promise<Result<never, ReadFailure>>((resolve) => {
    settleAll = (failure) => resolve(fail(failure));
  });
  let started: StartedWorker | null = null;
  let stopped = false;
  const starting = startWorker(origin, (message) => settleAll({ kind: 'failed', message }))
    .then((worker) => {
      // Stopped while it started.
      if (stopped) worker.end();
      else started = worker;
      return stopped ? null : worker;
    })
    .catch((error: unknown) => {
      settleAll({ kind: 'failed', message: sentenceFor(error) });
      return null;
    });

  const call = <T>(
    ask: (worker: Comlink.Remote<WorkerApi>) => Promise<Result<T, string>>,
  ): Answer<T> => {
    const askOf = async (worker: StartedWorker | null): Answer<T> => {
      if (worker === null) return ended;
      try {
        const answer = await ask(worker.api);
        return answer.ok ? answer : fail({ kind: 'failed', message: answer.error });
      } catch (error) {
        return fail({ kind: 'failed', message: sentenceFor(error) });
      }
    };
    // At once where it can: a promise's turn comes after the page has drawn that a file was dropped, and
    // the worker would wait for that.
    return Promise.race([started ? askOf(started) : starting.then(askOf), ended]);
  };

  /** A call that hands a file over, as it is wherever the worker can read it. */
  const callWith = <T>(
    file: InputFile,
    ask: (worker: Comlink.Remote<WorkerApi>, file: HandedFile) => Promise<Result<T, string>>,
  ): Answer<T> =>
    call((worker) => {
      if (!isPerhapsUnreadable(file)) return ask(worker, file);
      return readableFile(worker, file).then((handed) => {
        if (!handed.ok) return handed;
        const given = handed.value;
        const isWhole = 'bytes' in given && !(given instanceof File);
        return ask(worker, isWhole ? Comlink.transfer(given, [given.bytes.buffer]) : given);
      });
    });

  /** A call that needs the module for texts, which comes only now. */
  const callTexts = <T>(
    ask: (worker: Comlink.Remote<WorkerApi>) => Promise<Result<T, string>>,
  ): Answer<T> =>
    call(async (worker) => {
      await worker.warmTexts(await wasmModule('texts'));
      return ask(worker);
    });

  return {
    ready: Promise.race([starting, ended]).then(() => undefined),
    open: (file, onProgress) =>
      callWith(file, (worker, handed) => worker.open(handed, Comlink.proxy(onProgress))),
    profiles: () => callTexts((worker) => worker.profiles()),
    header: (text) => callTexts((worker) => worker.header(text)),
    pahole: (text) => callTexts((worker) => worker.pahole(text)),
    posted: (text) => callTexts((worker) => worker.posted(text)),
    scalars: (target) => callTexts((worker) => worker.scalars(target)),
    giveBase: (file) => callWith(file, (worker, handed) => worker.giveBase(handed)),
    giveSupplementary: (file) =>
      callWith(file, (worker, handed) => worker.giveSupplementary(handed)),
    giveSplit: (file) => callWith(file, (worker, handed) => worker.giveSplit(handed)),
    index: (stage) => call((worker) => worker.index(stage)),
    indexHalf: (half) => call((worker) => worker.indexHalf(half)),
    describe: (row) => call((worker) => worker.describe(row)),
    find: (key) => call((worker) => worker.find(key)),
    describeAll: (rows) => call((worker) => worker.describeAll(rows)),
    code: (functions, variables) => call((worker) => worker.code(functions, variables)),
    embeddings: (inner) => call((worker) => worker.embeddings(inner)),
    heldCounts: () => call((worker) => worker.heldCounts()),
    perCpu: () => call((worker) => worker.perCpu()),
    symbols: () => call((worker) => worker.symbols()),
    stop() {
      stopped = true;
      settleAll(STOPPED);
      started?.end();
      started = null;
    },
  };
}

/** A worker inherits the page's policy, which fetches nothing, from a blob; from an address it has that address's own. */
const WORKERS: Readonly<Record<ReaderOrigin, () => Promise<() => Worker>>> = {
  async script() {
    const { default: IngestWorker } = await import('./worker?worker&inline');
    return () => new IngestWorker();
  },
  async address() {
    const { default: address } = await import('./worker?worker&url');
    return () => new Worker(address);
  },
};

interface StartedWorker {
  readonly api: Comlink.Remote<WorkerApi>;
  end(): void;
}

async function startWorker(
  origin: ReaderOrigin,
  onCrash: (message: string) => void,
): Promise<StartedWorker> {
  const [module, start] = await Promise.all([wasmModule('types'), WORKERS[origin]()]);
  const worker = start();
  const crashed = (event: Partial<ErrorEvent>) =>
    // A script that did not load has no message.
    onCrash(sentenceFor(event.message || 'its worker could not be started'));
  worker.addEventListener('error', crashed);
  const api = Comlink.wrap<WorkerApi>(worker);
  const end = () => {
    worker.terminate();
    // Comlink's registry holds a worker until its proxy is collected, and the proxy is held by whatever listens to
    // the worker: without these two lines the page keeps all that this file's answers ever reached.
    worker.removeEventListener('error', crashed);
    api[Comlink.releaseProxy]();
  };
  try {
    await api.warm(module);
  } catch (error) {
    end();
    throw error;
  }
  return { api, end };
}

/** For what no one foresaw: the reader crashed, or could not be started. */
function sentenceFor(error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error);
  if (/memory|allocat/i.test(detail)) {
    return 'There is not enough memory to read this file. Close other files, or open a smaller one: raw BTF instead of full debug information.';
  }
  return `The reader stopped unexpectedly (${detail}). Other open files are not affected; please report this with the kind of file.`;
}
