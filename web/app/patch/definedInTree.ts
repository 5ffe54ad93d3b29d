import { keptWith } from '../../base/derived';
import type { StructDesc } from '../../facts/generated';
import { dialectOf } from '../../output/patch/request';
import { textOfFile } from '../../output/patch/text';
import { definitionsFor } from '../../output/patch/words/definitionsFor';
import { readLater } from '../../output/patch/words/included';
import type { SourceBytes } from '../source/asks';
import { sourceClient } from '../source/sourceClient';
import type { SourceFolder } from '../source/sourceState';

/** The words that a header includes of its tree; kept for each struct, because a header reaches hundreds of files. */
export function definedInTree(
  { tree, isKernel }: SourceFolder,
  source: SourceBytes,
  struct: StructDesc,
): Promise<ReadonlyMap<string, string>> {
  const known = lookUps(tree);
  const key = `${source.key} ${struct.name} ${struct.source}`;
  const before = known.get(key);
  if (before) return before;
  const looking = lookUp(tree, isKernel, source, struct);
  known.set(key, looking);
  return looking;
}

const lookUps = keptWith<SourceFolder['tree'], Map<string, Promise<ReadonlyMap<string, string>>>>(
  () => new Map(),
);

async function lookUp(
  tree: SourceFolder['tree'],
  isKernel: boolean,
  source: SourceBytes,
  desc: StructDesc,
): Promise<ReadonlyMap<string, string>> {
  const followed = await sourceClient().ask('follow', { source, desc });
  const unknown =
    followed.ok && followed.value.kind === 'followed'
      ? followed.value.unknown.map(({ word }) => word)
      : [];
  const header = { path: source.path, text: textOfFile(source.bytes) };
  const dialect = dialectOf(header.path, header.text, isKernel ? 'kernel' : 'other');
  const asking = definitionsFor(header, unknown, dialect, desc.target.machine);
  return readLater(asking, async (path) => {
    const file = await tree.open(path);
    // Words are ASCII, whatever a header's other bytes are.
    return file === null ? null : file.text().catch(() => null);
  });
}
