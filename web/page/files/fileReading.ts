import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import { assertNever } from '../../core/base/assert';
import { fail, ok, type Result } from '../../core/base/result';
import type { AnswerTo } from '../../core/facts/answerTo';
import { isCodeQuery } from '../../core/facts/codeQuery';
import type {
  Companion,
  FileFacts,
  IndexStage,
  NamedProfile,
  Query,
  StructDesc,
} from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';
import type { Bundle } from '../../core/ingest/bundle/bundle';
import type { FileReader, ReaderPool, ReadFailure } from '../../core/ingest/client';
import type { ReadProgress } from '../../core/ingest/readProgress';
import { shareReader } from '../../core/ingest/sharedReader';
import type { InputFile } from '../../core/ingest/servedFiles';

/** What a file tells while it is read. */
export interface ReadingEvents {
  readonly onProgress: (progress: ReadProgress) => void;
  readonly onFacts: (facts: FileFacts) => void;
  /**
   * It cannot be read without the file that its facts ask for: gives one that may be it, once there is one.
   * `refused` says why the last one was not.
   */
  readonly onNeed: (facts: FileFacts, refused: string | null) => Promise<InputFile>;
  /** A stage is in. The next one waits for what is done with it. */
  readonly onIndex: (index: StructTable) => void | Promise<void>;
  /** It was a report or recording of perf, or a text with several: this is all that it holds. */
  readonly onProfiles: (profiles: readonly NamedProfile[]) => void | Promise<void>;
  /** It was a text with a report, which has been handed on, and a patch. Its reader ends after the answer. */
  readonly onPatch: (bytes: Uint8Array, reader: FileReader) => void | Promise<void>;
  /** It was a bundle: its parts are files of their own. */
  readonly onBundle: (bundle: Bundle) => void;
  /** It was not opened, as it unpacks to too much for one that nobody trusts. */
  readonly onTooMuch: () => void;
  /** It was another archive: a source tree, or none. `unpacked` is what it was compressed from. */
  readonly onArchive: (unpacked: Blob | null) => void;
  /** It was another text. Its reader ends after the answer. */
  readonly onText: (bytes: Uint8Array, reader: FileReader) => void | Promise<void>;
}

/** A file that is read, or has been. */
export interface FileReading {
  /** Reads all stages; null when all are in. */
  read(): Promise<ReadFailure | null>;
  /** The struct of a row of an index, also of one that was replaced meanwhile. */
  describe(index: StructTable, row: number): Promise<Result<StructDesc, ReadFailure>>;
  /** The struct with this content key in the latest index; null where there is none. */
  describeKey(key: string): Promise<StructDesc | null>;
  /** Puts a question to a reader that has a list and is idle, or will be. */
  ask<Q extends Query>(question: FileQuestion<Q>): Promise<Result<AnswerTo<Q>, ReadFailure>>;
  /** Ends the reader of its code, whatever it is asked: the next question starts another. */
  stopCode(): void;
  /** Reads its BTF again, over a kernel's instead of its own distilled base; not null where it is not of that kernel. */
  giveKernel(file: InputFile): Promise<ReadFailure | null>;
  /** Reads its DWARF again, together with the file that dwz moved types to; null when all is in. */
  giveSupplementary(file: InputFile): Promise<ReadFailure | null>;
  /**
   * Reads its DWARF again, together with those of these `.dwo` and `.dwp` files that hold types of its units.
   */
  giveSplit(files: readonly InputFile[]): Promise<SplitOutcome>;
  /** Ends all readers at once. */
  stop(): void;
}

export interface SplitOutcome {
  /** The files that hold types of it. */
  readonly joined: readonly InputFile[];
  /** The files that should hold some and do not (they come from another build), each with a sentence. */
  readonly refused: readonly { readonly file: InputFile; readonly message: string }[];
  /** Why it could not be read again; null where it was, or where nothing joined. */
  readonly failure: ReadFailure | null;
}

/** A question, or for one about rows what makes it of the index that they are of. */
export type FileQuestion<Q extends Query> = Q | ((index: StructTable) => Q);

/** What a file is, is shown so long before its list: where both come at once they are painted once. */
const FACTS_MS = 50;

const later = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

/** A reader and the index that its rows are of. */
interface Lane {
  readonly reader: FileReader;
  index: StructTable | null;
  /** The stage that it works on; null while it is idle. */
  working: Promise<unknown> | null;
}

/**
 * Reads a file with one worker, or with more where it has both BTF and DWARF: DWARF takes longer than BTF
 * by far, and the structs that BTF lists can be opened meanwhile. Two share the DWARF where they can.
 */
export function readFile(
  file: InputFile,
  pool: ReaderPool,
  events: ReadingEvents,
  isTrusted = false,
): FileReading {
  const lanes: Lane[] = [];
  let latest: Lane | null = null;
  /** Readings of its stages that have not come to their end. */
  let runs = 0;
  let settleFirst: () => void = () => undefined;
  /** The first list is there, or none will come. */
  const firstList = new Promise<void>((resolve) => {
    settleFirst = resolve;
  });

  /** Progress has a channel of its own, and its last words may come after what it reported: they are no news then. */
  function onProgress(progress: ReadProgress): void {
    if (runs > 0) events.onProgress(progress);
  }

  async function tellingProgress<T>(run: () => Promise<T>): Promise<T> {
    runs += 1;
    try {
      return await run();
    } finally {
      runs -= 1;
    }
  }

  function startLane(reader = pool.take()): Lane {
    const lane: Lane = { reader, index: null, working: null };
    lanes.push(lane);
    return lane;
  }

  function endLane(lane: Lane): void {
    lanes.splice(lanes.indexOf(lane), 1);
    lane.reader.stop();
  }

  /** `working` is the stage where it was asked for already. */
  async function runStage(
    lane: Lane,
    stage: IndexStage,
    working = lane.reader.index(stage),
  ): Promise<ReadFailure | null> {
    lane.working = working;
    const index = await working;
    lane.working = null;
    if (!index.ok) return index.error;
    await keepStage(lane, index.value);
    return null;
  }

  async function keepStage(lane: Lane, index: StructTable): Promise<void> {
    lane.index = index;
    latest = lane;
    settleFirst();
    await events.onIndex(index);
  }

  /** What follows its code has a worker of its own: types can be asked for meanwhile, and it can be ended alone. */
  let code: {
    readonly reader: FileReader;
    readonly opened: ReturnType<FileReader['open']>;
  } | null = null;

  async function askCode<Q extends Query>(query: Q): Promise<Result<AnswerTo<Q>, ReadFailure>> {
    if (code === null) {
      const reader = pool.take();
      code = { reader, opened: openCode(reader) };
    }
    const { reader, opened } = code;
    const first = await opened;
    return first.ok ? reader.ask(query) : first;
  }

  /** What was given to the reader of its types, in that order. */
  const given: { readonly companion: Companion; readonly file: InputFile }[] = [];

  async function openCode(reader: FileReader): ReturnType<FileReader['open']> {
    const opened = await reader.open(file, () => undefined, isTrusted);
    for (const { companion, file: other } of given) await reader.giveCode(companion, other);
    return opened;
  }

  /** The code's reader starts anew, with it. */
  function keepGiven(companion: Companion, other: InputFile): void {
    given.push({ companion, file: other });
    stopCode();
  }

  function stopCode(): void {
    code?.reader.stop();
    code = null;
  }

  async function read(): Promise<ReadFailure | null> {
    const first = startLane();
    const opened = await first.reader.open(file, onProgress, isTrusted);
    if (!opened.ok) return opened.error;
    switch (opened.value.kind) {
      case 'types':
        return readTypes(first, opened.value.facts, opened.value.index);
      case 'profile': {
        const profiles = await first.reader.askText({ kind: 'profiles' });
        endLane(first);
        if (!profiles.ok) return profiles.error;
        await events.onProfiles(profiles.value);
        return null;
      }
      case 'mail': {
        const profiles = await first.reader.askText({ kind: 'profiles' });
        if (profiles.ok) await events.onProfiles(profiles.value);
        await events.onPatch(opened.value.bytes, first.reader);
        endLane(first);
        return profiles.ok ? null : profiles.error;
      }
      case 'bundle':
        endLane(first);
        events.onBundle(opened.value.bundle);
        return null;
      case 'tree':
        endLane(first);
        events.onArchive(opened.value.archive);
        return null;
      case 'text':
        await events.onText(opened.value.bytes, first.reader);
        endLane(first);
        return null;
      case 'tooMuch':
        endLane(first);
        events.onTooMuch();
        return { kind: 'failed', message: sentence(opened.value.message) };
      default:
        return assertNever(opened.value);
    }
  }

  async function readTypes(
    first: Lane,
    facts: FileFacts,
    given: StructTable | null,
  ): Promise<ReadFailure | null> {
    if (facts.needs?.includes('debug')) return readApart(first, facts);
    const { stages } = facts;
    const [stage] = stages;
    if (stage === undefined || facts.needs?.includes('baseBtf')) {
      events.onFacts(facts);
      return stage === undefined ? null : readOverBase(first, facts);
    }
    const working = given === null ? first.reader.index(stage) : Promise.resolve(ok(given));
    first.working = working;
    const soon = await Promise.race([working, later(FACTS_MS)]);
    events.onFacts(facts);
    // An index that is there already is not awaited: the page would be drawn in between.
    const index = soon ?? (await working);
    first.working = null;
    if (!stages.includes('btf') || !stages.includes('dwarf')) {
      if (!index.ok) return index.error;
      await keepStage(first, index.value);
      return runAll(first, stages.slice(1));
    }

    if (!index.ok) {
      if (index.error.kind === 'stopped') return index.error;
      // Damaged BTF beside good DWARF is no loss but for the time; the index says so.
      return runAll(
        first,
        stages.filter((each) => each !== 'btf'),
      );
    }
    // From here on, not once the list is painted: a second processor has nothing else to do. Not from
    // the start: the first list on screen would wait for its share of the file and the processors.
    const second = startLane(
      facts.mayBeShared ? shareReader(pool.take(), pool.take()) : pool.take(),
    );
    const dwarf = second.reader
      .open(file, onProgress, isTrusted)
      .then((again) => (again.ok ? second.reader.index('dwarf') : again));
    await keepStage(first, index.value);
    const failure = await runStage(second, 'dwarf', dwarf);
    if (failure) return failure;
    const rest = await runAll(
      second,
      stages.filter((stage) => stage !== 'btf' && stage !== 'dwarf'),
    );
    // The first reader opened structs until here, while the other was busy.
    endLane(first);
    return rest;
  }

  /** A stripped program: its debug information is in another file. */
  async function readApart(lane: Lane, stated: FileFacts): Promise<ReadFailure | null> {
    events.onFacts(stated);
    for (let refused: string | null = null; ;) {
      const debug = await events.onNeed(stated, refused);
      const isGiven = await lane.reader.give('debug', debug);
      const facts = isGiven.ok ? await lane.reader.facts() : isGiven;
      if (facts.ok) {
        keepGiven('debug', debug);
        events.onFacts(facts.value);
        return runAll(lane, facts.value.stages);
      }
      if (facts.error.kind !== 'failed') return facts.error;
      refused = facts.error.message;
    }
  }

  /** BTF that continues another file's: tries what it is given until one fits. */
  async function readOverBase(lane: Lane, facts: FileFacts): Promise<ReadFailure | null> {
    for (let refused: string | null = null; ;) {
      const given = await lane.reader.give('baseBtf', await events.onNeed(facts, refused));
      const failure = given.ok ? await runAll(lane, facts.stages) : given.error;
      if (failure?.kind !== 'failed') return failure;
      refused = failure.message;
    }
  }

  async function runAll(lane: Lane, stages: readonly IndexStage[]): Promise<ReadFailure | null> {
    for (const stage of stages) {
      const failure = await runStage(lane, stage);
      if (failure) return failure;
    }
    return null;
  }

  async function describe(
    index: StructTable,
    row: number,
  ): Promise<Result<StructDesc, ReadFailure>> {
    const owner = lanes.find((lane) => lane.index === index);
    if (owner && !owner.working) return owner.reader.ask({ kind: 'describe', row });
    // Its reader is busy with the next stage, or has it already: rows are others then. The same
    // struct may be at hand in the index of an idle reader, else the stage has to come to its end.
    const wanted = rowOf(index, row);
    for (const lane of lanes.filter((other) => other.index && !other.working)) {
      const found = findRow(lane.index, wanted);
      if (found !== null) return lane.reader.ask({ kind: 'describe', row: found });
    }
    await latest?.working;
    const found = latest && findRow(latest.index, wanted);
    if (latest && found !== null) return latest.reader.ask({ kind: 'describe', row: found });
    return fail({
      kind: 'failed',
      message: sentence(pageMessage('list-replaced')),
    });
  }

  return {
    read: () => tellingProgress(read).finally(settleFirst),
    describe,
    async describeKey(key) {
      if (!latest) return null;
      const row = await latest.reader.ask({ kind: 'find', key });
      if (!row.ok || row.value === null) return null;
      const struct = await latest.reader.ask({ kind: 'describe', row: row.value });
      return struct.ok ? struct.value : null;
    },
    async ask<Q extends Query>(question: FileQuestion<Q>) {
      if (typeof question === 'object' && isCodeQuery(question)) return askCode<Q>(question);
      const idle = () => lanes.find((lane) => lane.index !== null && lane.working === null);
      for (;;) {
        // What it is, is said before its list is there: whoever asks in between waits. One that needs another file first
        // works on nothing, and says so at once.
        if (!idle() && lanes.some(({ working }) => working !== null)) {
          await (latest === null ? firstList : latest.working);
        }
        const lane = idle();
        if (lanes.length === 0) return fail({ kind: 'stopped' });
        if (!lane?.index) {
          const message = sentence(pageMessage('not-read-yet'));
          return fail({ kind: 'failed', message });
        }
        const query = typeof question === 'function' ? question(lane.index) : question;
        const answer = await lane.reader.ask(query);
        // The reader of BTF ends when that of DWARF has come: what it was asked, the other answers.
        const replaced = !answer.ok && answer.error.kind === 'stopped' && !lanes.includes(lane);
        if (!replaced || lanes.length === 0) return answer;
      }
    },
    async giveKernel(kernel) {
      if (!latest) return { kind: 'stopped' };
      const lane = latest;
      const given = await lane.reader.give('baseBtf', kernel);
      return given.ok ? tellingProgress(() => runAll(lane, ['btf'])) : given.error;
    },
    async giveSupplementary(supplementary) {
      if (!latest) return { kind: 'stopped' };
      const lane = latest;
      const isGiven = await lane.reader.give('supplementary', supplementary);
      if (!isGiven.ok) return isGiven.error;
      keepGiven('supplementary', supplementary);
      return tellingProgress(() => runAll(lane, ['dwarf', 'summaries']));
    },
    async giveSplit(files) {
      const joined: InputFile[] = [];
      const refused: { file: InputFile; message: string }[] = [];
      if (!latest) return { joined, refused, failure: { kind: 'stopped' } };
      const lane = latest;
      for (const each of files) {
        const isGiven = await lane.reader.give('split', each);
        if (isGiven.ok && isGiven.value) {
          joined.push(each);
          keepGiven('split', each);
        }
        if (!isGiven.ok && isGiven.error.kind === 'failed') {
          refused.push({ file: each, message: isGiven.error.message });
        }
      }
      const failure =
        joined.length > 0
          ? await tellingProgress(() => runAll(lane, ['dwarf', 'summaries']))
          : null;
      return { joined, refused, failure };
    },
    stopCode,
    stop() {
      stopCode();
      for (const lane of [...lanes]) endLane(lane);
      settleFirst();
    },
  };
}

interface WantedRow {
  readonly name: string;
  readonly kind: number;
  readonly sizeBytes: number;
  readonly variant: number;
}

function rowOf(index: StructTable, row: number): WantedRow {
  return {
    name: index.names[row] ?? '',
    kind: index.kinds[row] ?? 0,
    sizeBytes: index.sizesBytes[row] ?? 0,
    variant: index.variants[row] ?? 0,
  };
}

/** The row of the same struct in another index; null where there is none, or where several could be it. */
function findRow(index: StructTable | null, wanted: WantedRow): number | null {
  if (!index) return null;
  const rows: number[] = [];
  for (const [row, name] of index.names.entries()) {
    if (
      name === wanted.name &&
      index.kinds[row] === wanted.kind &&
      index.sizesBytes[row] === wanted.sizeBytes
    ) {
      rows.push(row);
    }
  }
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return only;
  return rows.find((row) => index.variants[row] === wanted.variant) ?? null;
}
