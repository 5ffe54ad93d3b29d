import { holdsTable } from '../../output/table/holdsTable';
import type { TextKind } from '../files/texts';
import { openTable } from './openLink';

/** The page's own table of a layout, alone or in a mail. */
export const TABLE_TEXT: TextKind = {
  name: 'a table of a layout',
  recognises: holdsTable,
  take: ({ id, name, text, store, update }) =>
    openTable({ store, update, file: { id, name } }, text),
};
