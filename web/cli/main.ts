import { Failure } from './failure';
import { run } from './run';

const DONE = 0;
const BAD_INPUT = 2;

process.exitCode = main(process.argv.slice(2));

function main(args: readonly string[]): number {
  try {
    const { text, notes } = run(args);
    for (const note of notes) process.stderr.write(`hitmap: ${note}\n`);
    writeOut(text);
    return DONE;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`hitmap: ${error.message}\n`);
    return BAD_INPUT;
  }
}

/** A reader that goes away (`hitmap ls FILE | head`) is no failure. */
function writeOut(text: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(DONE);
  });
  process.stdout.write(text);
}
