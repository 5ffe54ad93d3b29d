import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../core/base/result';
import type { LayoutDocument } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';

/** What this build writes. A record of another form is kept as it is. */
export const DRAFT_FORM = 1;

/** A struct with changes, as one tab has it. */
export interface Draft {
  readonly form: typeof DRAFT_FORM;
  /** Made of the tab and the open struct: no other tab writes it. */
  readonly key: string;
  /** The tab that writes it. */
  readonly owner: string;
  /** Rises with each change. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The document as JSON, or a link to it. */
  readonly text: string;
  /** The draft that it goes on with and stands for: one whose tab was gone by then. */
  readonly from?: Version | undefined;
}

/** A draft as it was at some time. */
export interface Version {
  readonly key: string;
  readonly seq: number;
}

/** What was done since the record was written, or since the document beside it (`on` is 0). */
export interface Journal {
  readonly form: typeof DRAFT_FORM;
  readonly owner: string;
  readonly seq: number;
  readonly savedAt: number;
  /** `seq` of the record that it continues. */
  readonly on: number;
  /** How many of its edits still hold, */
  readonly keep: number;
  /** and these come after them. */
  readonly tail: readonly Edit[];
  /** As of the draft. */
  readonly from?: Version | undefined;
}

const from = v.optional(v.object({ key: v.string(), seq: v.number() }));

const draftSchema = v.object({
  form: v.literal(DRAFT_FORM),
  key: v.string(),
  owner: v.string(),
  seq: v.number(),
  savedAt: v.number(),
  text: v.string(),
  from,
});

/** The edits are checked with the document that they are put into. */
const journalSchema = v.object({
  form: v.literal(DRAFT_FORM),
  owner: v.string(),
  seq: v.number(),
  savedAt: v.number(),
  on: v.number(),
  keep: v.number(),
  tail: v.array(v.custom<Edit>((edit) => typeof edit === 'object' && edit !== null)),
  from,
});

/** All that is kept of one draft, as it was found. */
export interface StoredDraft {
  readonly key: string;
  readonly record: unknown;
  /** As text; null where there is none. */
  readonly journal: string | null;
  /** The document that the first journal continues. */
  readonly base: string | null;
}

export interface Restored extends Omit<Draft, 'form' | 'text'> {
  readonly document: LayoutDocument;
  /** Whether its journal knew more than its record: that record is to be written again. */
  readonly isFromJournal: boolean;
}

/** Reads a text as a document. */
export type ReadDocument = (text: string) => Result<LayoutDocument, string>;

/**
 * The newest that is known of a draft. The journal is ahead of its record where the tab went between the two
 * writes, and behind it where it went before the journal was taken away.
 */
export function restored(found: StoredDraft, read: ReadDocument): Result<Restored, string> {
  const { key } = found;
  const draft = v.safeParse(draftSchema, found.record);
  if (found.record !== undefined && !draft.success) return unreadable(found.record);
  const entries = found.journal === null ? null : parsed(found.journal);
  const checked = v.safeParse(journalSchema, entries);
  if (found.journal !== null && !checked.success) return unreadable(entries);
  const journal = checked.success ? checked.output : null;
  const record = draft.success ? draft.output : null;
  if (journal === null || (record !== null && record.seq >= journal.seq)) {
    if (record === null) return fail(sentence(pageMessage('draft-empty')));
    return withDocument(key, record, read(record.text), false);
  }
  const { on, keep, tail } = journal;
  const text = on === 0 ? found.base : record?.seq === on ? record.text : null;
  if (text === null) return fail(sentence(pageMessage('draft-without-layout')));
  const before = read(text);
  if (!before.ok) return before;
  const edits = [...before.value.edits.slice(0, keep), ...tail];
  return withDocument(key, journal, read(JSON.stringify({ ...before.value, edits })), true);
}

function withDocument(
  key: string,
  { owner, seq, savedAt, from }: Pick<Draft, 'owner' | 'seq' | 'savedAt' | 'from'>,
  document: Result<LayoutDocument, string>,
  isFromJournal: boolean,
): Result<Restored, string> {
  if (!document.ok) return document;
  return ok({ key, owner, seq, savedAt, from, document: document.value, isFromJournal });
}

/** Why a record or journal is none of this form: another build wrote it, or it is damaged. */
function unreadable(found: unknown): Result<never, string> {
  const other = v.safeParse(v.object({ form: v.number() }), found);
  const form = other.success ? other.output.form : DRAFT_FORM;
  return fail(
    sentence(
      form === DRAFT_FORM
        ? pageMessage('draft-damaged')
        : pageMessage('draft-of-other-form', form, DRAFT_FORM),
    ),
  );
}

/** The journal from one document to the next of the same struct. */
export function journalOf(
  before: { readonly seq: number; readonly edits: readonly Edit[] },
  now: Pick<Journal, 'owner' | 'seq' | 'from'> & { readonly edits: readonly Edit[] },
  savedAt: number,
): Journal {
  const { owner, seq, from, edits } = now;
  let keep = 0;
  while (keep < edits.length && edits[keep] === before.edits[keep]) keep += 1;
  return {
    form: DRAFT_FORM,
    owner,
    seq,
    savedAt,
    on: before.seq,
    keep,
    tail: edits.slice(keep),
    from,
  };
}

/** Whether two documents differ in their edits alone, or in what is shown of them. */
export function isSameBase(a: LayoutDocument, b: LayoutDocument): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof LayoutDocument)[]);
  return [...keys].every((key) => key === 'edits' || key === 'view' || a[key] === b[key]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
