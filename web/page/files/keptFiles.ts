import { openDB, type IDBPDatabase } from 'idb';

/** A file that the browser can open again, without what is in it. */
export interface KeptFile {
  readonly name: string;
  readonly handle: FileSystemFileHandle;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
}

/** Apart from the drafts: what is lost here is a click. */
const DATABASE = 'hitmap.files';
const HANDLES = 'handles';
const MOST = 24;

/** Files that were opened here and can be again, the last first; none where the browser keeps no handles. */
export async function keptFiles(): Promise<readonly KeptFile[]> {
  const kept = await withHandles((database) => database.getAll(HANDLES) as Promise<KeptFile[]>);
  return (kept ?? []).sort((a, b) => b.openedAt - a.openedAt);
}

/** Keeps the handle of a file: where it is, not what it holds. */
export async function keepFile(handle: FileSystemFileHandle): Promise<void> {
  await withHandles(async (database) => {
    const all = (await database.getAll(HANDLES)) as KeptFile[];
    const keys = await database.getAllKeys(HANDLES);
    for (const [at, each] of all.entries()) {
      const isOld = at < all.length - MOST;
      const key = keys[at];
      if (key !== undefined && (isOld || (await handle.isSameEntry(each.handle)))) {
        await database.delete(HANDLES, key);
      }
    }
    const kept: KeptFile = { name: handle.name, handle, openedAt: Date.now() };
    await database.add(HANDLES, kept);
  });
}

/** Whether a file may be read now; `ask` needs a click that is not older than a few seconds. */
export async function mayRead({ handle }: KeptFile, ask: 'ask' | 'look'): Promise<boolean> {
  // Chromium alone has permissions of handles; elsewhere what is kept may be read (files of the page's own).
  const { queryPermission, requestPermission } = handle as Partial<Permissions>;
  if (!queryPermission || !requestPermission) return true;
  try {
    const mode = { mode: 'read' } as const;
    if ((await queryPermission.call(handle, mode)) === 'granted') return true;
    return ask === 'ask' && (await requestPermission.call(handle, mode)) === 'granted';
  } catch {
    return false;
  }
}

/** https://wicg.github.io/file-system-access/#api-filesystemhandle */
interface Permissions {
  readonly queryPermission: (mode: { readonly mode: 'read' }) => Promise<PermissionState>;
  readonly requestPermission: (mode: { readonly mode: 'read' }) => Promise<PermissionState>;
}

/** Null where the browser has no database for this page, or cannot keep a handle (Firefox, Safari, some pages from a disk). */
async function withHandles<T>(ask: (database: IDBPDatabase) => Promise<T>): Promise<T | null> {
  try {
    const database = await openDB(DATABASE, 1, {
      upgrade: (db) => void db.createObjectStore(HANDLES, { autoIncrement: true }),
    });
    try {
      return await ask(database);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}
