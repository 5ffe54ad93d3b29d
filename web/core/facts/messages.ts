import { messagesOf, note, warning } from '../base/messages';

/** What is to be known of a struct that is shown. */
export const structMessage = messagesOf('struct', {
  'nested-closed': note((members = '250,000', most = '200,000', closed = '16') => ({
    text: `The struct has ${members} members with those of all nested types, more than ${most}: nested types of up to ${closed} members are shown by their size alone.`,
    fix: 'Open such a type by its own name.',
  })),
  'unnamed-closed': note((members = '1,200', most = '1,000') => ({
    text: `The struct has ${members} members with those of its unnamed structs, more than ${most} beside its own: the unnamed structs are closed.`,
    fix: 'Open an unnamed struct to see its members.',
  })),
  'unknown-attribute': warning(
    (name = '__packed', line = 12, why = 'nothing here defines it') =>
      `How the attribute \`${name}\` at source line ${line} changes the layout is unknown: ${why}.`,
  ),
  'source-disagrees': warning(
    (reason = 'The source packs the struct, and its offsets do not.') => ({
      text: reason,
      fix: 'The offsets of the binary are shown.',
    }),
  ),
});
