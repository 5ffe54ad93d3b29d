import { existsSync } from 'node:fs';
import { didYouMean } from '../core/base/nearest';
import { VERSION } from '../core/base/version';
import { COMMANDS } from './commands';
import { Failure } from './failure';
import { helpText } from './help';
import type { CommandResult } from './words';

/** Carries out the words of a command line. Throws a `Failure` for what a person can mend. */
export async function run(args: readonly string[]): Promise<CommandResult> {
  const [name, ...rest] = args;
  const listed = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (listed !== undefined) {
    const command = await listed.load();
    const asksForHelp = rest.some((word) => word === '--help' || word === '-h');
    return asksForHelp ? { text: command.help, notes: [] } : command.run(rest);
  }
  switch (name) {
    case undefined:
    case '':
      throw new Failure('say what to do: `hitmap --help` lists the commands.', 'usage');
    // Others call it so.
    case 'version':
    case '-V':
    case '--version':
      return { text: `hitmap ${VERSION}\n`, notes: [] };
    case 'help':
    case '--help':
    case '-h':
      return { text: helpText(), notes: [] };
    default: {
      if (name.startsWith('-') && name !== '-') throw optionFirst(name);
      // A file stands for the page with it; a command of that name comes first.
      if (name === '-' || existsSync(name)) return run(['serve', ...args]);
      const hint = didYouMean(name, Object.keys(COMMANDS));
      throw new Failure(`there is no command and no file \`${name}\`.${hint}`, 'usage', LISTED);
    }
  }
}

/** Only the command before an option tells whose option it is. */
function optionFirst(option: string): Failure {
  const hint = didYouMean(option, ['--help', '--version']);
  return new Failure(
    `\`${option}\` comes first, but options come after the command or the file: \`hitmap vmlinux --no-open\`.${hint}`,
    'usage',
    LISTED,
  );
}

const LISTED = '`hitmap --help` lists the commands.';
