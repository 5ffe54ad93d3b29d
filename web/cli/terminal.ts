import { visibleName, visibleText } from '../base/visible';
import { Failure } from './failure';

/** Where text leaves the command line: nothing else writes to a stream. */

/**
 * Writes a result to standard output and waits for it. `as: 'text'` is for a person: whatever a terminal could
 * obey is written as `\u001b`. `as: 'file'` has to arrive byte by byte (a patch), and is made visible only
 * where the output is a terminal. A reader that goes away (`hitmap ls FILE | head`) is no failure.
 */
export async function writeResult(result: string | Uint8Array, as: 'text' | 'file'): Promise<void> {
  const shown =
    typeof result === 'string' && (as === 'text' || process.stdout.isTTY)
      ? visibleText(result)
      : result;
  // It also comes as an event, which nobody awaits.
  process.stdout.on('error', () => undefined);
  const error = await new Promise<NodeJS.ErrnoException | null>((done) => {
    process.stdout.write(shown, (failed) => done(failed ?? null));
  });
  if (error === null || error.code === 'EPIPE') return;
  throw new Failure(`the result could not be written: ${whyNot(error)}.`);
}

/** One sentence on standard error. Where that is closed too there is nobody to tell. */
export function writeNote(sentence: string): void {
  process.stderr.on('error', () => undefined);
  process.stderr.write(`hitmap: ${visibleName(sentence)}\n`);
}

function whyNot(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'EIO':
      return 'the disk or terminal failed (EIO)';
    default:
      return error.message;
  }
}
