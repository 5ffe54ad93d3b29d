import type { Result } from '../base/result';
import type { SessionError } from '../ingest/attempt';

/** Ends the command with a sentence on standard error and exit code 2: bad usage, or input that cannot be used. */
export class Failure extends Error {}

/** The value, or the failure as a sentence about a file. */
export function orFail<T>(path: string, result: Result<T, SessionError>): T {
  if (result.ok) return result.value;
  const sentence = result.error.message.replace(/[.\s]*$/, '.');
  throw new Failure(`${path}: ${sentence}`);
}
