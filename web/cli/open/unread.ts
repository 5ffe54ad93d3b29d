import { type Message, sentence } from '../../core/base/messages';
import { inputMessage } from '../messages';
import { diagnosticNotes } from './diagnosticNotes';
import { Failure } from '../failure';
import type { OpenFile } from './openFile';

/**
 * What of a file's types could not be read, a sentence each: a command that compares or judges all of a file says
 * it, as what is missing would pass for unchanged.
 */
export function unreadNotes({ path, index }: OpenFile): readonly Message[] {
  return diagnosticNotes(
    index.diagnostics.filter(({ severity }) => severity === 'warning'),
    path,
  );
}

/** Throws where a file with debug information has no struct at all that could be read. */
export function mustHaveStructs(file: OpenFile): void {
  if (file.names.length > 0) return;
  throw new Failure(inputMessage('no-structs', file.path, whyUnread(file)));
}

/** For the end of a sentence that says what a file does not hold: the first of what could not be read. */
export function whyUnread({ index }: OpenFile): string {
  const [first] = index.diagnostics.filter(({ severity }) => severity === 'warning');
  return first === undefined ? '' : ` ${sentence(first)}`;
}
