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
  open(path: string): Promise<Blob | null>;
  /** Every file, in no order; `accept` leaves out what need not be opened. */
  walk(accept: (path: string) => boolean): AsyncIterable<FileInTree>;
}

export interface FileInTree {
  readonly path: string;
  readonly file: Blob;
}

/** What `<input webkitdirectory>` gives: all files at once, with their paths. Null where it gave none. */
export function treeOfFiles(files: readonly File[]): SourceTree | null {
  const [first] = files;
  if (first === undefined) return null;
  const name = first.webkitRelativePath.split('/')[0] ?? '';
  const byPath = new Map(
    files.map((file) => [file.webkitRelativePath.slice(name.length + 1), file] as const),
  );
  return {
    kind: 'folder',
    name,
    open: (path) => Promise.resolve(byPath.get(path) ?? null),
    async *walk(accept) {
      for (const [path, file] of byPath) if (accept(path)) yield { path, file };
      await Promise.resolve();
    },
  };
}

/** A tar archive as a folder: the folder that all of it is in, as `tar` packs a release, is its root. */
export function treeOfArchive(name: string, archive: Blob): SourceTree {
  const files = once(async () => {
    const places = await tarRanges(archive);
    const top = places[0]?.name.split('/', 1)[0] ?? '';
    const within = places.every((each) => each.name.startsWith(`${top}/`)) ? top.length + 1 : 0;
    return new Map(
      places.map((each) => [each.name.slice(within), archive.slice(each.start, each.end)] as const),
    );
  });
  return {
    kind: 'archive',
    name,
    open: async (path) => (await files()).get(path) ?? null,
    async *walk(accept) {
      for (const [path, file] of await files()) if (accept(path)) yield { path, file };
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
          (entry) => (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
          () => resolve(null),
        );
      }),
    async *walk(accept) {
      const folders: { readonly entry: FileSystemDirectoryEntry; readonly path: string }[] = [
        { entry: root, path: '' },
      ];
      for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        const wanted: Promise<FileInTree | null>[] = [];
        for (const entry of await childrenOf(folder.entry)) {
          const path = `${folder.path}${entry.name}`;
          if (!entry.isDirectory) {
            // The browser answers one question after the other: all are put at once.
            if (accept(path)) wanted.push(fileOf(entry as FileSystemFileEntry, path));
          } else if (!SKIPPED_FOLDERS.has(entry.name)) {
            folders.push({ entry: entry as FileSystemDirectoryEntry, path: `${path}/` });
          }
        }
        for (const file of await Promise.all(wanted)) if (file !== null) yield file;
      }
    },
  };
}

/** A folder that was picked where the browser has the File System Access API. */
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
        return await (await folder.getFileHandle(name)).getFile();
      } catch {
        return null;
      }
    },
    async *walk(accept) {
      const folders = [{ handle: root, path: '' }];
      for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        const wanted: Promise<FileInTree | null>[] = [];
        for await (const [name, handle] of folder.handle.entries()) {
          const path = `${folder.path}${name}`;
          if (handle.kind !== 'directory') {
            if (accept(path)) {
              const file = handle.getFile();
              wanted.push(file.then((found) => ({ path, file: found })).catch(() => null));
            }
          } else if (!SKIPPED_FOLDERS.has(name)) folders.push({ handle, path: `${path}/` });
        }
        for (const file of await Promise.all(wanted)) if (file !== null) yield file;
      }
    },
  };
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
    const file = await tree.open(path);
    if (file === null) continue;
    // For a part of the tree (`include/`) the compiler's own path is the whole one, if it is relative.
    const whole = declared.startsWith('/') ? path : parts.join('/');
    return { path: whole, file };
  }
  // The tree lies deeper in what was dropped.
  const found = new Map<string, Blob>();
  for await (const { path, file } of tree.walk(
    (each) => each === name || each.endsWith(`/${name}`),
  )) {
    found.set(path, file);
  }
  const path = bestSuffix(declared, found.keys());
  const file = path === null ? undefined : found.get(path);
  return path === null || file === undefined ? null : { path, file };
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
  const file = await tree.open(path);
  return file === null ? null : file.text().catch(() => null);
}
