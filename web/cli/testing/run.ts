import { Failure } from '../failure';
import { HEAT_COMMAND } from '../heat/heat';
import { LS_COMMAND } from '../commands/ls';
import { SHOW_COMMAND } from '../commands/show';
import { WHAT_COMMAND } from '../commands/what';
import type { CliCommand, CommandResult } from '../words';

/** Commands that have their outcome at once, loaded beforehand. */
const COMMANDS: Readonly<Record<string, CliCommand>> = {
  heat: HEAT_COMMAND,
  ls: LS_COMMAND,
  show: SHOW_COMMAND,
  what: WHAT_COMMAND,
};

/** The outcome of a command that has it at once. */
export function run([name = '', ...rest]: readonly string[]): CommandResult {
  const outcome = COMMANDS[name]?.run(rest);
  if (outcome === undefined)
    throw new Error(`bug: no command ${name} that has its outcome at once`);
  if (outcome instanceof Promise) throw new Error('bug: this command has its outcome later');
  return outcome;
}

/** The message of what cannot be done, without the folder of the test. */
export async function failureOf(what: () => unknown, folder = ''): Promise<string> {
  try {
    await what();
  } catch (error) {
    if (error instanceof Failure)
      return folder ? error.message.replaceAll(folder, '') : error.message;
    throw error;
  }
  return 'no failure';
}
