import { LINK_COMMAND, OPEN_COMMAND } from './link';
import type { CliCommand } from './words';

/** Commands by their names, beside `ls` and `show`. */
export const COMMANDS: Readonly<Record<string, CliCommand>> = {
  link: LINK_COMMAND,
  open: OPEN_COMMAND,
};
