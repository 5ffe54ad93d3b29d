import { HEAT_COMMAND } from './heat';
import { CHECK_COMMAND } from './check';
import { DIFF_COMMAND } from './diff';
import { EXPORT_COMMAND } from './export';
import { LINK_COMMAND, OPEN_COMMAND } from './link';
import { PREDICT_COMMAND } from './predict';
import { SUGGEST_COMMAND } from './suggest';
import { PATCH_COMMAND } from './patch';
import { REVIEW_COMMAND } from './review';
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
  predict: PREDICT_COMMAND,
  suggest: SUGGEST_COMMAND,
};
