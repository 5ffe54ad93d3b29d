import { error, messagesOf, note } from '../../core/base/messages';

const LOST =
  'Unsaved changes are lost when this tab is closed. Copy a link to each struct that you changed (tab Send).';

/** What the page itself says of files, drafts and the browser; what their readers say has the readers' ids. */
export const pageMessage = messagesOf('page', {
  'no-named-struct': error(() => ({
    text: 'It is C source, and declares no struct or union with a name and a body.',
    fix: 'Open the header that does.',
  })),
  'archive-without-source': error(() => ({
    text: 'This is a tar archive without C source, and none that hitmap-capture.sh wrote.',
    fix: 'Unpack it, and open the files that are meant.',
  })),
  'folder-unread': error(() => ({
    text: 'This folder could not be read.',
    fix: 'Open the files in it.',
  })),
  'folder-without-source': error(() => ({
    text: 'This folder holds no C source.',
    fix: 'Open the files in it: vmlinux, a .ko, a .o, a program.',
  })),
  'source-stopped': error((detail = 'unreachable') => ({
    text: `The reader of C source stopped unexpectedly (${detail}).`,
    fix: 'Try it again.',
  })),
  'source-unstarted': error((detail = 'a policy forbids it') => ({
    text: `The reader of C source could not be started (${detail}).`,
    fix: 'Try it again.',
  })),
  'search-stopped': error((detail = 'unreachable') => ({
    text: `The search stopped unexpectedly (${detail}).`,
    fix: 'Nothing else is affected; please report it with the struct.',
  })),
  'picture-too-large': error(() => ({
    text: 'The picture could not be drawn: it may be too large for this browser.',
    fix: 'Try SVG.',
  })),
  'mail-of-nothing': error(() => 'It is a mail, and has no hunk, report or layout.'),
  'pasted-too-long': error(() => ({
    text: 'It is longer than 16 MB.',
    fix: 'Save it as a file and drop that: a file is read in pieces.',
  })),
  'unknown-text': error(() => ({
    text: 'Hitmap does not know this kind of text file.',
    fix: 'Open an ELF file with debug information (vmlinux, a .ko, any program built with -g), raw BTF (/sys/kernel/btf/vmlinux), or a report of perf c2c.',
  })),
  'waits-for-base': note(() => ({
    text: 'Its types continue those of the kernel it was built for.',
    fix: 'Drop that kernel’s vmlinux, or its /sys/kernel/btf/vmlinux.',
  })),
  'list-replaced': error(() => ({
    text: 'The list was just replaced by a more complete one, which does not have this struct.',
    fix: 'Pick it again.',
  })),
  'not-read-yet': error(() => ({
    text: 'The file has not been read yet.',
    fix: 'Try again in a moment.',
  })),
  'archive-in-archive': error(
    () => 'The source of an archive is looked at in the page: drop the archive on it.',
  ),
  'no-struct': error(() => 'It has debug information, and no struct or union in it.'),
  'no-struct-read': error(
    (warning = 'The DWARF debug information cannot be read.') =>
      `No struct of it could be read; its debug information may be damaged: copy the file or build it again. ${warning}`,
  ),
  'storage-full': error(() => ({
    text: "The browser's storage for this page is full.",
    fix: LOST,
  })),
  'storage-refused': error(() => ({
    text: 'The browser does not let this page store anything.',
    fix: LOST,
  })),
  'drafts-unlisted': note(
    (reason = 'It does not answer.') =>
      `The browser did not say which drafts it keeps. ${reason} What it has stays; it is asked again when this page is loaded again.`,
  ),
  'draft-damaged': error(() => 'A draft is damaged.'),
  'draft-of-other-form': error((form = 2, own = 1) => ({
    text: `A draft has form ${form}, which is ${form > own ? 'newer' : 'older'} than this page's ${own}.`,
    fix: 'Open it with the page that wrote it.',
  })),
  'draft-empty': error(() => 'Of a draft only its name is left.'),
  'draft-without-layout': error(
    () => 'A draft lacks the layout that its last changes were made on.',
  ),

  // What an address names.
  'study-draft-gone': error(() => 'The draft of this study is not in this browser.'),
  'draft-gone': error(
    (struct = 'STRUCT') =>
      `The draft of \`${struct}\` is not kept in this browser: it was closed, or made in another one.`,
  ),
  'text-gone': error((struct = 'STRUCT', from = 'link') => ({
    text: `\`${struct}\` came by a ${from}, which this address does not hold.`,
    fix: 'Paste it again.',
  })),
  'not-in-file': error((struct = '`struct NAME`', file = 'vmlinux') => `${file} has no ${struct}.`),
  'in-no-file': error((struct = '`struct NAME`') => `No open file has ${struct}.`),
  'in-file-not-open': error(
    (struct = '`struct NAME`', file = 'vmlinux') =>
      `${struct} comes from ${file}, which is not open here.`,
  ),
  'file-not-open': error((file = 'vmlinux') => `${file} is not open here.`),
  'address-without-file': error((what = 'The report') => `${what} of the address has no name.`),
  'other-size': note(
    (struct = 'STRUCT', sizeBytes = '192', file = 'vmlinux', sizes = '184') =>
      `The address names a \`${struct}\` of ${sizeBytes} bytes; in ${file} it has ${sizes}.`,
  ),
  'other-offsets': note(
    (struct = 'STRUCT') =>
      `The address names a \`${struct}\` of the same size with other offsets: it comes from another version.`,
  ),
  'no-field': note(
    (struct = 'STRUCT', field = '`MEMBER`', near = ' Fields with a similar name: `OTHER`.') =>
      `\`${struct}\` has no field ${field}, which the address names: nothing is selected.${near}`,
  ),
  'changes-not-kept': note(
    () =>
      'The changes that this address refers to are not kept in this browser. They travel in links (tab Send), not in addresses.',
  ),

  // Files that were open.
  'file-moved': error(() => ({
    text: 'The file is no longer where it was.',
    fix: 'Open it from where it is now.',
  })),
  'pair-unread': error((file = 'vmlinux') => `${file}: this struct could not be read.`),
  'pair-closed': error((file = 'vmlinux') => `${file}: the file was closed.`),
});
