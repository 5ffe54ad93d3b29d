import { outputMessage } from './messages';
import { fstatSync, writeSync } from 'node:fs';
import { visibleName, visibleText } from '../core/base/visible';
import { Failure } from './failure';
import { reasonOf } from './systemReason';

const STDOUT = 1;

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
  const error = fstatSync(STDOUT).isFile() ? writeToFile(shown) : await writeToStream(shown);
  if (error === null || error.code === 'EPIPE') return;
  throw new Failure(outputMessage('not-written', reasonOf(error)));
}

/**
 * How far a long search is, on standard error and where that is a terminal: one line, written four times a second, which
 * `end` takes away. Ctrl-C ends the search with the command.
 */
export function progressLine(): {
  readonly at: (text: () => string) => void;
  end: () => void;
} {
  let last = Date.now();
  let isShown = false;
  return {
    at(text) {
      if (!process.stderr.isTTY || Date.now() - last < PROGRESS_MS) return;
      last = Date.now();
      isShown = true;
      writeSync(STDERR, `\rhitmap: ${text()}`);
    },
    end() {
      if (isShown) writeSync(STDERR, CLEARED_LINE);
    },
  };
}

const PROGRESS_MS = 250;
const STDERR = 2;
/** Back to the beginning of the line, and it is erased (ECMA-48, EL). */
const CLEARED_LINE = '\r\u001b[K';

function writeToStream(shown: string | Uint8Array): Promise<NodeJS.ErrnoException | null> {
  // It also comes as an event, which nobody awaits.
  process.stdout.on('error', () => undefined);
  return new Promise((done) => {
    process.stdout.write(shown, (failed) => done(failed ?? null));
  });
}

/** Writes until all is written: Node's own stream takes a part that the disk took for the whole (seen in 20.19). */
function writeToFile(shown: string | Uint8Array): NodeJS.ErrnoException | null {
  const bytes = Buffer.from(shown as Uint8Array);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(STDOUT, bytes, at);
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** One sentence on standard error. Where that is closed too there is nobody to tell. */
export function writeNote(sentence: string): void {
  // Once: a command that says how far it is says it often.
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => undefined);
  process.stderr.write(`hitmap: ${visibleName(sentence)}\n`);
}
