import { about, locatedSentence, type Message } from '../../core/base/messages';
import type { Diagnostic } from '../../core/facts/generated';

/** What reading a profile left out or guessed, as notes of a command; `of` is the report where there are several. */
export function diagnosticNotes(
  diagnostics: readonly Diagnostic[],
  of: string | null = null,
): readonly Message[] {
  return diagnostics.map((each) => {
    const { id, severity } = each;
    const message = { id, severity, text: locatedSentence(each), fix: null };
    return of === null ? message : about(of, message);
  });
}
