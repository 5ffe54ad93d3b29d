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

/**
 * The line of the `#pragma pack` that is in force where a body ends, which is where the compiler lays it out;
 * null where none is. (GCC manual, 6.65.11 "Structure-Layout Pragmas".)
 */
export function packedBy(
  { doc, text }: Pick<SourceText, 'doc' | 'text'>,
  record: number,
): number | null {
  const before = text.slice(0, recordAt(doc, record).close);
  const saved: (number | null)[] = [];
  let now: number | null = null;
  for (const found of before.matchAll(/^[ \t]*#[ \t]*pragma[ \t]+pack[ \t]*\(([^)\n]*)\)/gm)) {
    const words = (found[1] ?? '').split(',').map((each) => each.trim());
    if (words[0] === 'pop') {
      now = saved.pop() ?? null;
      continue;
    }
    if (words[0] === 'push') saved.push(now);
    const line = before.slice(0, found.index).split('\n').length;
    // `pack(push)` keeps what is in force; `pack()` and `pack(0)` end it.
    const bytes = words.find((each) => /^\w/.test(each) && each !== 'push');
    if (bytes !== undefined) now = bytes === '0' ? null : line;
    else if (words[0] === '') now = null;
  }
  return now;
}
