import { keptWith } from '../../core/base/derived';
import type { FileNames, StructDesc } from '../../core/facts/generated';
import type { DefinedAt, DefinedWords } from '../../core/layout/text/sourceText';
import { dialectOf } from '../../core/patch/request';
import {
  definedAt,
  definitionsFor,
  isHeader,
  nearerTo,
  readLater,
} from '../../core/patch/words/spelling';
import type { SourceBytes } from '../source/asks';
import { sourceClient } from '../source/sourceClient';
import type { SourceFolder } from '../source/sourceState';

/** The words that a header includes of its tree; kept for each struct, because a header reaches hundreds of files. */
export function definedInTree(
  { tree, isKernel }: SourceFolder,
  source: SourceBytes,
  struct: StructDesc,
): Promise<DefinedWords> {
  const known = lookUps(tree);
  const key = `${source.key} ${struct.name} ${struct.source}`;
  const before = known.get(key);
  if (before) return before;
  const looking = lookUp(tree, isKernel, source, struct);
  known.set(key, looking);
  return looking;
}

const lookUps = keptWith<SourceFolder['tree'], Map<string, Promise<DefinedWords>>>(() => new Map());

async function lookUp(
  tree: SourceFolder['tree'],
  isKernel: boolean,
  source: SourceBytes,
  desc: StructDesc,
): Promise<DefinedWords> {
  const followed = await sourceClient().ask('follow', { source, desc });
  const unknown =
    followed.ok && followed.value.kind === 'followed'
      ? followed.value.unknown.map(({ name }) => name)
      : [];
  const { path: header } = source;
  const dialect = dialectOf(header, { kernel: isKernel }, isKernel ? 'kernel' : 'other');
  const asking = definitionsFor(header, unknown, dialect, desc.target.machine);
  const included = await readLater(asking, async ({ path, wanted }) => {
    const bytes = path === header ? source.bytes : await bytesAt(await tree.open(path));
    return bytes === null ? null : namesIn(bytes, wanted);
  });
  const left = unknown.filter((word) => !included.has(word));
  return { included, elsewhere: await definedElsewhere(tree, header, left) };
}

/** As many headers as are looked at before a patch waits too long; a word that is not found is named without a place. */
const MOST_HEADERS = 4_000;

/** Where the tree defines words that a header does not reach. */
async function definedElsewhere(
  tree: SourceFolder['tree'],
  header: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, DefinedAt>> {
  const found = new Map<string, DefinedAt>();
  if (words.length === 0) return found;
  const nearer = nearerTo(header);
  let looked = 0;
  for await (const { path, file } of tree.walk(isHeader)) {
    if (++looked > MOST_HEADERS) break;
    const bytes = await bytesAt(file);
    const names = bytes === null ? null : await namesIn(bytes, words);
    if (names === null) continue;
    for (const word of words) {
      const [known, place] = [found.get(word), definedAt(path, names, word)];
      if (place !== null && (known === undefined || nearer(path, known.path) < 0)) {
        found.set(word, place);
      }
    }
  }
  return found;
}

async function namesIn(bytes: Uint8Array, wanted: readonly string[]): Promise<FileNames | null> {
  const names = await sourceClient().ask('names', { bytes, wanted });
  return names.ok ? names.value : null;
}

/** Null where the file changed since it was opened, or is gone. */
async function bytesAt(file: Blob | null): Promise<Uint8Array | null> {
  const read = await file?.arrayBuffer().catch(() => null);
  return read ? new Uint8Array(read) : null;
}
