import { fail } from '../../core/base/result';
import { sentence } from '../../core/base/messages';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LayoutDocument } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';
import { parseDocument } from '../../core/edit/validate';
import { DRAFT_FORM, journalOf, restored, type StoredDraft } from './draft';

function study(): LayoutDocument {
  const json: unknown = JSON.parse(readFileSync('public/studies/file-f_ref.json', 'utf8'));
  const document = parseDocument(json);
  if (!document.ok) throw new Error(sentence(document.error));
  return { ...document.value, edits: [] };
}

const DOCUMENT = study();
const read = (text: string) => {
  const document = parseDocument(JSON.parse(text));
  return document.ok ? document : fail(sentence(document.error));
};
const withEdits = (edits: readonly Edit[]) => JSON.stringify({ ...DOCUMENT, edits });
const record = (seq: number, edits: readonly Edit[]) => ({
  form: DRAFT_FORM,
  key: 'k',
  owner: 'a',
  seq,
  savedAt: 1,
  text: withEdits(edits),
});

const edit = fc.nat({ max: 63 }).map((bytes): Edit => ({ kind: 'base', bytes }));

test('whenever a tab is gone, what comes back is its last change', () => {
  // A change, a record that is written (of the state then, or of one before), or a journal's end.
  const step = fc.oneof(
    fc.record({ kind: fc.constant('change' as const), edits: fc.array(edit, { maxLength: 4 }) }),
    fc.record({ kind: fc.constant('drop' as const), count: fc.nat({ max: 3 }) }),
    fc.constant({ kind: 'write' as const }),
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      let edits: readonly Edit[] = [];
      let seq = 0;
      let written: { readonly seq: number; readonly edits: readonly Edit[] } | null = null;
      const found = { key: 'k', record: undefined, journal: null, base: withEdits([]) } as {
        -readonly [Key in keyof StoredDraft]: StoredDraft[Key];
      };
      const crash = () => {
        const draft = restored(found, read);
        expect(seq === 0 || (draft.ok && draft.value.document.edits)).toEqual(seq === 0 || edits);
      };
      for (const each of steps) {
        if (each.kind === 'write') {
          if (seq === 0) continue;
          written = { seq, edits };
          found.record = record(seq, edits);
          // Between the two writes.
          crash();
          found.journal = null;
          found.base = null;
        } else {
          edits =
            each.kind === 'change'
              ? [...edits, ...each.edits]
              : edits.slice(0, Math.max(0, edits.length - each.count));
          seq += 1;
          const on = written ?? { seq: 0, edits: [] };
          found.journal = JSON.stringify(journalOf(on, { owner: 'a', seq, edits }, 2));
        }
        crash();
      }
    }),
  );
});

test.each([
  ['a record of a newer form', { record: { form: 2, key: 'k', text: '?' } }, /form 2.*newer/],
  ['a record of an older form', { record: { form: 0, key: 'k', text: '?' } }, /form 0.*older/],
  ['a damaged record', { record: { form: 1, key: 'k' } }, /damaged/],
  ['a document of a newer build', { record: { ...record(1, []), text: '{"v":99}' } }, /newer/],
  ['a journal of a newer form', { record: record(1, []), journal: '{"form":2}' }, /form 2.*newer/],
  ['a journal that is cut', { record: record(1, []), journal: '{"form":1' }, /damaged/],
  [
    'a journal whose record is gone',
    {
      journal: JSON.stringify({
        ...journalOf({ seq: 7, edits: [] }, { owner: 'a', seq: 8, edits: [] }, 1),
      }),
    },
    /lacks the layout/,
  ],
  [
    'a journal without its document',
    {
      journal: JSON.stringify(
        journalOf({ seq: 0, edits: [] }, { owner: 'a', seq: 1, edits: [] }, 1),
      ),
    },
    /lacks the layout/,
  ],
  ['a key without anything', {}, /only its name/],
])('%s is a sentence that says so, and no draft', (_, given, reason) => {
  const found: StoredDraft = { key: 'k', record: undefined, journal: null, base: null, ...given };
  const draft = restored(found, read);
  expect(draft).toEqual({ ok: false, error: expect.stringMatching(/\.$/) as string });
  expect(!draft.ok && draft.error).toMatch(reason);
});
