import { messagesOf, warning } from '../base/messages';

/** Why lines, field names and figures may be wrong wherever they are shown. */
export const heatMessage = messagesOf('heat', {
  'base-open': warning(
    (struct = 'STRUCT', bases = '0 or 32', lineBytes = 128, known = 32, shown = 0) => ({
      text: `\`${struct}\` begins at byte ${bases} of a cache line of ${lineBytes} bytes: the setting was made for cache lines of ${known} bytes, and does not say which. Byte ${shown} is shown.`,
      fix: 'If you know it, set the base offset again.',
    }),
  ),
  'binding-guessed': warning((profile = 'PROFILE', struct = 'STRUCT') => ({
    text: `Which struct the cache line of \`${profile}\` belongs to is a guess (\`${struct}\`), and so is its offset. If it is wrong, so are the field names and figures.`,
    fix: 'Give the cache line another offset, or bind it to another struct.',
  })),
  'binding-other-build': warning((profile = 'PROFILE', struct = 'STRUCT') => ({
    text: `\`${profile}\` was probably recorded on a different build than the file that this \`${struct}\` comes from. The offset of its cache line, and the fields that its accesses fall on, are a guess.`,
    fix: 'Open the build that it was recorded on.',
  })),
});
