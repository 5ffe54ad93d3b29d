import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import { untilFetched } from '../../core/base/fetched';
import { plural } from '../../core/base/prose';
import { fail, type Result } from '../../core/base/result';
import type { LayoutDocument } from '../../core/edit/document';
import type { StructId } from '../../core/layout/ids';
import { openDocument } from '../state/documentReducers';
import { addNotice } from '../state/fileReducers';
import type { AppState } from '../state/state';
import { DRAFT_FORM, restored, type StoredDraft, type ReadDocument, type Restored } from './draft';
import type { DraftStore } from './draftStore';
import type { RestoredFrom } from './keepDrafts';

type Update = (change: (state: AppState) => AppState) => void;

/**
 * Opens what was kept in the list of open structs, those of tabs that are still open too: whoever changes one
 * of them here gets a draft of their own. What is in view stays in view.
 */
export async function restoreDrafts(
  update: Update,
  drafts: DraftStore,
  restoredFrom: RestoredFrom,
): Promise<void> {
  const say = (text: string) =>
    update((state) => addNotice(state, { kind: 'note', title: 'Drafts', text }));
  const { found: all, withoutRecords } = await drafts.found();
  if (withoutRecords !== null) {
    say(sentence(pageMessage('drafts-unlisted', withoutRecords)));
  }
  if (all.length === 0) return;
  const read = await documentReader();
  const known: Restored[] = [];
  const unread: string[] = [];
  for (const found of all) {
    const draft = restored(found, read);
    if (!draft.ok) {
      unread.push(draft.error);
      continue;
    }
    known.push(draft.value);
    await tidy(drafts, found, draft.value).catch(() => undefined);
  }
  const shown = await differing(drafts, await latest(drafts, known));
  for (const draft of shown) {
    const id = `draft/${draft.key}` as StructId;
    const { key, seq, owner, savedAt } = draft;
    restoredFrom.set(id, { key, seq, owner, savedAt, wasGone: await drafts.isGone(draft) });
    update((state) => ({
      ...openDocument(state, {
        id,
        origin: { kind: 'text', from: 'draft', title: titleOf(draft) },
        document: draft.document,
      }),
      centre: state.centre,
    }));
  }
  if (shown.length > 0) {
    const many =
      shown.length === 1
        ? 'A struct that you changed is'
        : `${shown.length} structs that you changed are`;
    say(
      `${many} in the list of open structs again. \`Drafts in this browser on or off\` in the palette turns this off.`,
    );
  }
  const [reason] = unread;
  if (reason !== undefined) {
    say(
      `${plural(unread.length, 'draft')} of this browser cannot be read by this build and stay${unread.length === 1 ? 's' : ''} as ${unread.length === 1 ? 'it is' : 'they are'}. ${reason} \`Save the drafts of this browser as a file\` in the palette gives you all of them.`,
    );
  }
}

/** Until it is there nothing is known of what was kept, and nothing is done to it. */
async function documentReader(): Promise<ReadDocument> {
  const { parseDocument } = await untilFetched(() => import('../../core/edit/validate'));
  return (text): Result<LayoutDocument, string> => {
    try {
      const read = parseDocument(JSON.parse(text), 'ofDrafts');
      return read.ok ? read : fail(sentence(read.error));
    } catch {
      return fail(sentence(pageMessage('draft-damaged')));
    }
  };
}

/** What its tab could not do any more: the record of what only the journal has, and the journal's end. */
async function tidy(drafts: DraftStore, found: StoredDraft, draft: Restored): Promise<void> {
  if (found.journal === null || !(await drafts.isGone(draft))) return;
  const { key, owner, seq, savedAt, from, document } = draft;
  if (draft.isFromJournal) {
    const text = JSON.stringify(document);
    await drafts.put({ form: DRAFT_FORM, key, owner, seq, savedAt, text, from }, []);
  }
  drafts.removeJournal(key);
}

/** Leaves out drafts that another one continued after their own tab was gone. */
async function latest(
  drafts: DraftStore,
  known: readonly Restored[],
): Promise<readonly Restored[]> {
  const left = new Set(known);
  for (const { from } of known) {
    const source = known.find(({ key, seq }) => key === from?.key && seq === from.seq);
    if (source === undefined || !(await drafts.isGone(source))) continue;
    left.delete(source);
    await drafts.remove([source.key]).catch(() => undefined);
  }
  return [...left];
}

/** The newest last. Of two that are the same one is enough; one without a change is none. */
async function differing(
  drafts: DraftStore,
  known: readonly Restored[],
): Promise<readonly Restored[]> {
  const byContent = new Map<string, Restored>();
  const superfluous: Restored[] = [];
  for (const draft of [...known].sort((a, b) => a.savedAt - b.savedAt)) {
    const content = JSON.stringify({ ...draft.document, view: null });
    const same = byContent.get(content);
    if (same !== undefined) superfluous.push(same);
    byContent.delete(content);
    if (draft.document.edits.length === 0) superfluous.push(draft);
    else byContent.set(content, draft);
  }
  for (const draft of superfluous) {
    const isGone = await drafts.isGone(draft);
    if (isGone) await drafts.remove([draft.key]).catch(() => undefined);
  }
  return [...byContent.values()];
}

const WHEN = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** Two tabs may have left one each of the same struct. */
function titleOf({ savedAt }: Restored): string {
  return savedAt === 0 ? 'a draft of the last time' : `draft of ${WHEN.format(savedAt)}`;
}
