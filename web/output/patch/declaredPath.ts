/** The parts of a path as a compiler was given it, with `.` and `..` resolved; those that lead out are left out. */
export function partsOfPath(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts;
}

/**
 * Of the files of a tree the one that a compiler was given as `declared`: whose path ends as that does for the most
 * folders; of several the one that lies highest. Null where no file has its name.
 */
export function bestSuffix(declared: string, files: Iterable<string>): string | null {
  const wanted = partsOfPath(declared);
  let best: string | null = null;
  let most = 0;
  let depth = Infinity;
  for (const path of files) {
    const parts = path.split('/');
    const shared = sharedEnd(wanted, parts);
    if (shared < 1 || shared < most || (shared === most && parts.length >= depth)) continue;
    best = path;
    most = shared;
    depth = parts.length;
  }
  return best;
}

function sharedEnd(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a.at(-1 - shared) === b.at(-1 - shared)) {
    shared += 1;
  }
  return shared;
}
