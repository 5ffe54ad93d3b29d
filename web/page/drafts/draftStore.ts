import { openDB, type IDBPDatabase } from 'idb';
import { fingerprint } from '../../core/base/fingerprint';
import { withinTime } from '../../core/base/withinTime';
import { DRAFT_FORM, type Draft, type StoredDraft, type Journal, type Version } from './draft';
import { liveTabs, newTabName, showAlive } from './tab';

/** What was found, and why it is perhaps not all. */
export interface StoredDrafts {
  readonly found: readonly StoredDraft[];
  /** Why the records are not among it; null where they are. */
  readonly withoutRecords: string | null;
}

/** Where drafts stand. What is asynchronous rejects where the browser refuses. */
export interface DraftStore {
  /** This tab. */
  readonly tab: string;
  /** Everything that is kept, of all tabs. */
  readonly found: () => Promise<StoredDrafts>;
  /** Writes a record, and takes away those that it stands for now, where they are still as they were. */
  readonly put: (draft: Draft, instead: readonly Version[]) => Promise<void>;
  readonly remove: (keys: readonly string[]) => Promise<void>;
  readonly removeAll: () => Promise<void>;
  /** Writes at once; false where the browser refuses. */
  readonly journal: (key: string, journal: Journal, base: string | null) => boolean;
  readonly removeJournal: (key: string) => void;
  /** The tab may be gone a moment later. */
  readonly whenHidden: (act: () => void) => void;
  /** Whether the tab that wrote a draft is gone. */
  readonly isGone: (draft: Pick<Draft, 'owner' | 'savedAt'>) => Promise<boolean>;
}

const DATABASE = 'hitmap';
/** Never another: a build that asks for less than there is gets nothing. Records say their form themselves. */
const DATABASE_VERSION = 1;
const RECORDS = 'drafts';
const JOURNAL = 'hitmap.journal/';
const BASE = 'hitmap.base/';
/** Before drafts had records of their own: one list of links. */
const OLD_LIST = 'hitmap.drafts';
/** Where it is unknown which tabs are alive, one that has written nothing for so long is not. */
const SILENT_MS = 24 * 60 * 60 * 1000;
/** A database that says nothing for so long is asked again, so often: WebKit leaves a first question unanswered. */
const ANSWER_MS = 5_000;
const ATTEMPTS = 3;

/** The browser's own. `storage` is null where it forbids even to ask. */
export function browserDrafts(storage: Storage | null): DraftStore {
  const tab = newTabName();
  showAlive(tab);
  let database: Promise<IDBPDatabase> | null = null;
  const open = () => {
    database ??= openDatabase(() => {
      database = null;
    }).catch((error: unknown) => {
      database = null;
      throw error;
    });
    return database;
  };
  return {
    tab,
    async found() {
      // Journals may be there without records.
      let withoutRecords: string | null = null;
      let records: readonly unknown[];
      try {
        records = await persistently(async () => {
          database = null;
          return allRecords(await open(), storage);
        });
      } catch (error) {
        // A browser that lets the page store nothing at all keeps nothing.
        if (storage !== null)
          withoutRecords = error instanceof Error ? error.message : String(error);
        records = oldRecords(storage);
      }
      const byKey = new Map<string, StoredDraft>();
      for (const record of records) {
        const key = keyOf(record);
        byKey.set(key, { key, record, journal: null, base: null });
      }
      for (const [key, journal] of entriesOf(storage, JOURNAL)) {
        const known = byKey.get(key);
        const base = storage?.getItem(BASE + key) ?? null;
        byKey.set(key, { key, record: known?.record, journal, base });
      }
      return { found: [...byKey.values()], withoutRecords };
    },
    async put(draft, instead) {
      const tx = (await open()).transaction(RECORDS, 'readwrite');
      const writes: Promise<unknown>[] = [tx.store.put(draft)];
      for (const { key, seq } of instead) {
        const there: unknown = await tx.store.get(key);
        if (seqOf(there) === seq) writes.push(tx.store.delete(key));
      }
      await Promise.all([...writes, tx.done]);
    },
    async remove(keys) {
      for (const key of keys) removeJournal(storage, key);
      const tx = (await open()).transaction(RECORDS, 'readwrite');
      await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done]);
    },
    async removeAll() {
      for (const [key] of entriesOf(storage, JOURNAL)) removeJournal(storage, key);
      tried(() => storage?.removeItem(OLD_LIST));
      await (await open()).clear(RECORDS);
    },
    journal: (key, journal, base) =>
      tried(() => {
        if (storage === null) throw new Error('There is no storage.');
        if (base !== null) storage.setItem(BASE + key, base);
        storage.setItem(JOURNAL + key, JSON.stringify(journal));
      }),
    removeJournal: (key) => removeJournal(storage, key),
    whenHidden(act) {
      window.addEventListener('pagehide', act);
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') act();
      });
    },
    async isGone({ owner, savedAt }) {
      if (owner === tab) return false;
      const alive = await liveTabs();
      return alive === null ? Date.now() - savedAt > SILENT_MS : !alive.has(owner);
    },
  };
}

/** `closed`: it has to be opened again, because a newer build waits for it or the browser ended it. */
async function openDatabase(closed: () => void): Promise<IDBPDatabase> {
  const callbacks = {
    upgrade(db: IDBPDatabase) {
      if (!db.objectStoreNames.contains(RECORDS)) db.createObjectStore(RECORDS, { keyPath: 'key' });
    },
    blocking(_now: number, _wanted: number | null, event: IDBVersionChangeEvent) {
      closed();
      (event.target as IDBDatabase).close();
    },
    terminated: closed,
  };
  try {
    return await openDB(DATABASE, DATABASE_VERSION, callbacks);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
    // A newer build was here: as it left it.
    return openDB(DATABASE, undefined, callbacks);
  }
}

/** The first answer of several attempts; what the last one rejected with where there is none. */
async function persistently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withinTime(ask(), ANSWER_MS, 'Its database');
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** All records. Those of the old list become records first, also what no build here can read. */
async function allRecords(db: IDBPDatabase, storage: Storage | null): Promise<readonly unknown[]> {
  const old = oldRecords(storage);
  if (old.length > 0) {
    const tx = db.transaction(RECORDS, 'readwrite');
    await Promise.all([...old.map((record) => tx.store.put(record)), tx.done]);
    tried(() => storage?.removeItem(OLD_LIST));
  }
  return db.getAll(RECORDS);
}

/** Drafts of the old list, each as a record. */
function oldRecords(storage: Storage | null): readonly Draft[] {
  try {
    const list: unknown = JSON.parse(storage?.getItem(OLD_LIST) ?? '[]');
    if (!Array.isArray(list)) return [];
    return list.map((item: unknown) => {
      const { id, link } = (item ?? {}) as { readonly id?: unknown; readonly link?: unknown };
      const text = String(link);
      const key = `old/${String(id)}/${fingerprint(text)}`;
      return { form: DRAFT_FORM, key, owner: 'old', seq: 1, savedAt: 0, text };
    });
  } catch {
    return [];
  }
}

function entriesOf(
  storage: Storage | null,
  prefix: string,
): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  tried(() => {
    for (let at = 0; at < (storage?.length ?? 0); at++) {
      const name = storage?.key(at) ?? '';
      if (name.startsWith(prefix))
        found.push([name.slice(prefix.length), storage?.getItem(name) ?? '']);
    }
  });
  return found;
}

function removeJournal(storage: Storage | null, key: string): void {
  tried(() => {
    // First what depends on the other.
    storage?.removeItem(JOURNAL + key);
    storage?.removeItem(BASE + key);
  });
}

function tried(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

function keyOf(record: unknown): string {
  return String((record as { readonly key?: unknown }).key);
}

function seqOf(record: unknown): unknown {
  return (record as { readonly seq?: unknown } | undefined)?.seq;
}
