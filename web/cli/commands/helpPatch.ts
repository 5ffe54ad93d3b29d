import { TEXT_HELP } from '../open/textOptions';

export const PATCH_HELP = `hitmap patch FILE STRUCT: edits as a patch of the header that declares the struct

  --tree DIR          the source that FILE was built from: its header is found there, and the places
                      that depend on the layout are named on standard error
  --header FILE       the header itself, instead of a tree
  --edit 'WORDS'      an edit, again for more; they apply in order
  --split MEMBER      first put what shares a source line with MEMBER on lines of its own: \`a, b, c;\`, a brace
  --comments          put notes (--edit 'note X "why"') as comments above their members, and into the mail
  --boundaries        correct comments like "--- cacheline 1 boundary (64 bytes) ---"
  --format            change the struct though it looks like a format of a wire, a disk, a device or user space
  --mail              a whole mail for \`git am\`, with FILL IN where only a person knows
  --profile REPORT    a perf c2c report or recording, measured on the unedited struct, for the mail's figures
  --line N --at BYTES which line of it (its address or its number), and where in the struct it lies
  --subsystem NAME    put before the subject of the mail
  --json              JSON; its shape is in docs/json.md

${TEXT_HELP}
  hitmap patch vmlinux file --tree linux --edit 'move f_ref last' > file.patch
`;
