import { keptWith } from '../../core/base/derived';
import type { NameUses, TagKeyword } from '../../core/facts/generated';
import { isSourceFile } from '../../core/patch/hazards/search';
import { joinedUses } from '../../core/review/inTree';
import { batchOf } from './fileBatch';
import { createSourceClient } from './sourceClient';
import type { FileInTree, SourceTree } from './tree';

interface Tag {
  readonly keyword: TagKeyword;
  readonly name: string;
}

/** Where to look first. */
const PLACES: readonly ((path: string) => boolean)[] = [
  (path) => /^(?:include\/linux|linux)\/[^/]+\.h$/.test(path),
  (path) => /^include\/.*\.h$/.test(path) && !/^include\/linux\/[^/]+\.h$/.test(path),
  (path) =>
    /\.(?:h|hh|hpp|c)$/.test(path) &&
    !path.startsWith('include/') &&
    !/^(?:tools|Documentation)\//.test(path),
];

/**
 * The first file of a tree that declares a struct. Kept for each tree and struct, unless `signal` ends the search: it may
 * take seconds. `onSearch` gets how many files were looked at.
 */
export function searchTree(
  tree: SourceTree,
  tag: Tag,
  signal: AbortSignal,
  onSearch: (files: number) => void,
): Promise<FileInTree | null> {
  const known = searches(tree);
  const key = `${tag.keyword} ${tag.name}`;
  const before = known.get(key);
  if (before) return before;
  const searching = search(tree, tag, signal, onSearch);
  known.set(key, searching);
  signal.addEventListener('abort', () => known.delete(key));
  return searching;
}

/** Searches of a tree that run or ended, by the struct's keyword and name. */
const searches = keptWith<SourceTree, Map<string, Promise<FileInTree | null>>>(() => new Map());

async function search(
  tree: SourceTree,
  tag: Tag,
  signal: AbortSignal,
  onSearch: (files: number) => void,
): Promise<FileInTree | null> {
  // A worker of its own: what it is at ends with it, and patches need not wait for it.
  const client = createSourceClient();
  let looked = 0;
  try {
    for (const accept of PLACES) {
      for await (const files of batches(tree, accept, 64)) {
        if (signal.aborted) return null;
        looked += files.length;
        onSearch(looked);
        const scanned = await client.ask('declaring', { files: batchOf(files), ...tag });
        const [path] = scanned.ok ? scanned.value : [];
        const found = files.find((each) => each.path === path);
        if (found !== undefined) return found;
      }
    }
    return null;
  } finally {
    client.stop();
  }
}

/** What the files of a tree make of constants and types; null where they could not be read. */
export async function usesInTree(
  tree: SourceTree,
  names: readonly string[],
): Promise<NameUses | null> {
  const client = createSourceClient();
  const found: NameUses[] = [];
  try {
    for await (const files of batches(tree, isSourceFile, 200)) {
      const uses = await client.ask('uses', { files: batchOf(files), names });
      if (!uses.ok) return null;
      found.push(uses.value);
      if (uses.value.anywhere !== null) break;
    }
    return joinedUses(found);
  } finally {
    client.stop();
  }
}

async function* batches(
  tree: SourceTree,
  accept: (path: string) => boolean,
  count: number,
): AsyncIterable<readonly FileInTree[]> {
  let batch: FileInTree[] = [];
  for await (const file of tree.walk(accept)) {
    batch.push(file);
    if (batch.length < count) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
