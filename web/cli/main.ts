import { Failure } from './failure';
import { run } from './run';
import { DENIED_BY_NODE } from './systemReason';
import { writeNote, writeResult } from './terminal';

const DONE = 0;
const BAD_INPUT = 2;

// Outside of `main` too: a promise that nobody awaits.
process.on('uncaughtException', (error) => {
  writeNote(sentenceOf(error));
  process.exit(BAD_INPUT);
});
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const outcome = await run(args);
    outcome.notes.forEach(writeNote);
    if (outcome.bytes && process.stdout.isTTY) {
      throw new Failure('this is not text for a terminal: add `> FILE`.');
    }
    await writeResult(outcome.bytes ?? outcome.text, outcome.as ?? 'text');
    return outcome.exitCode ?? DONE;
  } catch (error) {
    writeNote(sentenceOf(error));
    return BAD_INPUT;
  }
}

/** What went wrong, by a sentence; exit code 1 says that a check failed, so nothing unforeseen may end with it. */
function sentenceOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (process.env['HITMAP_DEBUG'] !== undefined && error instanceof Error) {
    return error.stack ?? error.message;
  }
  const { name, message } =
    error instanceof Error ? error : { name: 'error', message: String(error) };
  if (error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED') {
    return `${DENIED_BY_NODE}: leave that out, or allow it.`;
  }
  const what = message.replace(/[.\s]*$/, '');
  return isOfSystem(error)
    ? `the system refused: ${what}.`
    : `a fault of hitmap's own (${name}: ${what}). Please report it with the command and the file; HITMAP_DEBUG=1 adds where it was.`;
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
