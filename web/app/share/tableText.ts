import { fingerprint } from '../../base/fingerprint';
import type { StructId } from '../../layout/ids';
import { holdsTable } from '../../output/table/holdsTable';
import { openDocument } from '../document/documentReducers';
import { addNotice, announce, removeFile } from '../files/fileReducers';
import type { TextKind } from '../files/texts';

/** The page's own table of a layout, alone or in a mail. */
export const TABLE_TEXT: TextKind = {
  name: 'a table of a layout',
  recognises: holdsTable,
  async take({ id, name, text, update }) {
    update((state) => removeFile(state, id));
    const say = (kind: 'error' | 'note', sentence: string) =>
      update((state) => addNotice(state, { kind, title: name, text: sentence }));
    const reader = await import('../../output/table/readTable').catch(() => null);
    if (reader === null) return say('error', 'Its reader could not be loaded. Reload the page.');
    const read = reader.readTable(text);
    if (!read.ok) return say('error', read.error);
    const { document, notes } = read.value;
    for (const note of notes) say('note', note);
    // The same table again is the same struct, with what was done to it since.
    const key = `table/${document.struct.key}/${fingerprint(text)}` as StructId;
    update((state) =>
      announce(
        openDocument(state, {
          id: key,
          origin: { kind: 'text', from: 'table', title: 'from a table' },
          document,
        }),
        `The table of ${document.struct.name} is in view.`,
      ),
    );
  },
};
