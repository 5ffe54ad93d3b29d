import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import { holdsLink } from '../../core/document/linkText';
import type { AppFiles, AppStore } from '../state/app';
import { openLink } from '../share/openLink';
import { addNotice, PASTED, withoutFailures } from '../state/fileReducers';

/** The clipboard hands a text over whole, and more than once; a file is read in pieces. In characters. */
const MAX_PASTED = 16 << 20;
const TOO_LONG = {
  kind: 'error',
  title: 'Pasted text',
  text: sentence(pageMessage('pasted-too-long')),
} as const;

/** A field of one line that searches, any other of one line, or one of several lines. */
export type TextField = 'search' | 'line' | 'lines';

/**
 * Whether a pasted text goes into the field that has the focus, and is not opened. A text of several lines is never a
 * name or a number: it is a mail, a report, a declaration. A link is nothing to search for.
 */
export function isForField(text: string, field: TextField | null): boolean {
  if (field === null || field === 'lines') return field !== null;
  return !text.trim().includes('\n') && !(field === 'search' && holdsLink(text));
}

/** Opens a text that was pasted: the link in it, or all of it as a file. */
export function takePasted(app: AppStore & AppFiles, text: string): void {
  if (text.length > MAX_PASTED) return app.update((state) => addNotice(state, TOO_LONG));
  app.update((state) => withoutFailures(state, TOO_LONG.title));
  // A link needs no reader of files.
  if (holdsLink(text)) return void openLink(app, text);
  app.openFiles([new File([text], PASTED)]);
}
