import type { AppState, OpenDocument } from './state';

/** Whether a struct of C source still asks for something: until then it has no layout that could be shown. */
export function isUnanswered(state: Pick<AppState, 'files'>, open: OpenDocument): boolean {
  const { origin } = open;
  if (origin.kind !== 'file') return false;
  const phase = state.files.find((file) => file.id === origin.file)?.phase;
  if (phase?.kind !== 'text' || phase.text.language !== 'c') return false;
  return (phase.text.open[open.id]?.questions.length ?? 0) > 0;
}
