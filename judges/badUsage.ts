import { Failure } from '../web/cli/failure';

/** What ends a judge that was called wrong, or lacks what it needs, with a sentence and exit code 2. */
export function badUsage(text: string): Failure {
  return new Failure({ id: 'judge/usage', severity: 'error', text, fix: null });
}
