import { EDIT_FORMS } from '../edit/parse';
import { SOURCE_HELP } from './open/sourceOptions';
import { TEXT_HELP } from './open/textOptions';

export const HELP = `hitmap: structs as cache lines

  hitmap FILE...                       the page with these files open, in a browser
  hitmap ls FILE                       every struct and union of a file
  hitmap show FILE STRUCT              the layout of one, in pahole's style
  hitmap heat PROFILE                  who fights over which line, and which field
  hitmap what FILE PLACE...            which struct and field instructions touch
  hitmap findings FILE STRUCT          what is worth looking at, with reasons
  hitmap predict FILE STRUCT           the HITM that is expected of a layout, after edits
  hitmap suggest FILE STRUCT           orders that are worth measuring, as edits
  hitmap patch FILE STRUCT             edits as a patch of its header
  hitmap link FILE STRUCT              a link that holds the layout and its changes
  hitmap open LINK                     what a link holds
  hitmap review FILE PATCH             a posted diff, before and after
  hitmap diff A B [STRUCT]             what became of the layouts between two files
  hitmap history STRUCT FILE...        a struct over several kernels
  hitmap summary BASE HEAD             what a change did to layouts, as Markdown for its review
  hitmap check RULES FILE...           fails where a layout breaks a rule
  hitmap export FILE STRUCT            pahole's text, a diff, Markdown, an SVG picture
  hitmap capture                       the script that gathers all evidence on a machine
  hitmap rows FILE...                  reports of many machines as one table
  hitmap fleet ROWS...                 what many machines fight over
  hitmap COMMAND --help                what a command takes
  hitmap --version                     which version this is

FILE is an ELF file with debug information, or BTF (/sys/kernel/btf/vmlinux); - is standard input.
\`show\`, \`patch\` and \`check\` take C source and output of pahole, too.
Exit codes: 0 done, 1 a check failed, 2 bad usage or input.
`;

const COMMON = `  --from btf|dwarf    take types from there, where a file has both (default: DWARF)
  --base VMLINUX      the kernel whose types a module's BTF continues (default: the vmlinux beside it)
  --dwz FILE          what dwz moved out of the file (default: found beside it by its recorded name)
  --dwo FILE          a .dwo or .dwp file of split DWARF, again for more (default: found by recorded names)
  --json              JSON; its shape is in docs/json.md
`;

export const LS_HELP = `hitmap ls FILE: every struct and union of a file, one a line

Columns: size in bytes, members, holes, bytes in holes, bytes of padding, name. A name with several
layouts is listed once for each, as foo#1, foo#2.

${COMMON}`;

export const SHOW_HELP = `hitmap show FILE STRUCT: the layout of a struct, in pahole's style

  --edit 'WORDS'      an edit, again for more; they apply in order
${SOURCE_HELP}${COMMON}
STRUCT is a name (file, struct file), or foo#2 where a name has several layouts.

${TEXT_HELP}
Edits:
${EDIT_FORMS.map((form) => `  ${form}\n`).join('')}
  hitmap show vmlinux file --edit 'move f_ref last' --edit 'move f_owner after f_cred'
`;
