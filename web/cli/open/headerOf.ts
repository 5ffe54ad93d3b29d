import { inputMessage, systemMessage } from '../messages';
import { itemAt } from '../../core/base/itemAt';
import type { StructDesc, TagKeyword } from '../../core/facts/generated';
import { bestSuffix, declares, partsOfPath, qualifiedName } from '../../core/patch/findRecord';
import { Failure } from '../failure';
import { csource, readSourceFile } from './openText';
import { pathInTree } from './pathInTree';
import type { SourceLocation } from './sourceOptions';
import { openSourceTree, type SourceTree } from './sourceTree';

interface Header {
  /** As the diff names it. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Where a command finds the header of a struct: as it was given, or in the tree. */
export function headerOf(desc: StructDesc, values: SourceLocation, version: string | null): Header {
  const { tree, header } = values;
  const declared = itemAt(desc.types, desc.root).declared;
  if (header !== undefined) {
    const bytes = readSourceFile(header);
    if (bytes === null) throw new Failure(inputMessage('no-text', header));
    return { path: pathInTree(header, tree, declared?.file ?? null), bytes };
  }
  if (tree === undefined) {
    const file = declared?.file ? `${declared.file} (line ${declared.line})` : 'its header';
    const of = version === null ? '' : `, of ${version}`;
    throw new Failure(inputMessage('no-source', desc.name, file, of));
  }
  const sources = treeAt(tree);
  const path = declaringPath(sources, desc);
  const bytes = path === null ? null : sources.bytes(path);
  if (path !== null && bytes !== null) return { path, bytes };
  if (path !== null) throw new Failure(systemMessage('permission-denied', tree, path));
  throw new Failure(
    declared?.file
      ? inputMessage('not-in-tree', tree, declared.file)
      : inputMessage('undeclared-in-tree', tree, desc.name),
  );
}

/** The file of a tree that declares a struct, by the debug information or by what it says. */
export function declaringPath(tree: SourceTree, desc: StructDesc): string | null {
  const { declared } = itemAt(desc.types, desc.root);
  if (declared?.file) return declaredIn(tree, declared.file);
  const { shape } = itemAt(desc.types, desc.root);
  const keyword = shape.kind === 'aggregate' ? shape.keyword : 'struct';
  return searched(tree, keyword, qualifiedName(desc.name).name);
}

/** As the compiler was given it, then without the folders before, then wherever it lies deeper. */
function declaredIn(tree: SourceTree, declared: string): string | null {
  const parts = partsOfPath(declared);
  // A name alone is in many folders.
  for (let from = 0; from < Math.max(1, parts.length - 1); from++) {
    const path = parts.slice(from).join('/');
    if (tree.has(path)) return path;
  }
  return bestSuffix(declared, tree.files());
}

/** The first header of a tree that declares a struct, those of include/linux first: BTF names no file. */
export function searched(tree: SourceTree, keyword: TagKeyword, name: string): string | null {
  const files = tree.files().filter((path) => /\.(?:h|hh|hpp|c)$/.test(path));
  const order = (path: string) =>
    path.startsWith('include/linux/')
      ? 0
      : path.startsWith('include/')
        ? 1
        : path.endsWith('.h')
          ? 2
          : 3;
  const sorted = files.sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  const read = tree.reader();
  const { names } = csource();
  return sorted.find((path) => declares(names(read(path), [name], false), keyword, name)) ?? null;
}

export function treeAt(path: string): SourceTree {
  const tree = openSourceTree(path);
  if (tree === null) throw new Failure(inputMessage('no-directory', path));
  return tree;
}
