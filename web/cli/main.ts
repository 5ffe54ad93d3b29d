import { COMMANDS } from './commands';
import { Failure } from './failure';
import { run } from './run';
import type { Outcome } from './words';

const DONE = 0;
const BAD_INPUT = 2;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const { text, notes, exitCode } = await runCommand(args);
    for (const note of notes) process.stderr.write(`hitmap: ${note}\n`);
    writeOut(text);
    return exitCode ?? DONE;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`hitmap: ${error.message}\n`);
    return BAD_INPUT;
  }
}

async function runCommand(args: readonly string[]): Promise<Outcome> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return run(args);
  const asksForHelp = rest.some((word) => word === '--help' || word === '-h');
  return asksForHelp ? { text: command.help, notes: [] } : command.run(rest);
}

/** A reader that goes away (`hitmap ls FILE | head`) is no failure. */
function writeOut(text: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(DONE);
  });
  process.stdout.write(text);
}
