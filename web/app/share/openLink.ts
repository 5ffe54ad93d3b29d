import { fingerprint } from '../../base/fingerprint';
import type { StructId } from '../../layout/ids';
import { openDocument } from '../document/documentReducers';
import { addNotice } from '../files/fileReducers';
import type { AppState } from '../state';

type Update = (change: (state: AppState) => AppState) => void;

/**
 * Opens the link that a text holds, beside all that is open: what was edited before is never replaced.
 * Needs no file, no WASM, no storage.
 */
export async function openLink(update: Update, text: string): Promise<void> {
  const failed = (why: string) =>
    update((state) => addNotice(state, { kind: 'error', title: 'Link', text: why }));
  const share = await import('../../share/link').catch(() => null);
  if (share === null) return failed('Its reader could not be loaded. Reload the page.');
  const read = await share.readLink(text);
  if (!read.ok) return failed(read.error);
  const { value } = read;
  // What is changed from here on is an answer: theirs stays beside it.
  const isAnswer = value.proposal !== undefined || value.edits.length === 0;
  const document = isAnswer
    ? value
    : { ...value, proposal: { title: 'Theirs', edits: value.edits } };
  // The same link again is the same struct, with what was done to it since.
  const id = `link/${document.struct.key}/${fingerprint(JSON.stringify(document))}` as StructId;
  update((state) =>
    openDocument(state, {
      id,
      origin: { kind: 'text', from: 'link', title: 'from a link' },
      document,
    }),
  );
}
