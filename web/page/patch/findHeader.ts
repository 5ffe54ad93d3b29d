import { keptWith } from '../../core/base/derived';
import { itemAt } from '../../core/base/itemAt';
import type { StructDesc, FileNames } from '../../core/facts/generated';
import { isDeclaringFile } from '../../core/patch/findRecord';
import type { SourceBytes } from '../source/asks';
import { searchTree } from '../source/searchTree';
import { sourceClient } from '../source/sourceClient';
import { findDeclared, type SourceTree, type FileInTree } from '../source/tree';
import type { AppState, LoadedFile, OpenDocument, SourceFolder } from '../state/state';
import type { DefinedAt, DefinedWords } from '../../core/layout/text/sourceText';
import { dialectOf } from '../../core/patch/request';
import {
  definedAt,
  definitionsFor,
  isHeader,
  nearerTo,
  readLater,
} from '../../core/patch/words/spelling';

/** The words that a header includes of its tree; kept for each struct, because a header reaches hundreds of files. */
function definedInTree(
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
    const bytes =
      path === header ? source.bytes : await bytesAt((await tree.open(path))?.file ?? null);
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

/** The header that declares a struct, and where it was found. */
export interface FoundHeader {
  readonly source: SourceBytes;
  /** The name of the file or folder that it came with. */
  readonly from: string;
  /** As the tree's Makefile says; null where nothing says it. */
  readonly version: string | null;
  /** What tree it stands in; null where it came alone. */
  readonly tree: 'kernel' | 'other' | null;
}

/**
 * Looks for the header of a struct among the texts and folders that are open: by the path that debug
 * information states, else by name. `onSearch` gets how many files of a folder were looked at, where
 * nothing states the path (BTF). Null where none declares it.
 */
export async function findHeader(
  state: Pick<AppState, 'files'>,
  open: OpenDocument,
  signal: AbortSignal,
  onSearch: (files: number) => void,
): Promise<FoundHeader | null> {
  const { struct } = open.history.document;
  const texts = state.files.flatMap((file) => {
    const header = textHeader(file, open, struct);
    return header === null ? [] : [header];
  });
  const named = texts.find(({ from }) => isDeclaringFile(from, struct));
  const [first] = texts;
  if (named ?? first) return named ?? first ?? null;
  for (const { id, name, phase } of state.files) {
    if (phase.kind !== 'tree') continue;
    const found = await findInTree(phase.tree.tree, struct, signal, onSearch);
    if (found === null) continue;
    const bytes = new Uint8Array(await found.file.arrayBuffer());
    const changed = found.file instanceof File ? found.file.lastModified : found.file.size;
    const key = `${id} ${found.path} ${changed}`;
    const source = { key, path: found.path, bytes };
    const defined = await definedInTree(phase.tree, source, struct);
    return {
      source: { ...source, defined },
      from: name,
      version: phase.tree.version,
      tree: phase.tree.isKernel ? 'kernel' : 'other',
    };
  }
  return null;
}

function textHeader(
  { id, name, phase }: LoadedFile,
  open: OpenDocument,
  struct: StructDesc,
): FoundHeader | null {
  if (phase.kind !== 'text' || phase.text.language !== 'c') return null;
  const { source, index } = phase.text;
  const { origin } = open;
  // A struct that was read out of a text is declared there and nowhere else.
  if (struct.source === 'text' && (origin.kind !== 'file' || origin.file !== id)) return null;
  const { shape } = itemAt(struct.types, struct.root);
  const kind = ['struct', 'union', 'class'].indexOf(
    shape.kind === 'aggregate' ? shape.keyword : 'struct',
  );
  const declares = index.names.some(
    (each, row) => each === struct.name && index.kinds[row] === kind,
  );
  if (!declares) return null;
  return {
    source: { ...source, path: pathOf(name, source.bytes, struct) },
    from: name,
    version: null,
    tree: null,
  };
}

/** A dropped file has a name and no folder: debug information or its include guard knows more. */
function pathOf(name: string, bytes: Uint8Array, struct: StructDesc): string {
  const declared = itemAt(struct.types, struct.root).declared?.file ?? '';
  const relative = declared.replace(/^(?:\.\/)+/, '');
  if (struct.source !== 'text' && isDeclaringFile(name, struct) && !/^[/.]/.test(relative)) {
    return relative;
  }
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const guard = /#\s*ifndef\s+_*LINUX_(\w+?)_H_*\s/.exec(start)?.[1]?.toLowerCase();
  // Pasted text has no file's name.
  if (!name.includes('.')) return `${struct.name}.h`;
  return guard !== undefined && `${guard}.h` === name ? `include/linux/${name}` : name;
}

/** By the path that debug information states, else by name. */
function findInTree(
  tree: SourceTree,
  struct: StructDesc,
  signal: AbortSignal,
  onSearch: (files: number) => void,
): Promise<FileInTree | null> {
  const { declared, shape } = itemAt(struct.types, struct.root);
  if (declared?.file) return findDeclared(tree, declared.file);
  const keyword = shape.kind === 'aggregate' ? shape.keyword : 'struct';
  return searchTree(tree, { keyword, name: struct.name }, signal, onSearch);
}
