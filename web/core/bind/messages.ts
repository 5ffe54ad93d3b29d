import { error, messagesOf, warning } from '../base/messages';

/** Why a list of symbols is not read. */
export const symbolsMessage = messagesOf('symbols', {
  none: error(() => 'The symbols that were given are an empty list: no address has a name.'),
  hidden: error(() => ({
    text: 'All addresses in the list of symbols are 0: the kernel hides them from ordinary users.',
    fix: 'Make the list as root: sudo cat /proc/kallsyms > kallsyms.txt',
  })),
});

/** How a kernel was built, where that makes its offsets others than those of the kernel that is shipped. */
export const buildMessage = messagesOf('build', {
  'kernel-option': warning(
    (option = 'lockdep', why = 'every lock carries a map') =>
      `This kernel was built with ${option}: ${why}, so its offsets differ from those of a kernel without ${option}.`,
  ),
  randomized: warning(
    () =>
      'This kernel was built with randomized structs (CONFIG_RANDSTRUCT): its offsets are those of this one build, and its members are not in the order of the source.',
  ),
});
