import { keptWith } from '../../core/base/derived';
import {
  type FileWords,
  type Look,
  type Looked,
  hazardsInFiles,
  joined,
  mayHold,
  mayHoldHazards,
  mayMention,
  namesOf,
} from '../../core/patch/hazards/search';
import {
  type FileAnswer,
  type Hazards,
  type LookedUp,
  combineHazards,
} from '../../core/patch/hazards/places';
import { fail, ok, type Result } from '../../core/base/result';
import type { StructDesc } from '../../core/facts/generated';
import { createSourceClient, sourceClient, type SourceClient } from '../source/sourceClient';
import { batchOf } from '../source/fileBatch';
import type { SourceTree, FileInTree } from '../source/tree';
import type { FoundHeader } from './findHeader';

/** A worker is handed so many files at once. */
const BATCH = 200;
/** More read no faster: the browser hands out files one by one. */
const WORKERS = 3;

/**
 * Looks through a whole tree for what depends on the order of a struct's members, in workers of its own.
 * `header` declares the struct, if it was found; `typedefs` are its names in the loaded file. Which words a file holds is kept for the tree: the next struct
 * has only those files read that may name it.
 * `onFound` gets what is known so far and how many files were looked at. Null where it was aborted; the
 * error is why it failed.
 */
export async function scanHazards(
  tree: SourceTree,
  desc: StructDesc,
  header: FoundHeader | null,
  typedefs: readonly string[],
  signal: AbortSignal,
  onFound: (found: Hazards, files: number) => void,
): Promise<Result<Hazards, string> | null> {
  const clients = Array.from({ length: WORKERS }, createSourceClient);
  const stop = () => {
    for (const client of clients) client.stop();
  };
  signal.addEventListener('abort', stop);
  try {
    const { source } = header ?? { source: null };
    const asked = await sourceClient().ask('hazardQuery', { source, desc, typedefs });
    if (!asked.ok) return asked;
    const { query, stated } = asked.value;
    const known = wordsIn(tree);
    // What was found in a file before is as good as a look at it.
    let looked = 0;
    const mayName = (path: string) => {
      if (!mayHoldHazards(path)) return false;
      const words = known.of.get(path);
      if (words === undefined || mayMention(path, words, query)) return true;
      looked += 1;
      return false;
    };
    const takeWords = (
      files: readonly FileInTree[],
      words: readonly FileWords[],
      soFar: readonly FileAnswer[],
    ) => {
      for (const [at, { path }] of files.entries()) {
        known.of.set(path, words[at] ?? new Uint8Array(0));
      }
      looked += files.length;
      const lookedFor = { names: namesOf(query), files: looked };
      onFound(combineHazards(soFar, joined([]), lookedFor, stated), looked);
    };
    const answer = async (look: Look): Promise<Result<Looked, string>> => {
      const { isWanted } = look;
      const answers: FileAnswer[] = [];
      const lookedUp: LookedUp[] = [];
      const accept = (path: string) => {
        const words = known.of.get(path);
        if (isWanted === null) return mayName(path);
        return words !== undefined && isWanted(path, (names) => mayHold(words, names));
      };
      const ask = async (client: SourceClient, files: readonly FileInTree[]) => {
        if (look.kind === 'lookUp') {
          const found = await client.ask('lookUp', { files: batchOf(files), ...look.ask });
          if (!found.ok) return found.error;
          lookedUp.push(found.value);
          return null;
        }
        const scanned = await client.ask('hazards', { files: batchOf(files), query: look.query });
        if (!scanned.ok) return scanned.error;
        answers.push(...scanned.value.answers);
        if (isWanted === null) takeWords(files, scanned.value.words, answers);
        return null;
      };
      const failure = await share(clients, filesOf(tree, known, accept), signal, ask);
      if (isWanted === null && !signal.aborted) known.isWhole ||= failure === null;
      return failure === null ? ok({ answers, lookedUp }) : fail(failure);
    };
    const looks = hazardsInFiles(desc, query, stated, () => looked);
    for (let step = looks.next(); ;) {
      if (step.done === true) {
        onFound(step.value, looked);
        return ok(step.value);
      }
      const answered = await answer(step.value);
      if (signal.aborted) return null;
      if (!answered.ok) return answered;
      step = looks.next(answered.value);
    }
  } finally {
    stop();
  }
}

/** The words of the files of a tree that were read. */
interface KnownWords {
  readonly of: Map<string, FileWords>;
  /** Whether that is all of its files. */
  isWhole: boolean;
}

const wordsIn = keptWith<SourceTree, KnownWords>(() => ({ of: new Map(), isWhole: false }));

/** Drops what is known of a tree, whose files may have changed since. */
export function forgetWords(tree: SourceTree): void {
  const known = wordsIn(tree);
  known.of.clear();
  known.isWhole = false;
}

/** The files of a tree that are wanted; of one whose files are all known, without a walk. */
async function* filesOf(
  tree: SourceTree,
  { of, isWhole }: KnownWords,
  accept: (path: string) => boolean,
): AsyncIterable<FileInTree> {
  if (!isWhole) {
    yield* tree.walk(accept);
    return;
  }
  const paths = [...of.keys()].filter(accept);
  for (let at = 0; at < paths.length; at += BATCH) {
    const some = paths.slice(at, at + BATCH);
    for (const file of await Promise.all(some.map((path) => tree.open(path)))) {
      if (file !== null) yield file;
    }
  }
}

/** Hands files to whichever worker is free; the first failure ends it. */
async function share(
  clients: readonly SourceClient[],
  files: AsyncIterable<FileInTree> | Iterable<FileInTree>,
  signal: AbortSignal,
  work: (client: SourceClient, files: readonly FileInTree[]) => Promise<string | null>,
): Promise<string | null> {
  let failure: string | null = null;
  const free = [...clients];
  const busy = new Set<Promise<void>>();
  const hand = async (batch: readonly FileInTree[]) => {
    if (free.length === 0) await Promise.race(busy);
    const client = free.pop();
    if (client === undefined || failure !== null) return;
    const task = work(client, batch).then((failed) => {
      failure ??= failed;
      free.push(client);
      busy.delete(task);
    });
    busy.add(task);
  };
  let batch: FileInTree[] = [];
  for await (const file of files) {
    if (signal.aborted || failure !== null) break;
    batch.push(file);
    if (batch.length < BATCH) continue;
    await hand(batch);
    batch = [];
  }
  if (batch.length > 0 && !signal.aborted) await hand(batch);
  await Promise.all(busy);
  return failure;
}
