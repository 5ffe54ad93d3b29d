import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import type { StoreApi } from 'zustand/vanilla';
import type { LayoutDocument } from '../../core/edit/document';
import { sharedStart } from '../../core/edit/history';
import type { StructId } from '../../core/layout/ids';
import { presentOf } from '../state/inView';
import { addNotice } from '../state/fileReducers';
import type { AppState, OpenDocument } from '../state/state';
import { DRAFT_FORM, isSameBase, journalOf, type Draft, type Version } from './draft';
import type { DraftStore } from './draftStore';

/** After the last change; the journal has it meanwhile. */
const PAUSE_MS = 400;
/** After a record that could not be written. */
const RETRY_MS = 5_000;

/** What a restored struct was restored from; see `restoreDrafts`. */
export type RestoredFrom = Map<StructId, Source>;

interface Source extends Version {
  readonly owner: string;
  readonly savedAt: number;
  /** Its tab was gone when it was restored: who goes on with it is the only one who does. */
  readonly wasGone: boolean;
}

/** One open struct with changes, as far as it is kept. */
interface Kept {
  readonly key: string;
  readonly from: Version | undefined;
  seq: number;
  document: LayoutDocument;
  /** What its record holds. */
  written: { readonly seq: number; readonly document: LayoutDocument } | null;
  /** The document beside the journal, where there is no record that it continues. */
  base: LayoutDocument | null;
  /** Whether the journal has the last change. */
  isJournalled: boolean;
}

/**
 * Keeps every struct that a person changed: each change at once in the journal, and in a record when there is a
 * pause. What is kept nowhere is said at once. Off by a switch, which takes away all that is kept.
 */
export function keepDrafts(
  store: StoreApi<AppState>,
  drafts: DraftStore,
  restoredFrom: RestoredFrom,
): void {
  const kept = new Map<StructId, Kept>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOn = store.getState().settings.keepDrafts;
  let writing = Promise.resolve();

  const plan = (pauseMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), pauseMs);
  };
  const flush = () => {
    clearTimeout(timer);
    // One after another: a record that is older must not come after one that is newer.
    writing = writing.then(writeAll);
    return writing;
  };

  store.subscribe((state, before) => {
    if (state.documents === before.documents && state.settings === before.settings) return;
    const isOn = state.settings.keepDrafts;
    if (!isOn) {
      if (wasOn) forgetAll();
      wasOn = false;
      return;
    }
    const isTurnedOn = !wasOn;
    wasOn = true;
    for (const open of state.documents) {
      const earlier = before.documents.find(({ id }) => id === open.id);
      const isSame = earlier !== undefined && presentOf(earlier) === presentOf(open);
      if (!isSame || isTurnedOn) follow(open);
    }
    for (const { id } of before.documents) {
      if (!state.documents.some((open) => open.id === id)) forgetClosed(id);
    }
  });

  function follow(open: OpenDocument): void {
    const document = presentOf(open);
    const known = kept.get(open.id);
    if (!isChanged(open)) {
      // Back to what it was: there is nothing to keep, unless that was a draft itself.
      if (known !== undefined && !restoredFrom.has(open.id)) forget(open.id, known);
      if (!restoredFrom.has(open.id) || known === undefined) return;
    }
    const isNews =
      known === undefined ||
      known.document.edits !== document.edits ||
      !isSameBase(known.document, document);
    const entry: Kept = known ?? {
      key: `${drafts.tab}/${open.id}`,
      from: versionOf(restoredFrom.get(open.id)),
      seq: 0,
      document,
      written: null,
      base: null,
      isJournalled: false,
    };
    entry.document = document;
    kept.set(open.id, entry);
    if (!isNews) return;
    entry.seq += 1;
    journal(entry);
    plan(entry.isJournalled ? PAUSE_MS : 0);
  }

  function journal(entry: Kept): void {
    const { key, from, seq, document, written } = entry;
    const now = { owner: drafts.tab, seq, from, edits: document.edits };
    const isOnRecord = written !== null && isSameBase(written.document, document);
    let base: string | null = null;
    if (isOnRecord) {
      entry.base = null;
    } else if (entry.base === null || !isSameBase(entry.base, document)) {
      entry.base = document;
      base = JSON.stringify(document);
    }
    const on = isOnRecord
      ? { seq: written.seq, edits: written.document.edits }
      : { seq: 0, edits: entry.base?.edits ?? [] };
    entry.isJournalled = drafts.journal(key, journalOf(on, now, Date.now()), base);
    // A base that did not fit is tried again with the next change.
    if (!entry.isJournalled && !isOnRecord) entry.base = null;
  }

  async function writeAll(): Promise<void> {
    for (const [id, entry] of kept) {
      if (entry.written?.seq === entry.seq) continue;
      const { key, from, seq, document } = entry;
      const text = JSON.stringify(document);
      const draft: Draft = {
        form: DRAFT_FORM,
        key,
        owner: drafts.tab,
        seq,
        savedAt: Date.now(),
        text,
        from,
      };
      try {
        await drafts.put(draft, from ? [from] : []);
      } catch (error) {
        if (!entry.isJournalled) say(error);
        plan(RETRY_MS);
        continue;
      }
      unsay();
      if (kept.get(id) !== entry) {
        // It was closed, or the switch was used, while this was written.
        await drafts.remove([key]).catch(() => undefined);
        continue;
      }
      entry.written = { seq, document };
      entry.base = null;
      if (entry.seq === seq) drafts.removeJournal(key);
      else journal(entry);
    }
  }

  /** A struct is no longer open: its own draft goes, and the one that it came from, unless another tab has it. */
  function forgetClosed(id: StructId): void {
    const known = kept.get(id);
    if (known !== undefined) forget(id, known);
    const source = restoredFrom.get(id);
    if (source === undefined) return;
    restoredFrom.delete(id);
    void drafts
      .isGone(source)
      .then((isGone) => (isGone ? drafts.remove([source.key]) : undefined))
      .catch(() => undefined);
  }

  function forget(id: StructId, { key }: Kept): void {
    kept.delete(id);
    drafts.removeJournal(key);
    void drafts.remove([key]).catch(() => undefined);
  }

  function forgetAll(): void {
    clearTimeout(timer);
    for (const { key } of kept.values()) drafts.removeJournal(key);
    kept.clear();
    restoredFrom.clear();
    void drafts.removeAll().catch(() => undefined);
  }

  function say(error: unknown): void {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    const text = isFull ? IS_FULL : IS_REFUSED;
    store.setState((state) => addNotice(state, { kind: 'error', title: TITLE, text }));
  }

  function unsay(): void {
    const { notices } = store.getState();
    const left = notices.filter(({ text }) => text !== IS_FULL && text !== IS_REFUSED);
    if (left.length < notices.length) store.setState({ notices: left });
  }

  drafts.whenHidden(() => void flush());
}

function versionOf(source: Source | undefined): Version | undefined {
  return source?.wasGone === true ? { key: source.key, seq: source.seq } : undefined;
}

const TITLE = 'Your changes are not kept';
const IS_FULL = sentence(pageMessage('storage-full'));
const IS_REFUSED = sentence(pageMessage('storage-refused'));

/**
 * Whether a person changed something. A link's own edits are its author's, a story's steps its own; both are there
 * again when they are opened again.
 */
function isChanged({ history, origin }: OpenDocument): boolean {
  const { edits } = history.document;
  const isDraft = origin.kind === 'text' && origin.from === 'draft';
  const byStory = origin.kind === 'study' ? origin.byStory : undefined;
  const isOfStory =
    byStory?.length === edits.length && sharedStart(byStory, edits) === edits.length;
  return history.past.length > 0 && !isOfStory && (edits.length > 0 || isDraft);
}
