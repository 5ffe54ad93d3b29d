import type { Message } from '../../base/messages';

/** One rule for one file. */
export interface CheckResult {
  /** As it was named on the command line. */
  readonly file: string;
  /** The struct's name as the rule has it. */
  readonly struct: string;
  /** The line of the rules file. */
  readonly rule: string;
  /** `unknown`: no file has the struct, or it cannot be laid out; such a rule fails the check too. */
  readonly verdict: 'holds' | 'broken' | 'unknown';
  /** Why it is broken or cannot be known, as a sentence; null where it holds. */
  readonly why: Message | null;
  /** Where the source declares the struct, as debug information or the text says; null where nothing does. */
  readonly declared: { readonly path: string; readonly line: number } | null;
}

/** `hitmap check --json`; `docs/check.schema.json` is its schema. */
export interface CheckJson {
  readonly v: 1;
  /** Whether every rule holds in every file that has its struct. */
  readonly ok: boolean;
  /** File by file, in the order of the command line, and of each the rules in their order. */
  readonly results: readonly CheckResult[];
}

export function checkJson(results: readonly CheckResult[]): CheckJson {
  return { v: 1, ok: results.every(({ verdict }) => verdict === 'holds'), results };
}
