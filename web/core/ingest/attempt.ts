import type { Message } from '../base/messages';
import { openMessage } from './messages';
import { fail, ok, type Result } from '../base/result';

export type SessionError =
  /** The file is not what is needed, or is damaged: a sentence for the user. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It unpacks to more than files of its size do: whoever trusts it may open it (`FileSource.isTrusted`). */
  | { readonly kind: 'tooMuch'; readonly message: string }
  /** The reader itself broke (out of memory, or a bug): the module must not be used any more. */
  | { readonly kind: 'crashed'; readonly message: string };

/** A call into WASM, whose failures come as exceptions. */
export function attempt<T>(call: () => T): Result<T, SessionError> {
  try {
    return ok(call());
  } catch (error) {
    // A Rust panic or a failed allocation ends in the `unreachable` instruction; the sentences of
    // expected failures come as plain Errors. A stack overflow is a RangeError.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      return fail({
        kind: 'crashed',
        message: openMessage('reader-broke', error.message).text,
      });
    }
    // What crosses is JSON, and an engine's strings end at half a gigabyte.
    if (error instanceof SyntaxError) {
      return fail({
        kind: 'refused',
        message: openMessage('too-much-declared').text,
      });
    }
    if (!(error instanceof Error)) return fail({ kind: 'refused', message: String(error) });
    return fail({
      kind: error.name === 'TooMuch' ? 'tooMuch' : 'refused',
      message: error.message,
    });
  }
}

const WHAT = { refused: 'refused', tooMuch: 'unpacks-to-too-much', crashed: 'crashed' } as const;

/** What a reader says of a file, as a message that names it. */
export function sessionMessage(file: string, { kind, message }: SessionError): Message {
  return openMessage(WHAT[kind], file, message.replace(/[.\s]*$/, '.'));
}
