import type { Result } from '../core/base/result';
import type { SessionError } from '../core/ingest/attempt';

/**
 * What kind of failure it is, for programs (docs/json.md). `usage`: the words are none of this command. `input`: what
 * they name cannot be used, a file, a struct in it, or a value. `output`: the result could not be written. `system`: the
 * system refused something. `fault`: a bug of ours.
 */
export type FailureId = 'usage' | 'input' | 'output' | 'system' | 'fault';

/** Ends the command with a sentence on standard error and exit code 2: bad usage, or input that cannot be used. */
export class Failure extends Error {
  /** @param fix what to do, as a sentence, where that is said apart from what is wrong */
  constructor(
    readonly text: string,
    readonly id: FailureId = 'input',
    readonly fix: string | null = null,
  ) {
    super(fix === null ? text : `${text} ${fix}`);
  }
}

/** A file has no struct of that name: another one may. */
export class NoSuchStruct extends Failure {}

/** The value, or the failure as a sentence about a file. */
export function orFail<T>(path: string, result: Result<T, SessionError>): T {
  if (result.ok) return result.value;
  const sentence = result.error.message.replace(/[.\s]*$/, '.');
  throw new Failure(`${path}: ${sentence}`);
}
