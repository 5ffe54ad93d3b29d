import { mayDepend, type Dependant, type LayoutOf } from '../../output/patch/dependants';
import { createSourceClient } from '../source/sourceClient';
import type { SourceTree, TreeFile } from '../source/tree';

const BATCH = 200;

/**
 * Looks through a whole tree for what depends on a struct's layout, in a worker of its own. `onFound` is
 * told what is new and how many files were looked at. Null where it was aborted, or why it failed.
 */
export async function scanDependants(
  tree: SourceTree,
  keyword: string,
  of: LayoutOf,
  signal: AbortSignal,
  onFound: (found: readonly Dependant[], files: number) => void,
): Promise<string | null> {
  const client = createSourceClient();
  signal.addEventListener('abort', () => client.stop());
  let looked = 0;
  let batch: TreeFile[] = [];
  const scan = async (): Promise<string | null> => {
    const files = batch;
    batch = [];
    if (files.length === 0) return null;
    const scanned = await client.ask('scan', { files, keyword, of });
    if (signal.aborted) return null;
    if (!scanned.ok) return scanned.error;
    looked += files.length;
    onFound(scanned.value.dependants, looked);
    return null;
  };
  for await (const file of tree.walk(mayDepend)) {
    if (signal.aborted) return null;
    batch.push(file);
    const failure = batch.length >= BATCH ? await scan() : null;
    if (failure !== null) return failure;
  }
  const failure = await scan();
  client.stop();
  return failure;
}
