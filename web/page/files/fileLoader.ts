import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import type { StoreApi } from 'zustand/vanilla';
import { untilFetched } from '../../core/base/fetched';
import { fail, ok, type Result } from '../../core/base/result';
import { newDocument } from '../../core/edit/document';
import type { AnswerTo } from '../../core/facts/answerTo';
import type { Query, StructDesc } from '../../core/facts/generated';
import { inNames, type StructTable } from '../../core/facts/structTable';
import { factsOn, machineOf, profileOn, type Machine } from '../../core/ingest/bundle/machine';
import type { FileReader, ReaderPool, ReadFailure } from '../../core/ingest/client';
import type { FileId, StructId } from '../../core/layout/ids';
import type { AppQuestions } from '../state/app';
import type { TreeQuestions } from '../source/sources';
import { createCompanions } from './companions';
import { keywordOf, labelOf, type Catalog } from '../state/catalog';
import { enrichDocument, openDocument } from '../state/documentReducers';
import { readFile, type FileReading, type FileQuestion, type ReadingEvents } from './fileReading';
import {
  addFile,
  addNotice,
  withoutFailuresOf,
  withoutFailures,
  fileComplete,
  fileIndexed,
  fileListed,
  fileOpened,
  fileProgress,
  removeFile,
  renameFile,
  announceAndShow,
} from '../state/fileReducers';
import { laidOut, linesCounted } from '../state/layOutInTurns';
import type { Picks } from '../state/picks';
import { isLoaded, profileArrived, showProfile } from '../state/profileReducers';
import { presentOf } from '../state/inView';
import type { AppState, DocumentOrigin, FilePhase } from '../state/state';
import { createSplitParts } from './splitParts';
import { takeText } from './texts';
import type { InputFile } from '../../core/ingest/servedFiles';
import {
  KERNEL_PART,
  profilePart,
  SLABS_PART,
  SYMBOLS_PART,
  type Bundle,
} from '../../core/ingest/bundle/bundle';
import { switchesText } from '../../core/ingest/bundle/kernelConfig';
import { PROGRAMS } from '../../core/ingest/bundle/typesPart';
import { listed, plural } from '../../core/base/prose';

/** Files that are read at once: each has a worker, and hundreds of `.dwo` may be dropped together. */
const READ_AT_ONCE = 8;

export interface FileLoader {
  readonly open: (files: readonly InputFile[]) => void;
  /** Opens the file that is asked about: the person trusts it. */
  readonly openAsked: () => void;
  readonly remove: (id: FileId) => void;
  readonly openRow: (catalog: Catalog, row: number) => Promise<void>;
  /** A struct of a binary by its name, as C writes it: `struct list_head`, `atomic_t`. Null where none has it. */
  readonly describeNamed: (name: string) => Promise<StructDesc | null>;
  /** Tries posted patches again with what is open now. */
  readonly tryPosted: () => void;
  readonly ask: <Q extends Query>(
    id: FileId,
    question: FileQuestion<Q>,
  ) => Promise<Result<AnswerTo<Q>, ReadFailure>>;
  /** Ends the following of a file's code. */
  readonly stopCode: (id: FileId) => void;
}

/**
 * Reads files into the state, stage by stage, and single structs of them on demand. An archive of other files goes to
 * `onArchive`.
 */
export function createFileLoader(
  store: StoreApi<AppState>,
  update: (change: (state: AppState) => AppState) => void,
  picks: Picks,
  pool: ReaderPool,
  onArchive: (name: string, archive: Blob) => void,
  trees: () => TreeQuestions,
): FileLoader {
  const readings = new Map<FileId, FileReading>();
  const arrivals = createArrivals((file) => update((state) => addFile(state, file)));
  const companions = createCompanions(store, update);
  const slots = createSlots(READ_AT_ONCE);
  const splitParts = createSplitParts({
    onOutcome(id, { joined, refused, failure }) {
      for (const { file, message } of refused) {
        update((state) => addNotice(state, { kind: 'error', title: file.name, text: message }));
      }
      const name = nameOf(id);
      if (failure) return fileFailed(id, name, failure);
      if (joined.length === 0) return;
      const what = joined.length === 1 ? `${joined[0]?.name}` : `${joined.length} split files`;
      update((state) =>
        announceAndShow(fileComplete(state, id), `The types of ${what} are in ${name} now.`),
      );
    },
    onTaken(parts) {
      // What is being looked at keeps its file.
      const { documents } = store.getState();
      const inUse = new Set(
        documents.flatMap(({ origin }) => (origin.kind === 'file' ? origin.file : [])),
      );
      for (const part of parts) if (!inUse.has(part)) remove(part);
    },
    onLeft(parts) {
      for (const part of parts) {
        heldBack.get(part)?.();
        heldBack.delete(part);
      }
    },
  });
  const questions: AppQuestions = {
    askFile<Q extends Query>(id: FileId, question: FileQuestion<Q>) {
      const reading = readings.get(id);
      return reading ? reading.ask(question) : Promise.resolve(fail({ kind: 'stopped' }));
    },
    stopCode: (id) => readings.get(id)?.stopCode(),
  };
  /** Stripped programs. */
  const isApart = new Set<FileId>();
  /** The file that each was opened from. */
  const inputs = new Map<FileId, InputFile>();
  /** A file whose types another has now; what is being looked at keeps it. */
  function forgetUnused(file: InputFile): void {
    const { documents } = store.getState();
    for (const [id, input] of inputs) {
      const isInUse = documents.some(({ origin }) => origin.kind === 'file' && origin.file === id);
      if (input === file && !isInUse) remove(id);
    }
  }
  /** Lists what was read of a file that a program might have taken. */
  const heldBack = new Map<FileId, () => void>();
  let count = 0;

  function nameOf(id: FileId): string {
    return store.getState().files.find((file) => file.id === id)?.name ?? '';
  }

  const lookUps = (reader: FileReader) => ({
    reader,
    describeNamed,
    describeLike,
    questions,
    trees: trees(),
  });

  /** Opens the file that was refused last for what it unpacks to. */
  let openAsked = (): void => undefined;

  /** @param machine what the bundle that it is of knows of its machine */
  function open(file: InputFile, machine: Machine | null = null, isTrusted = false): void {
    count += 1;
    const id = `f${count}` as FileId;
    arrivals.add({ id, name: file.name, sizeBytes: file.size });
    inputs.set(id, file);
    let letNext: () => void = () => undefined;
    const events: ReadingEvents = {
      onProgress: (progress) => update((state) => fileProgress(state, id, progress)),
      onFacts(stated) {
        const facts = machine === null ? stated : factsOn(machine, stated);
        arrivals.show(id);
        update((state) => fileOpened(state, id, facts));
        if (facts.buildId !== null && facts.stages.length > 0 && !isApart.has(id)) {
          // A program takes the types of its debug file as its own.
          if (companions.identified(facts.buildId, file)) return remove(id);
        }
        if (facts.isSplitDwarf) splitParts.offer(id, file);
      },
      onNeed(stated, refused) {
        // What it waits for may be the next in the row.
        letNext();
        if (!stated.needs?.includes('debug')) return companions.next(id, refused);
        isApart.add(id);
        return companions.debug(id, stated).then((debug) => {
          forgetUnused(debug);
          return debug;
        });
      },
      async onIndex(index) {
        // A `.dwo` beside its program: the same structs would be in the list twice until it is joined.
        if (splitParts.isAwaited(id)) {
          heldBack.set(id, () => {
            update((state) => fileListed(state, id, index));
            tryPosted();
          });
          return;
        }
        update((state) => fileIndexed(state, id, index));
        if (index.stage === 'btf' && standsAlone(id)) companions.offer(id, file);
        await enrichOpen(id, reading);
        tryPosted();
      },
      async onProfiles(read) {
        const all = read.map((named) =>
          machine === null ? named : { ...named, profile: profileOn(machine, named.profile) },
        );
        for (const { profile } of all) await linesCounted(profile);
        if (!readings.has(id)) return;
        const profiles = all.filter(({ profile }) => !isLoaded(store.getState(), profile));
        arrivals.show(id);
        if (profiles.length === 0) {
          const words = `${file.name} is loaded already.`;
          update((state) => announceAndShow(removeFile(state, id), words));
        }
        for (const [at, named] of profiles.entries()) {
          // Each report of a text is one of its own in the list, as if it had been a file.
          const each = at === 0 ? id : (`${id}/${at + 1}` as FileId);
          if (at > 0)
            update((state) => addFile(state, { id: each, name: file.name, sizeBytes: file.size }));
          if (profiles.length > 1) {
            const title = named.name ?? `report ${at + 1} of ${profiles.length}`;
            update((state) => renameFile(state, each, `${file.name}: ${title}`));
          }
          update((state) => profileArrived(state, each, named));
        }
        // The first report of a text with several comes into view: the one before a change, or the largest of a fleet.
        update((state) => {
          const { centre } = state;
          const isOfThese = centre.kind === 'profile' && centre.file.startsWith(`${id}/`);
          return isOfThese ? showProfile(state, id) : state;
        });
      },
      onPatch(bytes, reader) {
        const taking = {
          id: `${id}/patch` as FileId,
          name: file.name,
          bytes,
          ...lookUps(reader),
        };
        return takeText(store, update, taking);
      },
      onBundle(bundle) {
        remove(id);
        const { files, note } = bundleFiles(file.name, bundle);
        const of = machineOf(bundle);
        for (const part of files) open(part, of);
        update((state) => addNotice(state, { kind: 'note', title: file.name, text: note }));
      },
      onArchive(unpacked) {
        remove(id);
        const archive = unpacked ?? file;
        if (archive instanceof Blob) return onArchive(file.name, archive);
        const text = sentence(pageMessage('archive-in-archive'));
        update((state) => addNotice(state, { kind: 'error', title: file.name, text }));
      },
      onText(bytes, reader) {
        arrivals.show(id);
        return takeText(store, update, {
          id,
          name: file.name,
          bytes,
          ...lookUps(reader),
        });
      },
      onTooMuch() {
        openAsked = () => open(file, machine, true);
        update((state) => ({ ...state, dialog: 'tooMuch', askedFile: file.name }));
      },
    };
    const reading = readFile(file, pool, events, isTrusted);
    readings.set(id, reading);
    slots.run(async (release) => {
      letNext = release;
      if (readings.has(id)) complete(id, file.name, await reading.read());
    });
  }

  /** All of a file is read; other files may have more of its types. */
  function complete(id: FileId, name: string, failure: ReadFailure | null): void {
    if (failure) return fileFailed(id, name, failure);
    update((state) => withoutFailuresOf(fileComplete(state, id), id));
    const phase = store.getState().files.find((loaded) => loaded.id === id)?.phase;
    if (phase?.kind !== 'ready') return;
    const empty = whyEmpty(phase);
    if (empty !== null) {
      update((state) => addNotice(state, { kind: 'error', title: name, about: id, text: empty }));
    }
    const { supplementary, gains } = phase.facts;
    if (gains?.includes('baseBtf')) {
      companions.gains(id, async (kernel) => {
        const refused = await readings.get(id)?.giveKernel(kernel);
        // A kernel that is not its own leaves the list that it has.
        update((state) => fileComplete(state, id));
        return refused === null;
      });
    }
    if (supplementary) {
      companions.lacks(id, supplementary.buildId, (given) => void addTypes(id, name, given));
    }
    const reading = readings.get(id);
    if (phase.index && reading) {
      splitParts.listed(id, phase.index, (files) => reading.giveSplit(files));
    }
  }

  /** Reads a file again, together with what dwz had moved out of it. */
  async function addTypes(id: FileId, name: string, supplementary: InputFile): Promise<void> {
    const failure = await readings.get(id)?.giveSupplementary(supplementary);
    if (failure) fileFailed(id, name, failure);
    else update((state) => withoutFailuresOf(fileComplete(state, id), id));
  }

  function remove(id: FileId): void {
    readings.get(id)?.stop();
    readings.delete(id);
    arrivals.forget(id);
    companions.forget(id);
    splitParts.forget(id);
    isApart.delete(id);
    inputs.delete(id);
    update((state) => removeFile(state, id));
  }

  /** One after the other: what the first opens, the next need not look for. */
  let trying: Promise<void> = Promise.resolve();

  /** A list may have the struct that a posted patch waits for, and more of one that was opened from it; so may a folder. */
  function tryPosted(): void {
    trying = trying.then(async () => {
      if (store.getState().posted.length === 0) return;
      const { retell, tryAgain } = await untilFetched(() => import('../share/postedDiff'));
      const reader = pool.take();
      const looking = { store, update, ...lookUps(reader) };
      await retell(looking);
      await tryAgain(looking);
      reader.stop();
    });
  }

  function standsAlone(id: FileId): boolean {
    const phase = store.getState().files.find((file) => file.id === id)?.phase;
    return (
      phase?.kind === 'ready' && phase.facts.needs === undefined && phase.facts.gains === undefined
    );
  }

  /** What a file has shown already stays; one that has shown nothing goes. */
  function fileFailed(id: FileId, name: string, failure: ReadFailure): void {
    if (failure.kind === 'stopped') return;
    const phase = store.getState().files.find((file) => file.id === id)?.phase;
    if (phase?.kind === 'ready' && phase.index) {
      const text = `It could only be read in part; what is listed is good. ${failure.message}`;
      update((state) =>
        addNotice(fileComplete(state, id), { kind: 'error', title: name, about: id, text }),
      );
    } else {
      remove(id);
      update((state) => addNotice(state, { kind: 'error', title: name, text: failure.message }));
    }
  }

  /** Structs that were opened from an earlier stage get what the better one adds, with their edits. */
  async function enrichOpen(id: FileId, reading: FileReading): Promise<void> {
    for (const document of store.getState().documents) {
      const { origin } = document;
      const isOwn = origin.kind === 'file' ? origin.file === id : isOfPatch(origin);
      if (!isOwn) continue;
      const struct = await reading.describeKey(presentOf(document).struct.key);
      if (struct) update((state) => enrichDocument(state, document.id, struct));
    }
  }

  /** A patch names no file: its struct is of whichever file has just this layout. */
  function isOfPatch(origin: DocumentOrigin): boolean {
    return origin.kind === 'text' && origin.from === 'patch';
  }

  /**
   * Where the struct of a row comes from. A file may be gone meanwhile, since a program took over its types (a `.dwo`):
   * then it is the same struct of another file. Null where none has it, or the row is of a text.
   */
  function sourceOf(catalog: Catalog, row: number) {
    const part = catalog.fileOf[row] ?? 0;
    const own = catalog.rowInFile[row] ?? 0;
    const index = catalog.indexes[part];
    const id = catalog.files[part];
    const reading = id && readings.get(id);
    if (!index) return null;
    if (reading) return { id, reading, index, own };
    const [name, sizeBytes] = [index.names[own], index.sizesBytes[own]];
    for (const { id: other, phase } of store.getState().files) {
      const listing = phase.kind === 'ready' ? phase.index : null;
      const again = readings.get(other);
      if (!listing || !again) continue;
      const at = listing.names.findIndex(
        (each, place) => each === name && listing.sizesBytes[place] === sizeBytes,
      );
      if (at >= 0) return { id: other, reading: again, index: listing, own: at };
    }
    return null;
  }

  async function openRow(catalog: Catalog, row: number): Promise<void> {
    const source = sourceOf(catalog, row);
    if (!source) return;
    const { id, reading, index, own } = source;
    const label = `${keywordOf(catalog, row)} ${labelOf(catalog, row)}`;
    const struct = await picks.wait(label, described(reading, index, own));
    if (struct === null) return;
    if (!readings.has(id) && sourceOf(catalog, row)) return openRow(catalog, row);
    if (struct.ok) {
      const document = struct.value;
      return update((state) => {
        const fileName = state.files.find((loaded) => loaded.id === id)?.name ?? '';
        return openDocument(withoutFailures(state, label), {
          id: `${id}/${document.struct.key}` as StructId,
          origin: { kind: 'file', file: id, fileName },
          document,
          // The reader hands over every text as it may be shown.
          isVisible: true,
        });
      });
    }
    const { error } = struct;
    update((state) => {
      const back = picks.back(state);
      return error.kind === 'stopped'
        ? back
        : addNotice(back, { kind: 'error', title: label, about: id, text: error.message });
    });
  }

  async function described(reading: FileReading, index: StructTable, row: number) {
    const struct = await reading.describe(index, row);
    return struct.ok ? ok(await laidOut(newDocument(struct.value))) : struct;
  }

  async function describeNamed(name: string): Promise<StructDesc | null> {
    const [, keyword, bare = name] = /^(struct|union|class) (.*)$/.exec(name) ?? [];
    for (const { id, phase } of store.getState().files) {
      const index = phase.kind === 'ready' ? phase.index : null;
      const reading = readings.get(id);
      if (!index || !reading) continue;
      const kind = keyword === undefined ? -1 : ['struct', 'union', 'class'].indexOf(keyword);
      const full = inNames(index.names, bare);
      const row = index.names.findIndex(
        (each, at) => each === full && (kind < 0 || index.kinds[at] === kind),
      );
      if (row < 0) continue;
      const struct = await reading.describe(index, row);
      if (struct.ok) return struct.value;
    }
    return null;
  }

  async function describeLike(
    isLike: (desc: StructDesc) => boolean,
  ): Promise<readonly StructDesc[]> {
    for (const { id, phase } of store.getState().files) {
      const index = phase.kind === 'ready' ? phase.index : null;
      const reading = readings.get(id);
      if (!index || !reading) continue;
      const found = await describedLike(
        (question) => reading.ask(question),
        index.names.length,
        isLike,
      );
      if (found.length > 0) return found;
    }
    return [];
  }

  return {
    open(files) {
      // Parts after what they may be parts of, so that a program takes them as they come; by their name, as
      // the order is all that depends on it.
      const isPart = (file: InputFile) => /\.dw[op]$/i.test(file.name);
      for (const file of files) if (!isPart(file)) open(file);
      for (const file of files) if (isPart(file)) open(file);
    },
    openAsked: () => openAsked(),
    remove,
    openRow,
    describeNamed,
    tryPosted,
    ask: (id, question) => questions.askFile(id, question),
    stopCode: (id) => questions.stopCode(id),
  };
}

/** Why the list of a file that was read to its end has no struct, as a sentence; null where it has some, or others have its types. */
function whyEmpty({ facts, index }: Extract<FilePhase, { kind: 'ready' }>): string | null {
  if (index === null || index.sizesBytes.length > 0) return null;
  // Where those are is said in the list.
  if ((index.splitFiles ?? []).length > 0 || facts.supplementary !== undefined) return null;
  const warnings = [...facts.diagnostics, ...index.diagnostics].filter(
    ({ severity }) => severity === 'warning',
  );
  const [first] = warnings;
  return first === undefined
    ? sentence(pageMessage('no-struct'))
    : sentence(pageMessage('no-struct-read', sentence(first)));
}

/** Described at once: a file answers in some 50 ms, and what a kernel has of structs is not held whole. */
const CHUNK_ROWS = 300;

type Ask = (question: {
  readonly kind: 'describeAll';
  readonly rows: readonly number[];
}) => Promise<Result<readonly (StructDesc | null)[], unknown>>;

/** The structs of a file that are as wanted; what was found before a file went. */
async function describedLike(
  ask: Ask,
  count: number,
  isLike: (desc: StructDesc) => boolean,
): Promise<readonly StructDesc[]> {
  const found: StructDesc[] = [];
  for (let first = 0; first < count; first += CHUNK_ROWS) {
    const rows = Array.from({ length: Math.min(CHUNK_ROWS, count - first) }, (_, at) => first + at);
    const answer = await ask({ kind: 'describeAll', rows });
    if (!answer.ok) return found;
    found.push(...answer.value.filter((desc) => desc !== null).filter(isLike));
  }
  return found;
}

/** Lets at most so many tasks run at once; the others wait their turn. */
interface Slots {
  /** Starts it now or later. It may call `release` where it goes on but lets the next one start. */
  readonly run: (task: (release: () => void) => Promise<void>) => void;
}

export function createSlots(limit: number): Slots {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    run(task) {
      const start = () => {
        running += 1;
        let isHeld = true;
        const release = () => {
          if (!isHeld) return;
          isHeld = false;
          running -= 1;
          waiting.shift()?.();
        };
        void task(release).finally(release);
      };
      if (running < limit) start();
      else waiting.push(start);
    },
  };
}

/** What is known of a file before it is read. */
interface Arrival {
  readonly id: FileId;
  readonly name: string;
  readonly sizeBytes: number;
}

/**
 * The page says at once that a larger file is being read. A smaller one is read sooner than that is drawn,
 * and on two processors the drawing would hold up the reading.
 */
const SMALL_BYTES = 8 * 1024 * 1024;
/** One that takes longer than this all the same is one to speak of: so long an answer seems to come at once. */
const QUIET_MS = 150;

/** Shows files in the order in which they came. */
interface Arrivals {
  add(file: Arrival): void;
  /** Shows a file once there is something to show, with those that came before it. */
  show(id: FileId): void;
  /** Drops a file that will not be shown any more. */
  forget(id: FileId): void;
}

/** `show` is called once for each file, at once or a little later. */
export function createArrivals(show: (file: Arrival) => void): Arrivals {
  let waiting: readonly Arrival[] = [];

  function showUpTo(id: FileId): void {
    const count = 1 + waiting.findIndex((file) => file.id === id);
    const due = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const file of due) show(file);
  }

  return {
    add(file) {
      waiting = [...waiting, file];
      if (file.sizeBytes > SMALL_BYTES) showUpTo(file.id);
      else setTimeout(() => showUpTo(file.id), QUIET_MS);
    },
    show: showUpTo,
    forget(id) {
      waiting = waiting.filter((file) => file.id !== id);
    },
  };
}

/** Some five times what a machine has loaded. */
const MOST_MODULES = 1000;
/** The most parts that a sentence names. */
const MOST_NAMED = 50;

/** A bundle of hitmap-capture.sh, as what the page opens of it. */
interface BundleFiles {
  /** Each goes the way of a file that was dropped alone. */
  readonly files: readonly File[];
  /** Whose it is, what is in it, and what is missing. */
  readonly note: string;
}

/** @param name of the bundle's file, which its parts are called after */
function bundleFiles(name: string, bundle: Bundle): BundleFiles {
  const folder = name.replace(/\.(?:tar\.gz|tgz|tar)$/, '');
  const report = profilePart(bundle);
  const all = [...bundle.parts.keys()].filter((part) => part.startsWith('modules/'));
  const modules = all.slice(0, MOST_MODULES);
  const programs = [...bundle.parts.keys()].filter((part) => part.startsWith(PROGRAMS));
  const wanted = [
    KERNEL_PART,
    ...modules,
    ...programs,
    SYMBOLS_PART,
    SLABS_PART,
    ...(report ? [report] : []),
  ];
  const files = wanted.flatMap((part) => {
    const bytes = bundle.parts.get(part);
    return bytes === undefined ? [] : [new File([bytes.slice()], `${folder}/${part}`)];
  });
  const left = all.length - modules.length;
  const unopened = left === 0 ? '' : ` ${plural(left, 'module')} more were not opened.`;
  return { files, note: `${noteOf(bundle, report)}${unopened}` };
}

function noteOf({ manifest, parts, switches, notes }: Bundle, report: string | null): string {
  const { host, release, cpu, taken } = manifest;
  const whose = [
    host ?? 'A machine without a name',
    ...(release === null ? [] : [`Linux ${release}`]),
    ...(cpu === null ? [] : [cpu]),
    ...(taken === null ? [] : [`taken ${taken}`]),
  ];
  // Both hold the same samples: together they would be counted twice.
  const also =
    report === 'c2c.txt' && parts.has('samples.txt')
      ? ' samples.txt holds the samples of c2c.txt one by one, and was not opened.'
      : '';
  const config = switches.length === 0 ? '' : ` Its configuration: ${switchesText(switches)}.`;
  const lack = report === null ? ' It holds no recording of perf.' : '';
  const names = [...parts.keys()].map((each) => each.slice(0, 100));
  const held = `It holds ${listed(names, MOST_NAMED)}.`;
  return [`${whose.join(', ')}. ${held}${also}${lack}${config}`, ...notes.map(sentence)].join(' ');
}
