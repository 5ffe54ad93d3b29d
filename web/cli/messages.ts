import { error, messagesOf, note, warning } from '../core/base/messages';
import { plural } from '../core/base/prose';

const LISTED = '`hitmap --help` lists the commands.';

/** A reason of another, as a sentence. */
const sentenceEnd = (text: string) => text.replace(/[.\s]*$/, '.');

/** What is wrong with the words of a command line. */
export const usageMessage = messagesOf('usage', {
  capture: error(() => 'capture takes one bundle, or nothing.'),
  check: error(
    () => 'check takes a file of rules, and the binaries to check: `hitmap check RULES FILE...`.',
  ),
  'check-init': error(
    () => '--init takes a file and structs: `hitmap check --init FILE STRUCT...`.',
  ),
  diff: error(() => 'diff takes two files: `hitmap diff A B`.'),
  'export-as': error(
    (forms = 'pahole, svg', text = 'TEXT') => `--as takes ${forms}, not \`${text}\`.`,
  ),
  theme: error((text = 'TEXT') => `--theme takes light or dark, not \`${text}\`.`),
  history: error(() => 'history takes a struct and files: `hitmap history STRUCT FILE...`.'),
  open: error(() => 'open takes one link: `hitmap open LINK`.'),
  supply: error(
    (fields = 'title, author') => `--supply takes FIELD=TEXT with a field of: ${fields}.`,
  ),
  ls: error(() => 'ls takes one file: `hitmap ls FILE`.'),
  page: error(
    (text = 'TEXT') =>
      `--page takes the address of a page, as https://example.org/hitmap/, not \`${text}\`.`,
  ),
  patch: error(() => 'patch takes a file and a struct: `hitmap patch FILE STRUCT --tree DIR`.'),
  'nothing-to-predict': error(
    () =>
      "there is nothing to predict from: give a report with --profile, or tag who uses which field (--edit 'tag f_ref write-hot').",
  ),
  measured: error(
    () => '--measured-line and --measured-at need --measured AFTER: name the report.',
  ),
  'file-and-struct': error(() => 'this command takes a file and a struct, or a link.'),
  'at-and-base-offset': error(() => '--at and --base-offset say the same: give one of them.'),
  prefetch: error(
    (text = 'TEXT') =>
      `--prefetch takes a share of all misses from 0 to 1, or off, not \`${text}\`.`,
  ),
  alloc: error(
    (words = 'slab, percpu', text = 'TEXT', hint = '') =>
      `--alloc takes ${words}, not \`${text}\`.${hint}`,
  ),
  review: error(() => 'review takes a file and a patch: `hitmap review FILE PATCH`.'),
  show: error(() => 'show takes a file and a struct: `hitmap show FILE STRUCT`.'),
  'whole-number': error(
    (option = '--OPTION', least = 1, most = 100, text = 'TEXT') =>
      `${option} takes a whole number from ${least} to ${most}, not \`${text}\`.`,
  ),
  summary: error(
    () => 'summary takes two binaries, before and after the change: `hitmap summary BASE HEAD`.',
  ),
  what: error(() => ({
    text: 'what takes a file and what to look at in it: `hitmap what FILE SYMBOL+OFFSET`.',
    fix: '`hitmap what --help` says more.',
  })),
  fleet: error(
    () => "fleet takes the files that `hitmap rows` writes: `hitmap fleet 'rows/*.parquet'`.",
  ),
  'fleet-struct': error(
    (by = 'host') => `--struct goes with every --by but host and kernel, not with ${by}.`,
  ),
  'fleet-before-after': error(
    () => '--before and --after go only with `--by worse`; with any other --by, use --kernel.',
  ),
  'fleet-as': error((text = 'TEXT') => `--as takes profile, not \`${text}\`.`),
  'fleet-profile-struct': error(() => '--as profile needs --struct S, too.'),
  'fleet-profile-option': error((name = 'limit') => `--${name} does not go with --as profile.`),
  'fleet-by': error(
    (words = 'struct, host', text = 'TEXT') => `--by takes ${words}, not \`${text}\`.`,
  ),
  time: error(
    (option = '--OPTION') =>
      `${option} takes a day or a time in UTC, as 2026-11-25 or 2026-11-25T21:00:00Z.`,
  ),
  limit: error((text = 'TEXT') => `--limit takes a number, not \`${text}\`.`),
  heat: error(() => 'heat takes one report: `hitmap heat PROFILE`.'),
  'heat-offset': error(() => '--base-offset and --at need --struct.'),
  'heat-struct': error(() => '--struct needs --from FILE, the file that has the struct.'),
  'heat-how': error(
    (text = 'TEXT') => `--how takes addresses, functions or prototypes, not \`${text}\`.`,
  ),
  bytes: error(
    (option = '--OPTION', text = 'TEXT') =>
      `${option} takes a number of bytes, as 64, not \`${text}\`.`,
  ),
  'no-words': error(() => 'no command was given: `hitmap --help` lists the commands.'),
  'one-profile': error(
    () =>
      "--line and --at are for a single --profile; with several give `--edit 'bind NAME LINE at BYTES'`.",
  ),
  'line-and-at': error((lines = 'It has line 0.') => ({
    text: '--line and --at go together: they say which cache line of the report, and at which byte of the struct it begins.',
    fix: lines,
  })),
  'whole-bytes': error(
    (option = '--OPTION', text = 'TEXT') =>
      `${option} takes a whole number of bytes, not \`${text}\`.`,
  ),
  'measured-without-edit': error(
    () => '--measured is a report of a run on the edited order: say with --edit what was changed.',
  ),
  target: error(
    (names = 'x86-64, arm64', text = 'TEXT') => `--target takes one of ${names}, not \`${text}\`.`,
  ),
  define: error((text = 'TEXT') => `--define takes NAME or NAME=NUMBER, not \`${text}\`.`),
  size: error((text = 'TEXT') => `--size takes NAME=BYTES or NAME=BYTES/ALIGN, not \`${text}\`.`),
  from: error((text = 'TEXT') => `--from takes \`btf\` or \`dwarf\`, not \`${text}\`.`),
  unknown: error((why = 'Unknown option --OPTION.', command = 'show') => ({
    text: why,
    fix: `\`hitmap ${command} --help\` says what it takes.`,
  })),
  'no-command': error((name = 'NAME', hint = '') => ({
    text: `there is no command and no file \`${name}\`.${hint}`,
    fix: LISTED,
  })),
  'option-first': error((option = '--OPTION', hint = '') => ({
    text: `\`${option}\` comes first, but options come after the command or the file: \`hitmap vmlinux --no-open\`.${hint}`,
    fix: LISTED,
  })),
  worker: error(() => '--worker is for processes of `hitmap rows` itself.'),
  rows: error(
    () =>
      'rows takes reports of perf, or bundles of hitmap-capture.sh: `hitmap rows FILE... --out DIR`.',
  ),
  'rows-out': error(
    () => 'rows needs a folder to write to (--out DIR), or --as csv for standard output.',
  ),
  'rows-as': error((text = 'TEXT') => `--as takes parquet or csv, not \`${text}\`.`),
  'number-from-one': error(
    (option = '--OPTION', text = 'TEXT') =>
      `${option} takes a whole number from 1 up, not \`${text}\`.`,
  ),
  port: error((text = 'TEXT') => `--port takes a number up to 65535, not \`${text}\`.`),
});

/** Why what they name cannot be used: a file, a struct in it, a value. */
export const inputMessage = messagesOf('input', {
  unreadable: error((why = 'cannot open FILE: no such file') => sentenceEnd(why)),
  'no-hunk': error(
    (patch = 'PATCH') => `${patch} has neither a hunk of a diff nor a layout of pahole.`,
  ),
  'hunk-refused': error(
    (patch = 'PATCH', line = 3, reason = 'it is cut.') => `${patch}, line ${line}: ${reason}`,
  ),
  'report-without-lines': error(() => 'The report has no cache line to show.'),
  'no-ranked-line': error(
    (line = '9', count = 3) =>
      `The report has no cache line ${line}: it has ${count}, counted from 0.`,
  ),
  'not-in-tree': error(
    (tree = 'DIR', file = 'FILE') =>
      `${tree} has no ${file}: give the folder of the source that the file was built from.`,
  ),
  'undeclared-in-tree': error(
    (tree = 'DIR', struct = 'STRUCT') => `nothing under ${tree} declares \`${struct}\`.`,
  ),
  'only-types-from': error(
    (path = 'FILE', wanted = 'DWARF', known = 'BTF') => `${path} has no ${wanted}, only ${known}.`,
  ),
  'not-described': error(
    (path = 'FILE', why = 'its type is damaged') => `${path}: ${sentenceEnd(why)}`,
  ),
  'wants-debug': error((path = 'FILE', name = '', buildId = '1234abcd') => ({
    text: `${path} has no debug information: that is in another file,${name} with the build-id ${buildId}.`,
    fix: "Install the program's -dbgsym or -debuginfo package, or name the file: --debug FILE.",
  })),
  'no-file': error((names = 'FILE', why = '') => `there is no file ${names}${why}.`),
  'no-recording-left': error(() => '--since, --until and --kernel leave no recording.'),
  'no-machine-named': error(
    () => 'no recording names its machine: only those in bundles of hitmap-capture.sh do.',
  ),
  'no-row-with-struct': error(
    () =>
      'no row of the files names a struct: `hitmap rows --types FILE` names them, and so does a bundle that has types.',
  ),
  'no-such-rows': error(() => 'no row matches these options.'),
  'no-row-of': error((struct = 'STRUCT') => ({
    text: `no row of the files is of ${struct}.`,
    fix: 'Leave out --struct to list the structs.',
  })),
  'no-such-rows-of': error((struct = 'STRUCT') => `no row of ${struct} matches these options.`),
  'text-not-binary': error((path = 'FILE', structs = 'struct a, struct b', more = '') => ({
    text: `${path} is text, and ls lists what a binary holds.`,
    fix: `It has ${structs}${more}: \`hitmap show FILE STRUCT\` lays one of them out.`,
  })),
  'no-rules-text': error(
    (path = 'FILE') =>
      `${path} is not a text with rules: \`hitmap check RULES FILE...\` takes those first.`,
  ),
  'rule-wrong': error(
    (path = 'FILE', line = 3, what = 'there is no rule.', also = '') =>
      `${path}:${line}: ${what}${also}`,
  ),
  'no-rules': error((path = 'FILE') => ({
    text: `The rules file ${path} has no rule in it.`,
    fix: 'A rule is a line such as `file: stay f_ref in 2`; `hitmap check --help` lists all.',
  })),
  'no-duckdb': error(
    () =>
      'fleet needs DuckDB, which is not here: run `npx -p hitmap -p @duckdb/node-api hitmap fleet …`, or `npm install @duckdb/node-api` where hitmap is installed.',
  ),
  'rows-unreadable': error(
    (paths = 'FILE', why = 'no such file.') => `${paths} cannot be read: ${why}`,
  ),
  'no-kernel': error(
    (wanted = '6.1', known = '6.6 and 6.12') =>
      `no recording comes from a kernel ${wanted}; there are ${known}.`,
  ),
  'no-rows': error((notes = '') => `there are no rows: ${notes}`),
  'rows-schema': error(
    (file = 'FILE', schema = '2', known = 1) =>
      `${file} has rows of schema ${schema}, and this hitmap reads schema ${known}: write them again with this version's \`hitmap rows\`.`,
  ),
  'no-type-profile': error((struct = 'STRUCT') => `The report has no accesses to ${struct}.`),
  'base-forbidden': error(
    (struct = 'STRUCT', base = 8) =>
      `No ${struct} begins ${base} bytes into this cache line: its alignment forbids it.`,
  ),
  'no-line-stated': error((lines = 'It has line 0.') => ({
    text: 'nothing says at which byte of the struct a cache line of the report begins: give --line N --at BYTES.',
    fix: lines,
  })),
  'line-outside': error(
    (offset = 4096, struct = 'STRUCT', bytes = 192, first = -63, last = 191) =>
      `a cache line at byte ${offset} has no byte of ${struct}, which has ${bytes}: --at takes ${first} to ${last}.`,
  ),
  'no-line': error((line = '3', lines = 'It has line 0.') => ({
    text: `the report has no cache line ${line}.`,
    fix: lines,
  })),
  'debug-not-needed': error(
    (path = 'FILE') => `${path} has its debug information itself: leave out --debug.`,
  ),
  'no-dwz': error(
    (path = 'FILE') => `${path} names no supplementary file of dwz: leave out --dwz.`,
  ),
  'no-struct': error(
    (
      path = 'FILE',
      kind = 'struct or union',
      name = 'NAME',
      hint = '',
      elsewhere = '',
      unread = '',
    ) => `${path} has no ${kind} \`${name}\`.${hint}${elsewhere}${unread}`,
  ),
  layouts: error(
    (name = 'NAME', count = 2, layouts = 'NAME#1 and NAME#2') =>
      `\`${name}\` has ${count} layouts: ${layouts}.`,
  ),
  ambiguous: error(
    (name = 'NAME', count = 2, layouts = 'NAME#1 and NAME#2') =>
      `\`${name}\` has ${count} layouts, say which one to take: ${layouts}.`,
  ),
  'no-text': error((header = 'FILE') => `${header} is not a text.`),
  'no-source': error(
    (struct = 'STRUCT', file = 'FILE', of = '') =>
      `a patch needs the source of \`${struct}\`, ${file}${of}: give --tree DIR or --header FILE.`,
  ),
  'no-directory': error((path = 'FILE') => `${path} is not a folder.`),
  'no-lines': error((name = 'FILE') => `the report ${name} has no cache lines.`),
  'lines-unplaced': error(
    (name = 'FILE') =>
      `the functions of ${name} do not tell where its cache lines lie in the edited struct: say --measured-line N --measured-at BYTES.`,
  ),
  'no-parts': error((path = 'FILE') => `${path} is no bundle, and only a bundle has parts.`),
  'no-types': error((path = 'FILE') => `${path} has no types: neither DWARF nor BTF.`),
  'no-base': error((path = 'FILE') => ({
    text: `${path}: its types continue those of the kernel it was built for, and there is no vmlinux beside it.`,
    fix: 'Name it: --base VMLINUX (or /sys/kernel/btf/vmlinux).',
  })),
  rust: error((path = 'FILE', why = 'Rust is not read.') => `${path}: ${why}`),
  'open-questions': error((path = 'FILE', how = '') => ({
    text: `${path} does not say all that its layout depends on.`,
    fix: how,
  })),
  declarations: error(
    (name = 'NAME', count = 2, first = 'NAME', last = 'NAME', most = 2) =>
      `\`${name}\` is declared ${count} times. Say which, in the order of the text: \`${first}#1\` to \`${last}#${most}\`.`,
  ),
  'not-declared': error(
    (path = 'FILE', kind = 'struct or union', name = 'NAME', hint = '') =>
      `${path} declares no ${kind} \`${name}\` with a body.${hint}`,
  ),
  'c-not-understood': error((path = 'FILE', why = 'it is cut.') => `${path}: ${why}`),
  'no-part': error((file = 'FILE', lack = 'has no part.') => `${file} ${lack}`),
  'no-bundle': error((path = 'FILE') => `${path} is not a bundle of hitmap-capture.sh.`),
  'no-report': error((file = 'FILE', name = 'NAME', reports = 'a and b') => ({
    text: `${file} has no report ${name}.`,
    fix: `Its reports: ${reports}.`,
  })),
  reports: error((path = 'FILE', count = 2, reports = 'a and b', first = 'FILE') => ({
    text: `${path} holds ${count} reports: ${reports}.`,
    fix: `Say which: \`${first}#1\`.`,
  })),
  'build-incomplete': error(() => 'The build is not complete: run `npm run build`.'),
  'no-split-dwarf': error((path = 'FILE') => `${path} does not use split DWARF: leave out --dwo.`),
  'other-split-dwarf': error(
    (file = 'FILE', path = 'FILE') =>
      `${file} has no units of ${path}: its types belong to another program.`,
  ),
  'unreadable-file': error(
    (path = 'FILE', reason = 'permission denied') => `${path} cannot be read: ${reason}.`,
  ),
  'no-structs': error(
    (path = 'FILE', unread = '') => `${path} has debug information without a struct.${unread}`,
  ),
  'no-png': error(() => ({
    text: 'the part that draws PNGs is not installed for this system.',
    fix: 'Use `--as svg`, or save a PNG from the page.',
  })),
  'no-lines-no-counters': error(
    (path = 'FILE') =>
      `${path} is no output of perf c2c (it has neither a cache line nor a table of counters): no rows come from it.`,
  ),
  'page-not-built': error(
    () => 'the page is not built here; `npm run build` in the checkout builds it.',
  ),
});

/** What the system refused. */
export const systemMessage = messagesOf('system', {
  'not-written': error(
    (path = 'FILE', reason = 'permission denied') => `${path} could not be written: ${reason}.`,
  ),
  'denied-by-node': error(
    (what = 'Node.js denies reading') => `${what}: leave that out, or allow it.`,
  ),
  refused: error((what = 'EIO') => `the system refused: ${what}.`),
  'no-folder': error(
    (what = 'rows', path = 'FILE', why = 'permission denied') =>
      `no folder for ${what} can be made at ${path}: ${why}.`,
  ),
  'permission-denied': error(
    (tree = 'DIR', path = 'FILE') => `${tree}/${path} cannot be read: permission denied.`,
  ),
  'port-taken': error(
    (port = '8000') => `port ${port} is taken: name another, or leave --port out.`,
  ),
  'port-denied': error(
    (port = '80') => `port ${port} is not for ordinary users: name one above 1023.`,
  ),
});

/** Why a result could not be written. */
export const outputMessage = messagesOf('output', {
  terminal: error(() => 'the output is not text for a terminal: add `> FILE`.'),
  'not-written': error((reason = 'disk full') => `the result could not be written: ${reason}.`),
});

/** Faults of Hitmap's own. */
export const faultMessage = messagesOf('fault', {
  hitmap: error((name = 'TypeError', what = 'x is no function') => ({
    text: `a fault of hitmap's own (${name}: ${what}).`,
    fix: 'Please report it with the command and the file; HITMAP_DEBUG=1 adds where it was.',
  })),
  'own-path': error(() => 'hitmap does not know its own path.'),
});

/** What is said beside a result. */
export const noteMessage = messagesOf('note', {
  more: note(
    (count = 4) =>
      `${plural(count, 'more message')}: --notes shows ${count === 1 ? 'it' : 'them'}.`,
  ),
  'other-layout': warning((struct = 'STRUCT', sizeBytes = 192) => ({
    text: `the report comes from another layout of ${struct} (${sizeBytes} bytes), so its samples may be on the wrong members here.`,
    fix: 'Give the types of the kernel or program that was recorded.',
  })),
  'byte-by-offsets': warning((byte = 80, struct = 'STRUCT', others = ', as byte 16 could be') => ({
    text: `byte ${byte} of ${struct} was chosen by offsets alone${others}.`,
    fix: 'Give --at to be sure.',
  })),
  'byte-by-functions': note((byte = 80, struct = 'STRUCT', how = 'touch', others = '') => ({
    text: `byte ${byte} of ${struct} was chosen by what the functions of the cache line ${how}${others}.`,
    fix: 'Give --at to choose another byte.',
  })),
  misaligned: warning(
    (struct = 'STRUCT', alignBytes = 8) =>
      `no ${struct} begins at the base offset given: ${struct} is aligned to ${alignBytes} bytes.`,
  ),
  'shares-alone': note(
    () =>
      'the report has no counts: the figures are percent of each kind of access to the cache line.',
  ),
  'lines-without-counts': warning(
    (lines = '0xffff8881, 0xffff8882') =>
      `cache lines ${lines} were left out: the report has percentages of them and no counts.`,
  ),
  'more-twins': note((count = 3) => `${count} more ids are shared by several bundles.`),
  twins: warning((bundles = 2, id = 'ID') => ({
    text: `${bundles} bundles have the id ${id} and hold different things: all are counted.`,
    fix: 'Find out which of them is of that machine, and leave out the others.',
  })),
  'more-rows': note((count = 8, all = 28) => `${count} more rows: --limit ${all} shows them.`),
  'file-left-out': warning(
    (files = 'FILE', why = 'it is no Parquet file, or its end is missing') =>
      `${files} left out: ${why}.`,
  ),
  'members-unseen': note(() => 'members of the structs were not compared.'),
  'more-in-one': note((count = 8) => `${count} more are in one file only: --all lists them.`),
  'more-inside': note(
    (count = 8) =>
      `${count} more have other members or offsets, each field on its cache line: --all lists them.`,
  ),
  'two-machines': warning(
    (before = 'A', old = 'x86-64', after = 'B', now = 'aarch64') =>
      `${before} is of ${old} and ${after} of ${now}: what differs may come from the machine and not from the change.`,
  ),
  'read-only': note(
    (why = 'No alignment explains its size of 70 bytes.') =>
      `the struct can only be shown, not edited. ${why}`,
  ),
  'no-struct': warning((file = 'FILE') => `${file} has debug information without a struct.`),
  'nothing-hot': note(() => 'nothing is measured or tagged, so nothing is known to be hot.'),
  hazards: note((text = 'Code that depends on the order of members was not looked for.') => text),
  held: note((text = 'The source holds 2 members in place.') => text),
  holding: note((hazard = 'a.c:12: `memcpy(&a->MEMBER)`') => hazard),
  'more-holding': note(
    (count = 7) => `and ${count} more places in the source (\`patch --json\` has all).`,
  ),
  cannot: warning((profile = 'PROFILE', why = 'it has no sampled store.') => `${profile}: ${why}`),
  'about-code': note(
    (symbol = 'SYMBOL+0x10', what = 'a call is not followed.') => `${symbol}: ${what}`,
  ),
  'no-time': warning(
    (time = 'TEXT') => `The time of the recording, \`${time}\`, is not a time: it is left out.`,
  ),
  'odd-clock': warning(
    (time = '1970-01-01T00:00:00Z') =>
      `The clock of the machine that recorded was wrong (${time}), and --since goes by that clock.`,
  ),
  'some-unnamed': warning(
    (why = 'FILE: its types are damaged.') => `No struct is named for some cache lines: ${why}`,
  ),
  'no-types': warning(
    () => 'No file of types belongs to the kernel or program of the recording: no struct is named.',
  ),
  'hottest-named': note(
    (lines = 400, named = 100) =>
      `Structs are named for the ${named} hottest of ${lines} cache lines: --lines names more.`,
  ),
  again: note(() => 'the recording came before, and its rows are written once.'),
  'process-ended': error(() => 'the process that read the file ended early.'),
  'whole-there': note(
    () => 'The bundle was cut, and rows of a whole bundle with its id are in the output already.',
  ),
  'names-kept': note(
    () =>
      'rows that were in the output keep the structs that they name: to name them anew, write to another --out with --types.',
  ),
});
