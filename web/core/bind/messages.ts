import { error, messagesOf } from '../base/messages';

/** Why a list of symbols is not read. */
export const symbolsMessage = messagesOf('symbols', {
  none: error(() => 'There are no symbols in it.'),
  hidden: error(() => ({
    text: 'All its addresses are 0: the kernel hides them from ordinary users.',
    fix: 'Read it as root: sudo cat /proc/kallsyms > kallsyms.txt',
  })),
});
