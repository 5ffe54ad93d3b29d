import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { partsOfPath } from '../../core/patch/findRecord';

/**
 * The path of a header as `git apply` takes it at the root of its source: relative to the tree where one is given and has
 * it, else to the repository that it lies in; where there is none, as the compiler was given it (`declared`), if it
 * lies at such a place. Of what is left the path below this folder, or the name alone.
 */
export function pathInTree(
  path: string,
  tree: string | undefined,
  declared: string | null,
): string {
  const given = tree === undefined ? null : below(tree, path);
  if (given !== null) return given;
  const root = repositoryOf(path);
  const inRepository = root === null ? null : below(root, path);
  if (inRepository !== null) return inRepository;
  const wanted = declared === null || declared.startsWith('/') ? [] : partsOfPath(declared);
  const parts = resolve(path).split(sep);
  if (wanted.length > 0 && parts.slice(-wanted.length).join('/') === wanted.join('/')) {
    return wanted.join('/');
  }
  return below('.', path) ?? basename(path);
}

/** A path relative to a folder, with `/`; null where it lies elsewhere. */
function below(folder: string, path: string): string | null {
  const found = relative(folder, path).split(sep).join('/');
  return found === '' || found.startsWith('..') || found.startsWith('/') ? null : found;
}

/** The nearest folder above a file that git knows as a repository or as a work tree of one. */
function repositoryOf(path: string): string | null {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return null;
  }
}
