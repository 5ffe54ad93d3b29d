import { holdsLink } from '../../share/linkText';
import type { TextKind } from '../files/texts';
import { openLink } from './openLink';

/** A link, alone or in a mail. */
export const LINK_TEXT: TextKind = {
  name: 'a Hitmap link',
  recognises: holdsLink,
  take: ({ id, name, text, store, update }) =>
    openLink({ store, update, file: { id, name } }, text),
};
