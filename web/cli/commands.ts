import { HEAT_COMMAND } from './heat/heat';
import { CAPTURE_COMMAND } from './commands/capture';
import { CHECK_COMMAND } from './commands/check';
import { DIFF_COMMAND } from './commands/diff';
import { EXPORT_COMMAND } from './commands/export';
import { FINDINGS_COMMAND } from './commands/findings';
import { HISTORY_COMMAND } from './commands/history';
import { LS_COMMAND } from './commands/ls';
import { SHOW_COMMAND } from './commands/show';
import { LINK_COMMAND, OPEN_COMMAND } from './commands/link';
import { PREDICT_COMMAND } from './commands/predict';
import { SUMMARY_COMMAND } from './commands/summary';
import { SUGGEST_COMMAND } from './commands/suggest';
import { PATCH_COMMAND } from './commands/patch';
import { REVIEW_COMMAND } from './commands/review';
import { WHAT_COMMAND } from './commands/what';
import { FLEET_COMMAND } from './fleet/fleet';
import { ROWS_COMMAND } from './rows/rows';
import { SERVE_COMMAND } from './serve/serve';
import type { CliCommand } from './words';

/** A command as the list of all shows it. */
interface Listed {
  readonly command: CliCommand;
  readonly takes: string;
  readonly what: string;
}

const listed = (command: CliCommand, takes: string, what: string): Listed => ({
  command,
  takes,
  what,
});

/** Every command by its name, in the order in which `hitmap --help` lists them. */
export const COMMANDS: Readonly<Record<string, Listed>> = {
  ls: listed(LS_COMMAND, 'FILE', 'every struct and union of a file'),
  show: listed(SHOW_COMMAND, 'FILE STRUCT', "the layout of one, in pahole's style"),
  heat: listed(HEAT_COMMAND, 'PROFILE', 'who fights over which line, and which field'),
  what: listed(WHAT_COMMAND, 'FILE PLACE...', 'which struct and field instructions touch'),
  findings: listed(FINDINGS_COMMAND, 'FILE STRUCT', 'what is worth looking at, with reasons'),
  predict: listed(
    PREDICT_COMMAND,
    'FILE STRUCT',
    'the HITM that is expected of a layout, after edits',
  ),
  suggest: listed(SUGGEST_COMMAND, 'FILE STRUCT', 'orders that are worth measuring, as edits'),
  patch: listed(PATCH_COMMAND, 'FILE STRUCT', 'edits as a patch of its header'),
  link: listed(LINK_COMMAND, 'FILE STRUCT', 'a link that holds the layout and its changes'),
  open: listed(OPEN_COMMAND, 'LINK', 'what a link holds'),
  review: listed(REVIEW_COMMAND, 'FILE PATCH', 'a posted diff, before and after'),
  diff: listed(DIFF_COMMAND, 'A B [STRUCT]', 'what became of the layouts between two files'),
  history: listed(HISTORY_COMMAND, 'STRUCT FILE...', 'a struct over several kernels'),
  summary: listed(
    SUMMARY_COMMAND,
    'BASE HEAD',
    'what a change did to layouts, as Markdown for its review',
  ),
  check: listed(CHECK_COMMAND, 'RULES FILE...', 'fails where a layout breaks a rule'),
  export: listed(EXPORT_COMMAND, 'FILE STRUCT', "pahole's text, a diff, Markdown, an SVG picture"),
  capture: listed(CAPTURE_COMMAND, '', 'the script that gathers all evidence on a machine'),
  rows: listed(ROWS_COMMAND, 'FILE...', 'reports of many machines as one table'),
  fleet: listed(FLEET_COMMAND, 'ROWS...', 'what many machines fight over'),
  serve: listed(
    SERVE_COMMAND,
    '[FILE...]',
    'the page, also without a file; its help has the options',
  ),
};
