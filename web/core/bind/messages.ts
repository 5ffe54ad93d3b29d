import { error, messagesOf, warning } from '../base/messages';

/** Why a list of symbols is not read. */
export const symbolsMessage = messagesOf('symbols', {
  none: error(() => 'There are no symbols in it.'),
  hidden: error(() => ({
    text: 'All its addresses are 0: the kernel hides them from ordinary users.',
    fix: 'Read it as root: sudo cat /proc/kallsyms > kallsyms.txt',
  })),
});

/** How a kernel was built, where that makes its offsets others than those of the kernel that is shipped. */
export const buildMessage = messagesOf('build', {
  'kernel-option': warning(
    (option = 'lockdep', why = 'every lock carries a map') =>
      `This kernel was built with ${option}: ${why}, so that its offsets are not those of a kernel without it.`,
  ),
  randomized: warning(
    () =>
      'This kernel was built with randomized structs (CONFIG_RANDSTRUCT): its offsets are those of this one build, and the order of members is not that of the source.',
  ),
});
