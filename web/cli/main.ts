import { jsonText } from '../core/format/jsonText';
import { Failure } from './failure';
import { run } from './run';
import { DENIED_BY_NODE } from './systemReason';
import { writeNote, writeResult } from './terminal';

const DONE = 0;
const BAD_INPUT = 2;

const words = process.argv.slice(2);

// Outside of `main` too: a promise that nobody awaits.
process.on('uncaughtException', (error) => {
  void report(error).then((code) => process.exit(code));
});
process.exitCode = await main(words);

async function main(args: readonly string[]): Promise<number> {
  try {
    const outcome = await run(args);
    outcome.notes.forEach(writeNote);
    if (outcome.bytes && process.stdout.isTTY) {
      throw new Failure('this is not text for a terminal: add `> FILE`.', 'output');
    }
    await writeResult(outcome.bytes ?? outcome.text, outcome.as ?? 'text');
    return outcome.exitCode ?? DONE;
  } catch (error) {
    return report(error);
  }
}

/**
 * Says what went wrong, in a sentence, and where JSON was asked for in that too. Exit code 1 says that a check failed,
 * so nothing unforeseen may end with it.
 */
async function report(error: unknown): Promise<number> {
  const failure = failureOf(error);
  writeNote(isDebugged(error) ? (error.stack ?? error.message) : failure.message);
  const end = words.indexOf('--');
  const asksForJson = words.slice(0, end === -1 ? words.length : end).includes('--json');
  // What could not take the result takes no failure either.
  if (asksForJson && failure.id !== 'output') {
    const { id, text, fix } = failure;
    const answer = { v: 1, error: { id, severity: 'error', text, fix } };
    await writeResult(jsonText(answer), 'text').catch(() => undefined);
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
    return new Failure(`${DENIED_BY_NODE}: leave that out, or allow it.`, 'system');
  }
  const what = message.replace(/[.\s]*$/, '');
  return isOfSystem(error)
    ? new Failure(`the system refused: ${what}.`, 'system')
    : new Failure(`a fault of hitmap's own (${name}: ${what}).`, 'fault', REPORT_IT);
}

const REPORT_IT =
  'Please report it with the command and the file; HITMAP_DEBUG=1 adds where it was.';

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
