import type { Embedding, TouchedAnswer } from '../facts/generated';
import type { Asking } from './asking';
import { holdingKey, hotStructs, type HotStructs } from './hotStructs';

/** How far a report's instructions have been asked for. */
export interface HotSearch {
  readonly found: HotStructs;
  /** Places in the code: asked, and all. */
  readonly done: number;
  readonly total: number;
  /** Whether those are in that made most of the heat. */
  readonly isHottest: boolean;
}

/** What is asked of a file; null where nobody waits any more, or it cannot tell. */
export interface HotFile {
  touches(places: readonly string[]): Promise<readonly TouchedAnswer[] | null>;
  embeddings(inner: readonly string[]): Promise<readonly Embedding[]>;
}

/**
 * Asks a file for all instructions of a report, and ranks the structs that they touch again as answers come in. Whoever
 * stops taking answers stops the asking.
 */
export async function* searchHot(
  asking: Asking,
  file: HotFile,
): AsyncGenerator<HotSearch, void, undefined> {
  const total = asking.batches.reduce((sum, batch) => sum + batch.length, 0);
  const answers = new Map<string, TouchedAnswer>();
  const held = new Set<string>();
  const parts = new Set<string>();
  const ranked = async (isHottest: boolean): Promise<HotSearch> => {
    let found = hotStructs(asking, answers, held);
    const open = found.contested.filter((name) => !parts.has(name));
    if (open.length > 0) {
      open.forEach((name) => parts.add(name));
      for (const { inner, outer, offsetsBytes } of await file.embeddings(open)) {
        for (const offset of offsetsBytes) held.add(holdingKey(outer, offset, inner));
      }
      found = hotStructs(asking, answers, held);
    }
    return { found, done: answers.size, total, isHottest };
  };
  let last = 0;
  for (const [at, batch] of asking.batches.entries()) {
    const some = await file.touches(batch);
    if (some === null) break;
    for (const answer of some) answers.set(answer.query, answer);
    const isHottest = at + 1 >= asking.hottest;
    // Each ranking looks at all that is known: the more there is, the rarer.
    const isWorth = answers.size >= last * RANKED_AGAIN || at + 1 === asking.hottest;
    if (!isWorth && at + 1 < asking.batches.length) continue;
    last = answers.size;
    yield await ranked(isHottest);
  }
  if (answers.size > last) yield await ranked(true);
}

const RANKED_AGAIN = 1.2;
