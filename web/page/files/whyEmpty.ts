import type { FilePhase } from '../state/state';

/** Why the list of a file that was read to its end has no struct, as a sentence; null where it has some, or others have its types. */
export function whyEmpty({ facts, index }: Extract<FilePhase, { kind: 'ready' }>): string | null {
  if (index === null || index.sizesBytes.length > 0) return null;
  // Where those are is said in the list.
  if ((index.splitFiles ?? []).length > 0 || facts.supplementary !== undefined) return null;
  const warnings = [...facts.diagnostics, ...index.diagnostics].filter(
    ({ severity }) => severity === 'warning',
  );
  const [first] = warnings;
  return first === undefined
    ? 'It has debug information, and no struct or union in it.'
    : `No struct of it could be read; its debug information may be damaged: copy the file or build it again. ${first.message}`;
}
