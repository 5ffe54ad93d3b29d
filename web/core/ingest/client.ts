import { openMessage } from './messages';
import { sentence, type Message } from '../base/messages';
import * as Comlink from 'comlink';
import { fetched } from '../base/fetched';
import { remoteWorker, type WorkerFailure } from '../base/remoteWorker';
import { fail, ok, type Result } from '../base/result';
import type { AnswerTo } from '../facts/answerTo';
import { isCodeQuery } from '../facts/codeQuery';
import type {
  Companion,
  FileFacts,
  IndexStage,
  NamedProfile,
  Query,
  StructIndex,
} from '../facts/generated';
import { tableOf, type StructTable } from '../facts/structTable';
import { isPerhapsUnreadable, readableFile, type HandedFile } from './handedFile';
import type { LaterModule, OpenedFile, WorkerApi } from './protocol';
import type { ReadProgress } from './readProgress';
import { joined, type RowPiece } from './rowPieces';
import type { InputFile } from './servedFiles';
import type { Half } from './session';
import type { TextAnswerTo, TextQuery } from './textQuery';
import { loadScript, MODULES, wasmModule } from './wasmModule';

/** Reads one file, away from the page. Every answer is a value; a stopped reader answers `stopped`. */
export interface FileReader {
  open(
    file: InputFile,
    onProgress: (progress: ReadProgress) => void,
    isTrusted?: boolean,
  ): Reply<OpenedFile>;
  /** Another file that has some of its types, as `Session.give`. */
  give(companion: Companion, file: InputFile): Reply<boolean>;
  giveCode(companion: Companion, file: InputFile): Reply<null>;
  facts(): Reply<FileFacts>;
  index(stage: IndexStage): Reply<StructTable>;
  /** The stage `dwarf` of one half of the file; null where it cannot be divided. */
  indexHalf(half: Half): Reply<StructTable | null>;
  /** Rows are those of the index that it gave last. */
  ask<Q extends Query>(query: Q): Reply<AnswerTo<Q>>;
  askText<Q extends TextQuery>(query: Q): Reply<TextAnswerTo<Q>>;
  /**
   * Ends it at once and frees its memory. A running WASM call cannot be stopped in any other way, and
   * WASM memory never shrinks.
   */
  stop(): void;
  /** Whether it could start, once that is known. */
  readonly ready: Promise<boolean>;
}

export type ReadFailure =
  { readonly kind: 'stopped' } | { readonly kind: 'failed'; readonly message: string };

export type Reply<T> = Promise<Result<T, ReadFailure>>;

export interface ReaderPool {
  /** Starts workers and compiles the module, so that the next file need not wait. Rejects where a script did not come. */
  prewarm(): Promise<void>;
  take(): FileReader;
}

/** How long after one reader was taken the next is made ready: by then a kernel is read. */
const RESPAWN_MS = 4000;
/** A kernel with BTF and DWARF takes three at once: one for BTF, two that share the DWARF. */
const SPARES = 3;

/** Where the page's readers are started from: its own script, or an address of the server whose files they fetch. */
export type ReaderOrigin = 'script' | 'address';

/** A reader for each file. Some are always kept ready. */
export function createReaderPool(origin: ReaderOrigin): ReaderPool {
  const spares: FileReader[] = [];
  const refill = () => {
    while (spares.length < SPARES) {
      const spare = startReader(origin);
      spares.push(spare);
      // One that could not start is of no use to the next file either.
      void spare.ready.then((isReady) => isReady || remove(spare));
    }
  };
  const remove = (spare: FileReader) => {
    if (spares.includes(spare)) spares.splice(spares.indexOf(spare), 1);
  };
  return {
    async prewarm() {
      refill();
      await Promise.all([
        ...spares.map((spare) => spare.ready),
        ...MODULES.map(loadScript),
        SCRIPTS[origin](),
      ]);
    },
    take() {
      const reader = spares.shift() ?? startReader(origin);
      // Not at once: the file that it is taken for comes first.
      setTimeout(refill, RESPAWN_MS);
      return reader;
    },
  };
}

/** What a file turned out to be, with its list as a table. */
function arrived(opened: OpenedFile<StructIndex>): OpenedFile {
  if (opened.kind !== 'types') return opened;
  return { ...opened, index: opened.index && tableOf(opened.index) };
}

function startReader(origin: ReaderOrigin): FileReader {
  // Both come at once, the module and the script.
  const module = wasmModule('types');
  const start = async () => (await SCRIPTS[origin]())();
  const worker = remoteWorker<WorkerApi>(start, async (api) => api.warm(await module));

  const call = async <T>(
    question: (api: Comlink.Remote<WorkerApi>) => Promise<Result<T, Message>>,
  ): Reply<T> => {
    const answer = await worker.ask(question);
    if (!answer.ok) {
      return fail(
        answer.error.kind === 'ended'
          ? { kind: 'stopped' }
          : { kind: 'failed', message: sentence(brokenMessage(answer.error)) },
      );
    }
    if (answer.value.ok) return answer.value;
    return fail({ kind: 'failed', message: sentence(answer.value.error) });
  };

  /** A call that hands a file over, as it is wherever the worker can read it. */
  const callWith = <T>(
    file: InputFile,
    question: (api: Comlink.Remote<WorkerApi>, file: HandedFile) => Promise<Result<T, Message>>,
  ): Reply<T> =>
    call((api) => {
      if (!isPerhapsUnreadable(file)) return question(api, file);
      return readableFile(api, file).then((handed) => {
        if (!handed.ok) return handed;
        const given = handed.value;
        const isWhole = 'bytes' in given && !(given instanceof File);
        return question(api, isWhole ? Comlink.transfer(given, [given.bytes.buffer]) : given);
      });
    });

  return {
    ready: worker.ready,
    open: (file, onProgress, isTrusted = false) =>
      callWith(file, async (api, handed) => {
        const opened = await api.open(handed, Comlink.proxy(onProgress), isTrusted);
        if (!opened.ok) return opened;
        if (opened.value.kind !== 'undecided') return ok(arrived(opened.value));
        await api.warmReports(await wasmModule('reports'));
        const text = await api.openUndecided();
        return text.ok ? ok(arrived(text.value)) : text;
      }),
    give: (companion, file) => callWith(file, (api, handed) => api.give(companion, handed)),
    giveCode: (companion, file) => callWith(file, (api, handed) => api.giveCode(companion, handed)),
    facts: () => call(async (api) => ok(await api.facts())),
    index: (stage) =>
      call(async (api) => {
        const index = await api.index(stage);
        return index.ok ? ok(tableOf(index.value)) : index;
      }),
    indexHalf: (half) =>
      call(async (api) => {
        const index = await api.indexHalf(half);
        return index.ok ? ok(index.value && tableOf(index.value)) : index;
      }),
    ask: <Q extends Query>(query: Q) =>
      call(async (api) => {
        // They come only now.
        for (const name of modulesFor(query)) await api.warmLater(name, await wasmModule(name));
        return api.ask(query) as Promise<Result<AnswerTo<Q>, Message>>;
      }),
    askText: <Q extends TextQuery>(query: Q) =>
      call(async (api) => {
        // Their modules come only now.
        if (query.kind === 'profiles') await api.warmReports(await wasmModule('reports'));
        else await api.warmTexts(await wasmModule('source'));
        const answer = query.kind === 'profiles' ? profilesFrom(api) : api.askText(query);
        return answer as Promise<Result<TextAnswerTo<Q>, Message>>;
      }),
    stop: () => worker.end(),
  };
}

/** The modules that a question needs beside that of types. */
function modulesFor(query: Query): readonly LaterModule[] {
  if (query.kind === 'mangled') return ['names'];
  return isCodeQuery(query) ? ['code', 'names'] : [];
}

/** Every row of the profiles, some at a time. */
async function profilesFrom(
  api: Comlink.Remote<WorkerApi>,
): Promise<Result<readonly NamedProfile[], Message>> {
  const read = await api.profiles();
  if (!read.ok) return read;
  const { profiles, pieces } = read.value;
  const rows: RowPiece[] = [];
  for (let piece = 0; piece < pieces; piece++) rows.push(...(await api.rows(piece)));
  return ok(joined(profiles, rows));
}

/** A worker inherits the page's policy, which fetches nothing, from a blob; from an address it has that address's own. */
const SCRIPTS: Readonly<Record<ReaderOrigin, () => Promise<() => Worker>>> = {
  async script() {
    const { default: IngestWorker } = await fetched(() => import('./worker?worker&inline'));
    return () => new IngestWorker();
  },
  async address() {
    const { default: address } = await fetched(() => import('./worker?worker&url'));
    return () => new Worker(address);
  },
};

/** For what no one foresaw: the reader crashed, or could not be started. */
function brokenMessage({ kind, detail }: Exclude<WorkerFailure, { kind: 'ended' }>): Message {
  if (kind === 'unfetched') return openMessage('not-loaded', detail);
  return /memory|allocat/i.test(detail)
    ? openMessage('no-memory')
    : openMessage('reader-stopped', detail);
}
