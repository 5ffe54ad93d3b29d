import type { DirectiveText } from '../../../facts/generated';
import { lineEndOf, lineStart, nextLine } from '../text';

/**
 * A header with one more `#include <name>`: in its place among the first ones of the same folder where these are
 * sorted, else after them; without any, after the include guard. `directives` are those of the text.
 */
export function withInclude(
  text: string,
  directives: readonly DirectiveText[],
  name: string,
): string {
  const end = lineEndOf(text);
  const added = `#include <${name}>${end}`;
  const inserted = (at: number, lines: string) => text.slice(0, at) + lines + text.slice(at);
  const block = firstBlock(directives, name.slice(0, name.lastIndexOf('/') + 1));
  const last = block.at(-1);
  if (last === undefined) {
    const guard = directives.find(({ kind }) => ['switch', 'define', 'once'].includes(kind));
    if (guard === undefined) return inserted(0, added + end);
    return inserted(nextLine(text, guard.span.end), end + added);
  }
  const isSorted = block.every(({ name: each }, at) => at === 0 || (block[at - 1]?.name ?? '') <= each);
  const next = isSorted ? block.find(({ name: each }) => each > name) : undefined;
  return inserted(
    next === undefined ? nextLine(text, last.span.end) : lineStart(text, next.span.start),
    added,
  );
}

/** The first `#include`s of a folder that follow each other, under no condition but the include guard. */
function firstBlock(
  directives: readonly DirectiveText[],
  folder: string,
): readonly DirectiveText[] {
  const isOfFolder = ({ kind, name }: DirectiveText) => kind === 'include' && name.startsWith(folder);
  let depth = 0;
  let guard = 0;
  for (const [at, directive] of directives.entries()) {
    if (directive.kind === 'open') {
      if (directive.guard && depth === 0) guard = 1;
      depth += 1;
    }
    if (directive.kind === 'close') depth -= 1;
    if (depth > guard || !isOfFolder(directive)) continue;
    const rest = directives.slice(at);
    const end = rest.findIndex(
      (each, index) =>
        !isOfFolder(each) || each.lines.first !== directive.lines.first + index,
    );
    return end < 0 ? rest : rest.slice(0, end);
  }
  return [];
}
