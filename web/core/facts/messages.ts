import { messagesOf, note, warning } from '../base/messages';
import { grouped } from '../base/prose';

/** What is to be known of a struct that is shown. */
export const structMessage = messagesOf('struct', {
  'nested-closed': note((members = 250_000, most = 200_000, closed = 16) => ({
    text: `It has ${grouped(members)} members with those of all nested types, more than ${grouped(most)}: of types that hold up to ${grouped(closed)} only the size is shown.`,
    fix: 'Open such a type by its own name.',
  })),
  'unnamed-closed': note((members = 1_200, most = 1_000) => ({
    text: `With its unnamed structs it has ${grouped(members)} members, more than ${grouped(most)} beside its own: they are closed.`,
    fix: 'Open one to see the next level.',
  })),
  'unknown-attribute': warning(
    (name = '__packed', line = 12, why = 'nothing here defines it') =>
      `How \`${name}\` at source line ${line} changes the layout is not known: ${why}.`,
  ),
  'source-disagrees': warning(
    (reason = 'The source packs the struct, and its offsets do not.') => ({
      text: reason,
      fix: 'What the file says is shown.',
    }),
  ),
});
