import { error, messagesOf, note, warning } from '../base/messages';

/** Why a file is not read. What the readers say of it begins in lower case: it follows the file's name. */
export const openMessage = messagesOf('open', {
  refused: error((file = 'FILE', why = 'it is neither an ELF file nor BTF.') => `${file}: ${why}`),
  'unpacks-to-too-much': error((file = 'FILE', why = 'it unpacks to 4 GB.') => `${file}: ${why}`),
  crashed: error(
    (file = 'FILE', why = 'the reader ran out of memory or broke.') => `${file}: ${why}`,
  ),
  'reader-broke': error(
    (why = 'unreachable') =>
      `the reader ran out of memory or broke (${why}); close the file and open it again`,
  ),
  'too-much-declared': error(
    () => 'the text declares more types than can be shown: paste only the struct and what it uses',
  ),
  'text-too-large': error(
    (megabytes = 64) =>
      `this text is larger than ${megabytes} MB: paste only the part that you need`,
  ),
  'large-text': error(() => ({
    text: 'This text is larger than 64 MB, and no report of perf.',
    fix: 'Give only the part that is needed.',
  })),
  empty: error(() => ({
    text: 'The file is empty, or no longer where it was picked.',
    fix: 'If it is from /sys or /proc, copy it and open the copy; else pick it again, or build or download it again.',
  })),
  'no-bundle': error(() => ({
    text: 'This is a tar archive, and none that hitmap-capture.sh wrote: it has no MANIFEST.',
    fix: 'Unpack it, and open the files that are meant.',
  })),
  'too-large-from-disk': error(() => ({
    text: 'From a disk this browser lets only the page itself read files, and not more than 1 GB.',
    fix: 'Open this page from a server (`hitmap serve`), or in another browser.',
  })),
});

/** What a bundle of hitmap-capture.sh lacks, or says of its kernel. */
export const bundleMessage = messagesOf('bundle', {
  newer: warning(
    (format = 3, known = 2) =>
      `The bundle was made by a newer hitmap-capture.sh (format ${format}; this Hitmap knows ${known}): what it knows of it is read.`,
  ),
  cut: warning((where = ' in c2c.txt') => ({
    text: `The bundle was cut${where}.`,
    fix: 'Copy it again from the machine that wrote it.',
  })),
  'part-gone': warning(
    (parts = 'c2c.txt') => `Its manifest names ${parts}, which it does not hold.`,
  ),
  lacks: note((what = 'types: the kernel has no BTF') => `Not in the bundle: ${what}.`),
  'lacks-more': note((count = 2) => `${count} more are not in it.`),
  shuffled: warning(
    (options = 'CONFIG_RANDSTRUCT_FULL') =>
      `Its kernel was built with ${options}: the order of members is that of this one build, and not of the source.`,
  ),
  debugging: warning(
    (options = 'CONFIG_LOCKDEP') =>
      `Its kernel was built with ${options}: locks and the structs that contain them are larger and slower than without.`,
  ),
});
