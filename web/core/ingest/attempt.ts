import { about, type Message } from '../base/messages';
import { openMessage } from './messages';
import { fail, ok, type Result } from '../base/result';

export interface SessionError {
  /**
   * `refused`: the file is not what is needed, or is damaged. `tooMuch`: it unpacks to more than files of its size do, and
   * whoever trusts it may open it (`FileSource.isTrusted`). `crashed`: the reader itself broke (out of memory, or a bug),
   * and the module must not be used any more.
   */
  readonly kind: 'refused' | 'tooMuch' | 'crashed';
  readonly message: Message;
}

/** A call into WASM, whose failures come as exceptions. */
export function attempt<T>(call: () => T): Result<T, SessionError> {
  try {
    return ok(call());
  } catch (error) {
    // A Rust panic or a failed allocation ends in the `unreachable` instruction. A stack overflow is a RangeError.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      return fail({ kind: 'crashed', message: openMessage('reader-broke', error.message) });
    }
    // What crosses is JSON, and an engine's strings end at half a gigabyte.
    if (error instanceof SyntaxError) return refused(openMessage('too-much-declared'));
    if (isRefused(error)) {
      const kind = error.id === 'file/too-much' ? 'tooMuch' : 'refused';
      const { id, text, fix } = error;
      return fail({ kind, message: { id, severity: 'error', text, fix } });
    }
    return refused(
      openMessage('unreadable', error instanceof Error ? error.message : String(error)),
    );
  }
}

export function refused(message: Message): Result<never, SessionError> {
  return fail({ kind: 'refused', message });
}

/** What Rust throws of a failure that was to be expected (`facts::Refused`); none of it ends a program. */
function isRefused(error: unknown): error is Omit<Message, 'severity'> {
  return typeof error === 'object' && error !== null && 'id' in error && 'fix' in error;
}

/** What a reader says of a file, as a message that names it. */
export function sessionMessage(file: string, { message }: SessionError): Message {
  return about(file, message);
}
