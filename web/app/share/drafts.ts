import type { StoreApi } from 'zustand/vanilla';
import type { LayoutDocument } from '../../edit/document';
import type { StructId } from '../../layout/ids';
import { openDocument } from '../document/documentReducers';
import { addNotice } from '../files/fileReducers';
import { presentOf } from '../document/inView';
import type { AppState } from '../state';

const KEY = 'hitmap.drafts';
/** After the last change; a drag is many changes. */
const PAUSE_MS = 700;
/** The browser keeps five megabytes at least, for all of the page's host. */
const MOST_DRAFTS = 12;

interface Draft {
  readonly id: string;
  readonly link: string;
}

/**
 * Keeps every struct with changes in the browser's storage, as a link, so that a reload or a closed tab
 * loses nothing. Off by a switch; what the browser refuses is not kept, and nothing else happens.
 */
export function keepDrafts(store: StoreApi<AppState>, storage: Storage | null): void {
  if (storage === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept: readonly LayoutDocument[] = [];
  let wasOn = store.getState().settings.keepDrafts;
  store.subscribe((state) => {
    const isOn = state.settings.keepDrafts;
    if (!isOn) {
      clearTimeout(timer);
      if (wasOn) write(storage, []);
      wasOn = false;
      kept = [];
      return;
    }
    wasOn = true;
    const documents = changed(state).map(presentOf);
    if (documents.length === kept.length && documents.every((each, at) => each === kept[at]))
      return;
    kept = documents;
    clearTimeout(timer);
    timer = setTimeout(() => void save(store, storage), PAUSE_MS);
  });
}

/** Opens the drafts of the last time in the list of open structs. What is in view stays in view. */
export async function restoreDrafts(
  update: (change: (state: AppState) => AppState) => void,
  storage: Storage | null,
): Promise<void> {
  const drafts = read(storage);
  if (drafts.length === 0) return;
  const share = await import('../../share/link').catch(() => null);
  if (share === null) return;
  let restored = 0;
  for (const { id, link } of [...drafts].reverse()) {
    const document = await share.readLink(link);
    if (!document.ok) continue;
    restored += 1;
    const title = 'a draft of the last time';
    const own = `draft/${id.replace(/^draft\//, '')}` as StructId;
    update((state) => ({
      ...openDocument(state, {
        id: own,
        origin: { kind: 'text', from: 'draft', title },
        document: document.value,
      }),
      centre: state.centre,
    }));
  }
  if (restored === 0) return;
  const many =
    restored === 1 ? 'A struct that you changed is' : `${restored} structs that you changed are`;
  const text = `${many} in the list of open structs again. The palette has a switch for it.`;
  update((state) => addNotice(state, { kind: 'note', title: 'Drafts', text }));
}

/** Studies that only their story changed are no drafts. */
function changed(state: AppState) {
  return state.documents.filter(
    (open) => presentOf(open).edits.length > 0 && open.origin.kind !== 'study',
  );
}

async function save(store: StoreApi<AppState>, storage: Storage): Promise<void> {
  const { makeLink } = await import('../../share/link');
  const drafts: Draft[] = [];
  for (const open of changed(store.getState()).slice(0, MOST_DRAFTS)) {
    drafts.push({ id: open.id, link: await makeLink(presentOf(open)) });
  }
  // It may have been switched off while the links were made, and what was kept is gone then.
  if (store.getState().settings.keepDrafts) write(storage, drafts);
}

function read(storage: Storage | null): readonly Draft[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isDraft).slice(0, MOST_DRAFTS) : [];
  } catch {
    // Forbidden, or not ours.
    return [];
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null;
  return typeof draft?.id === 'string' && typeof draft.link === 'string';
}

function write(storage: Storage, drafts: readonly Draft[]): void {
  try {
    if (drafts.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // Full or forbidden: they hold until the page is closed.
  }
}
