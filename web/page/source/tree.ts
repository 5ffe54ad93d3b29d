import { once } from '../../core/base/once';
import { tarRanges } from '../../core/ingest/bundle/tar';
import { bestSuffix, partsOfPath } from '../../core/patch/findRecord';
import { KERNEL_FILES } from '../../core/patch/request';
import { treeVersionOf, VERSION_FILES } from '../../core/patch/treeVersion';
/** A folder of source, or an archive of one, of which a file is read only when it is asked for. */
export interface SourceTree {
  readonly kind: 'folder' | 'archive';
  readonly name: string;
  /** The file at a path relative to the folder; null where there is none. */
  open(path: string): Promise<FileInTree | null>;
  /** Every file, in no order; `accept` leaves out what need not be opened. */
  walk(accept: (path: string) => boolean): AsyncIterable<FileInTree>;
}

export interface FileInTree {
  readonly path: string;
  /** A browser takes about a third of a millisecond to make a slice of an archive: it is made when it is read. */
  readonly file: Blob;
  /** Where it lies in an archive: neighbours are read at once. */
  readonly range?: { readonly archive: Blob; readonly start: number; readonly end: number };
}

/** What `<input webkitdirectory>` gives: all files at once, with their paths. Null where it gave none. */
export function treeOfFiles(files: readonly File[]): SourceTree | null {
  const [first] = files;
  if (first === undefined) return null;
  const name = first.webkitRelativePath.split('/')[0] ?? '';
  const byPath = new Map(
    files.map((file) => {
      const path = file.webkitRelativePath.slice(name.length + 1);
      return [path, { path, file }] as const;
    }),
  );
  return treeOfMap('folder', name, () => Promise.resolve(byPath));
}

/** A tar archive as a folder: the folder that all of it is in, as `tar` packs a release, is its root. */
export function treeOfArchive(name: string, archive: Blob): SourceTree {
  const files = once(async () => {
    const places = await tarRanges(archive);
    const top = places[0]?.name.split('/', 1)[0] ?? '';
    const within = places.every((each) => each.name.startsWith(`${top}/`)) ? top.length + 1 : 0;
    return new Map(
      places.map((place) => {
        const { start, end } = place;
        const path = place.name.slice(within);
        const range = { archive, start, end };
        return [
          path,
          {
            path,
            range,
            get file() {
              return archive.slice(start, end);
            },
          },
        ] as const;
      }),
    );
  });
  return treeOfMap('archive', name, files);
}

function treeOfMap(
  kind: SourceTree['kind'],
  name: string,
  files: () => Promise<ReadonlyMap<string, FileInTree>>,
): SourceTree {
  return {
    kind,
    name,
    open: async (path) => (await files()).get(path) ?? null,
    async *walk(accept) {
      for (const [path, file] of await files()) if (accept(path)) yield file;
    },
  };
}

/** A folder that was dropped on the page. */
export function treeOfEntry(root: FileSystemDirectoryEntry): SourceTree {
  return {
    kind: 'folder',
    name: root.name,
    open: (path) =>
      new Promise((resolve) => {
        root.getFile(
          path,
          {},
          (entry) => resolve(fileOf(entry as FileSystemFileEntry, path)),
          () => resolve(null),
        );
      }),
    walk: (accept) =>
      walkFolders(root, async (folder, path) => {
        const listed: Listed<FileSystemDirectoryEntry> = { folders: [], files: [] };
        for (const entry of await childrenOf(folder)) {
          const at = `${path}${entry.name}`;
          if (entry.isDirectory) listed.folders.push(entry as FileSystemDirectoryEntry);
          else if (accept(at)) listed.files.push(fileOf(entry as FileSystemFileEntry, at));
        }
        return listed;
      }),
  };
}

/**
 * A folder that was picked where the browser has the File System Access API, which leaves out names that Windows keeps for
 * itself (`aux.c`): one that is dropped comes as entries, though handles open twice as fast.
 */
export function treeOfHandle(root: FileSystemDirectoryHandle): SourceTree {
  return {
    kind: 'folder',
    name: root.name,
    async open(path) {
      const parts = path.split('/');
      const name = parts.pop() ?? '';
      try {
        let folder = root;
        for (const part of parts) folder = await folder.getDirectoryHandle(part);
        return { path, file: await (await folder.getFileHandle(name)).getFile() };
      } catch {
        return null;
      }
    },
    walk: (accept) =>
      walkFolders(root, async (folder, path) => {
        const listed: Listed<FileSystemDirectoryHandle> = { folders: [], files: [] };
        for await (const [name, handle] of folder.entries()) {
          const at = `${path}${name}`;
          if (handle.kind === 'directory') listed.folders.push(handle);
          else if (accept(at)) {
            const file = handle.getFile();
            listed.files.push(file.then((found) => ({ path: at, file: found })).catch(() => null));
          }
        }
        return listed;
      }),
  };
}

interface Listed<Folder> {
  readonly folders: Folder[];
  /** Being opened; null where one can't be. */
  readonly files: Promise<FileInTree | null>[];
}

/** Listed at once: each waits for the browser, one after the other takes half as long again. */
const FOLDERS = 8;

async function* walkFolders<Folder extends { readonly name: string }>(
  root: Folder,
  list: (folder: Folder, path: string) => Promise<Listed<Folder>>,
): AsyncIterable<FileInTree> {
  const left = [{ folder: root, path: '' }];
  while (left.length > 0) {
    const some = left.splice(-FOLDERS);
    const listed = await Promise.all(some.map(({ folder, path }) => list(folder, path)));
    for (const [at, { folders, files }] of listed.entries()) {
      const path = some[at]?.path ?? '';
      for (const folder of folders) {
        if (!SKIPPED_FOLDERS.has(folder.name))
          left.push({ folder, path: `${path}${folder.name}/` });
      }
      for (const file of await Promise.all(files)) if (file !== null) yield file;
    }
  }
}

const SKIPPED_FOLDERS = new Set(['.git', 'node_modules']);

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // A hundred at a time, until none comes.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry, path: string): Promise<FileInTree | null> {
  return new Promise((resolve) =>
    entry.file(
      (file) => resolve({ path, file }),
      () => resolve(null),
    ),
  );
}

/**
 * The file of a tree that debug information names: as it is named, then without the folders before
 * (`/build/linux-6.1/include/linux/fs.h`), so that a part of a tree will do, then wherever it lies deeper. With the
 * path for the diff.
 */
export async function findDeclared(tree: SourceTree, declared: string): Promise<FileInTree | null> {
  const parts = partsOfPath(declared);
  const name = parts.at(-1);
  if (name === undefined) return null;
  // A name alone is in many folders.
  for (let from = 0; from < Math.max(1, parts.length - 1); from++) {
    const path = parts.slice(from).join('/');
    const found = await tree.open(path);
    if (found === null) continue;
    // For a part of the tree (`include/`) the compiler's own path is the whole one, if it is relative.
    return { path: declared.startsWith('/') ? path : parts.join('/'), file: found.file };
  }
  // The tree lies deeper in what was dropped.
  const found = new Map<string, FileInTree>();
  for await (const file of tree.walk((each) => each === name || each.endsWith(`/${name}`))) {
    found.set(file.path, file);
  }
  return found.get(bestSuffix(declared, found.keys()) ?? '') ?? null;
}

/** Whether there is a C file in it; of a folder with very many others it is taken for granted. */
export async function holdsSource(tree: SourceTree): Promise<boolean> {
  const enough = 5000;
  let seen = 0;
  const accept = (path: string) => {
    seen += 1;
    return seen > enough || /\.(?:[ch]|cc|hh|[ch]pp|[ch]xx)$/.test(path);
  };
  for await (const found of tree.walk(accept)) return found.path !== '';
  return false;
}

/** `6.1.176`: the version that a kernel tree states; null for others. */
export async function treeVersion(tree: SourceTree): Promise<string | null> {
  const { utsrelease, makefile } = VERSION_FILES;
  return treeVersionOf(await textAt(tree, utsrelease), await textAt(tree, makefile));
}

/** Whether it is a kernel's, or a part of one. */
export async function isKernelTree(tree: SourceTree): Promise<boolean> {
  const files = await Promise.all(KERNEL_FILES.map((path) => tree.open(path)));
  return files.some((file) => file !== null);
}

async function textAt(tree: SourceTree, path: string): Promise<string | null> {
  const found = await tree.open(path);
  return found === null ? null : found.file.text().catch(() => null);
}
