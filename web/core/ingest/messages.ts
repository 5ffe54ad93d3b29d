import { error, messagesOf, note, warning } from '../base/messages';

/** Why a file is not read; what its reader says of it is in `error.rs` of the crates. */
export const openMessage = messagesOf('open', {
  unreadable: error((why = 'Error: permission denied') => `Reading the file failed: ${why}`),
  gone: error(() => ({
    text: 'The file is no longer where it was picked.',
    fix: 'Pick it again.',
  })),
  'not-readable': error(() => ({
    text: 'The browser cannot read the file: it is a folder, it has changed since it was picked, or you may not read it.',
    fix: 'Open the files inside a folder; pick a changed file again; copy a file from /sys or /proc and open the copy.',
  })),
  unsafe: error(() => ({
    text: 'The browser refuses to read the file for safety.',
    fix: 'Copy it to an ordinary folder and open the copy.',
  })),
  'browser-failed': error((why = 'NoModificationAllowedError') => ({
    text: `The browser could not read the file (${why}).`,
    fix: 'Copy it and open the copy.',
  })),
  'reader-broke': error((why = 'unreachable') => ({
    text: `The file's reader ran out of memory or broke (${why}).`,
    fix: 'Close the file and open it again.',
  })),
  'not-loaded': error((why = 'A part of the page could not be loaded.') => why),
  'no-memory': error(() => ({
    text: 'There is not enough memory to read this file.',
    fix: 'Close other files, or open a smaller one: raw BTF instead of full debug information.',
  })),
  'reader-stopped': error((why = 'unreachable') => ({
    text: `The file's reader stopped unexpectedly (${why}). Other open files are not affected.`,
    fix: 'Please report this with the kind of file.',
  })),
  'too-much-declared': error(() => ({
    text: 'The text declares more types than can be shown.',
    fix: 'Paste only the struct and what it uses.',
  })),
  'text-too-large': error((megabytes = 64) => ({
    text: `This text is larger than ${megabytes} MB.`,
    fix: 'Paste only the part that you need.',
  })),
  'large-text': error(() => ({
    text: 'This text is larger than 64 MB, and is no report of perf.',
    fix: 'Give only the part that you need.',
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
      `The bundle was made by a newer hitmap-capture.sh (format ${format}; this Hitmap knows ${known}): only the parts that this Hitmap knows are read.`,
  ),
  cut: warning((where = ' in c2c.txt') => ({
    text: `The bundle was cut${where}.`,
    fix: 'Copy it again from the machine that wrote it.',
  })),
  'part-gone': warning(
    (parts = 'c2c.txt') =>
      `The manifest of the bundle names ${parts}, which the bundle does not hold.`,
  ),
  lacks: note((what = 'types: the kernel has no BTF') => `Not in the bundle: ${what}.`),
  'lacks-more': note((count = 2) => `${count} more parts are not in the bundle.`),
  shuffled: warning(
    (options = 'CONFIG_RANDSTRUCT_FULL') =>
      `The kernel of the bundle was built with ${options}: its members are in an order of this one build, not in that of the source.`,
  ),
  debugging: warning(
    (options = 'CONFIG_LOCKDEP') =>
      `The kernel of the bundle was built with ${options}: locks and the structs that contain them are larger and slower than without.`,
  ),
});
