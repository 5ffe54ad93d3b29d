import { isHeader, mayHoldHazards } from '../../output/patch/hazards/files';
import { asksForMore, joined } from '../../output/patch/hazards/readFile';
import {
  settleHazards,
  wantedOf,
  type FileAnswer,
  type Hazards,
  type LookedUp,
} from '../../output/patch/hazards/settle';
import { fail, ok, type Result } from '../../base/result';
import type { StructDesc } from '../../facts/generated';
import { createSourceClient, sourceClient, type SourceClient } from '../source/sourceClient';
import type { SourceTree, TreeFile } from '../source/tree';
import type { FoundHeader } from './findHeader';

/** A worker is handed so many files at once. */
const BATCH = 200;
/** More read no faster: the browser hands out files one by one. */
const WORKERS = 3;

/**
 * Looks through a whole tree for what depends on the order of a struct's members, in workers of its own.
 * `header` declares the struct, if it was found.
 * `onFound` is told what is known so far and how many files were looked at. Null where it was aborted; the
 * error is why it failed.
 */
export async function scanHazards(
  tree: SourceTree,
  desc: StructDesc,
  header: FoundHeader | null,
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
    const asked = await sourceClient().ask('hazardQuery', { source, desc });
    if (!asked.ok) return asked;
    const query = asked.value;
    const answers: FileAnswer[] = [];
    const headers: TreeFile[] = [];
    let looked = 0;
    const failure = await share(
      clients,
      tree.walk((path) => mayHoldHazards(path)),
      signal,
      async (client, files) => {
        headers.push(...files.filter(({ path }) => isHeader(path)));
        const scanned = await client.ask('hazards', { files, query });
        if (!scanned.ok) return scanned.error;
        answers.push(...scanned.value);
        looked += files.length;
        onFound(settleHazards(answers, joined([])), looked);
        return null;
      },
    );
    if (signal.aborted) return null;
    if (failure !== null) return fail(failure);
    const wanted = wantedOf(answers);
    const known: LookedUp[] = [];
    const failed = await share(
      clients,
      asksForMore(wanted) ? headers : [],
      signal,
      async (client, files) => {
        const found = await client.ask('lookUp', { files, wanted, desc, query });
        if (!found.ok) return found.error;
        known.push(found.value);
        return null;
      },
    );
    if (signal.aborted) return null;
    return failed === null ? ok(settleHazards(answers, joined(known))) : fail(failed);
  } finally {
    stop();
  }
}

/** Hands files to whichever worker is free; the first failure ends it. */
async function share(
  clients: readonly SourceClient[],
  files: AsyncIterable<TreeFile> | Iterable<TreeFile>,
  signal: AbortSignal,
  work: (client: SourceClient, files: readonly TreeFile[]) => Promise<string | null>,
): Promise<string | null> {
  let failure: string | null = null;
  const free = [...clients];
  const busy = new Set<Promise<void>>();
  const hand = async (batch: readonly TreeFile[]) => {
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
  let batch: TreeFile[] = [];
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
