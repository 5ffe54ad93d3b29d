import type { Diagnostic } from '../../core/facts/generated';

/** What reading a profile left out or guessed, as notes of a command, what is missing first; `of` is the report where there are several. */
export function diagnosticNotes(
  diagnostics: readonly Diagnostic[],
  of: string | null = null,
): readonly string[] {
  const [note, name] = ['note: ', of === null ? '' : `${of}: `];
  const isWarning = ({ severity }: Diagnostic) => severity === 'warning';
  const sorted = [
    ...diagnostics.filter(isWarning),
    ...diagnostics.filter((each) => !isWarning(each)),
  ];
  return diagnosticSentences(sorted).map((sentence) => `${note}${name}${sentence}`);
}

/** The same without what says that they are notes. */
export function diagnosticSentences(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ message, place, count }) => {
    const where = place === '' ? '' : ` (${place})`;
    return `${message}${where}${count > 1 ? `, ${count} times` : ''}`;
  });
}
