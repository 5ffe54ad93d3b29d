import { run as runWords } from '../run';
import type { Outcome } from '../words';

/** The outcome of a command that has it at once. */
export function run(args: readonly string[]): Outcome {
  const outcome = runWords(args);
  if (outcome instanceof Promise) throw new Error('bug: this command has its outcome later');
  return outcome;
}
