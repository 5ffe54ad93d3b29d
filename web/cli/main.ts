import { COMMANDS } from './commands';
import { Failure } from './failure';
import { run } from './run';
import type { Outcome } from './words';

const DONE = 0;
const BAD_INPUT = 2;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const outcome = await runCommand(args);
    for (const note of outcome.notes) process.stderr.write(`hitmap: ${note}\n`);
    if (outcome.bytes && process.stdout.isTTY) {
      throw new Failure('this is no text for a terminal: add `> FILE`.');
    }
    writeOut(outcome.bytes ?? outcome.text);
    return outcome.exitCode ?? DONE;
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
function writeOut(result: string | Uint8Array): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(DONE);
  });
  process.stdout.write(result);
}
