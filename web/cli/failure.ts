import { sentence, type Message } from '../core/base/messages';
import type { Result } from '../core/base/result';
import { sessionMessage, type SessionError } from '../core/ingest/attempt';

/** Ends the command with a message on standard error and exit code 2: bad usage, or input that cannot be used. */
export class Failure extends Error {
  constructor(readonly problem: Message) {
    super(sentence(problem));
  }
}

/** The value, or the failure as a sentence about a file. */
export function orFail<T>(path: string, result: Result<T, SessionError>): T {
  if (result.ok) return result.value;
  throw new Failure(sessionMessage(path, result.error));
}
