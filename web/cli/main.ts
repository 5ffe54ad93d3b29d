import { faultMessage, outputMessage, systemMessage, usageMessage } from './messages';
import { jsonText } from '../core/format/jsonText';
import { Failure } from './failure';
import { DENIED_BY_NODE } from './systemReason';
import { writeNote, writeResult } from './terminal';
import { existsSync } from 'node:fs';
import { didYouMean } from '../core/base/nearest';
import { VERSION } from '../core/base/version';
import { COMMANDS } from './commands';
import { linesBeside, notesShown, type CommandResult } from './words';

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
      throw new Failure(usageMessage('no-words'));
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
      throw new Failure(usageMessage('no-command', name, hint));
    }
  }
}

/** Only the command before an option tells whose option it is. */
function optionFirst(option: string): Failure {
  const hint = didYouMean(option, ['--help', '--version']);
  return new Failure(usageMessage('option-first', option, hint));
}

/** Where the words begin that say what a command is for. */
const COLUMN = 37;

const row = (words: string, what: string) => `  hitmap ${words}`.padEnd(COLUMN) + ` ${what}\n`;

/** What `hitmap --help` says. */
function helpText(): string {
  const commands = Object.entries(COMMANDS).map(([name, { takes, what }]) =>
    row(`${name} ${takes}`, what),
  );
  return `hitmap: structs as cache lines

${row('FILE...', 'the page with these files open, in a browser')}${commands.join('')}${row('COMMAND --help', 'what a command takes')}${row('COMMAND --notes', 'with all notes, of which it shows three')}${row('--version', 'which version this is')}
FILE is an ELF file with debug information, or BTF (/sys/kernel/btf/vmlinux); - is standard input.
\`show\`, \`patch\` and \`check\` take C source and output of pahole, too.
Exit codes: 0 done, 1 a check failed, 2 bad usage or input.
`;
}

const DONE = 0;
const BAD_INPUT = 2;

const ALL_NOTES = '--notes';

const words = process.argv.slice(2);

// Outside of `main` too: a promise that nobody awaits.
process.on('uncaughtException', (error) => {
  void report(error).then((code) => process.exit(code));
});
process.exitCode = await main(words);

async function main(args: readonly string[]): Promise<number> {
  try {
    const options = optionsOf(args);
    const outcome = await run([
      ...options.filter((word) => word !== ALL_NOTES),
      ...args.slice(options.length),
    ]);
    const notes = notesShown(outcome, options.includes(ALL_NOTES));
    linesBeside({ ...outcome, notes }).forEach(writeNote);
    if (outcome.bytes && process.stdout.isTTY) {
      throw new Failure(outputMessage('terminal'));
    }
    await writeResult(outcome.bytes ?? outcome.text, outcome.as ?? 'text');
    return outcome.exitCode ?? DONE;
  } catch (error) {
    return report(error);
  }
}

/** What stands before `--`. */
function optionsOf(args: readonly string[]): readonly string[] {
  return args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
}

/**
 * Says what went wrong, in a sentence, and where JSON was asked for in that too. Exit code 1 says that a check failed,
 * so nothing unforeseen may end with it.
 */
async function report(error: unknown): Promise<number> {
  const failure = failureOf(error);
  writeNote(isDebugged(error) ? (error.stack ?? error.message) : failure.message);
  const asksForJson = optionsOf(words).includes('--json');
  // What could not take the result takes no failure either.
  const { problem } = failure;
  if (asksForJson && !problem.id.startsWith('output/')) {
    await writeResult(jsonText({ v: 1, error: problem }), 'text').catch(() => undefined);
  }
  return BAD_INPUT;
}

function isDebugged(error: unknown): error is Error {
  return (
    process.env['HITMAP_DEBUG'] !== undefined &&
    error instanceof Error &&
    !(error instanceof Failure)
  );
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { name, message } =
    error instanceof Error ? error : { name: 'error', message: String(error) };
  if (error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED') {
    return new Failure(systemMessage('denied-by-node', DENIED_BY_NODE));
  }
  const what = message.replace(/[.\s]*$/, '');
  return isOfSystem(error)
    ? new Failure(systemMessage('refused', what))
    : new Failure(faultMessage('hitmap', name, what));
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
