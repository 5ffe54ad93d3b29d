import { holdsLink } from '../../share/linkText';
import { removeFile } from '../files/fileReducers';
import type { TextKind } from '../files/texts';
import { openLink } from './openLink';

/** A link, alone or in a mail. */
export const LINK_TEXT: TextKind = {
  name: 'a Hitmap link',
  recognises: holdsLink,
  async take({ id, text, update }) {
    update((state) => removeFile(state, id));
    await openLink(update, text);
  },
};
