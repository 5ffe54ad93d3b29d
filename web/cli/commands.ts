import { HEAT_COMMAND } from './heat/heat';
import { CAPTURE_COMMAND } from './commands/capture';
import { CHECK_COMMAND } from './commands/check';
import { DIFF_COMMAND } from './commands/diff';
import { EXPORT_COMMAND } from './commands/export';
import { FINDINGS_COMMAND } from './commands/findings';
import { HISTORY_COMMAND } from './commands/history';
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

/** Commands by their names, beside `ls` and `show`. */
export const COMMANDS: Readonly<Record<string, CliCommand>> = {
  patch: PATCH_COMMAND,
  heat: HEAT_COMMAND,
  link: LINK_COMMAND,
  open: OPEN_COMMAND,
  review: REVIEW_COMMAND,
  diff: DIFF_COMMAND,
  check: CHECK_COMMAND,
  export: EXPORT_COMMAND,
  findings: FINDINGS_COMMAND,
  predict: PREDICT_COMMAND,
  suggest: SUGGEST_COMMAND,
  serve: SERVE_COMMAND,
  summary: SUMMARY_COMMAND,
  what: WHAT_COMMAND,
  capture: CAPTURE_COMMAND,
  rows: ROWS_COMMAND,
  fleet: FLEET_COMMAND,
  history: HISTORY_COMMAND,
};
