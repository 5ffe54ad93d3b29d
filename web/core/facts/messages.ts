import { messagesOf, note, warning } from '../base/messages';

/** What is to be known of a struct that is shown. */
export const structMessage = messagesOf('struct', {
  'nested-closed': note((members = '250,000', most = '200,000', closed = '16') => ({
    text: `It has ${members} members with those of all nested types, more than ${most}: of types that hold up to ${closed} only the size is shown.`,
    fix: 'Open such a type by its own name.',
  })),
  'unnamed-closed': note((members = '1,200', most = '1,000') => ({
    text: `With its unnamed structs it has ${members} members, more than ${most} beside its own: they are closed.`,
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
