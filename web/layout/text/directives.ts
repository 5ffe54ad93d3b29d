import { recordAt, walkBody } from './textMembers';
import type { SourceText } from './sourceText';

/** A line of the preprocessor that says something of a struct's layout. */
export interface Directive {
  readonly line: number;
  /** Around it, within its body. */
  readonly conditions: readonly string[];
}

/** The `#include`s that stand among the members of a body: what they declare is not known. */
export function includesIn(
  { doc, text }: Pick<SourceText, 'doc' | 'text'>,
  record: number,
): readonly Directive[] {
  const found: Directive[] = [];
  walkBody(recordAt(doc, record).body, (node, conditions) => {
    if (node.kind !== 'other') return;
    const line = node.lines.first;
    if (/^[ \t]*#[ \t]*include\b/.test(lineAt(text, line))) found.push({ line, conditions });
  });
  return found;
}

function lineAt(text: string, line: number): string {
  return text.split('\n', line)[line - 1] ?? '';
}
