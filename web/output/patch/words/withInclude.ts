/** Lines with their line ends. */
const LINE = /[^\n]*\n|[^\n]+$/g;

/**
 * A header with one more `#include <name>`: in its place among the first ones of the same folder where these are
 * sorted, else behind them; without any, behind the include guard.
 */
export function withInclude(text: string, name: string): string {
  const lines: string[] = text.match(LINE) ?? [];
  const end = lines[0]?.endsWith('\r\n') === true ? '\r\n' : '\n';
  const added = `#include <${name}>${end}`;
  const block = firstBlock(lines, `${name.slice(0, name.lastIndexOf('/') + 1)}`);
  if (block === null) {
    const guard = lines.findIndex((line) =>
      /^[ \t]*#[ \t]*(?:define\b|pragma[ \t]+once)/.test(line),
    );
    lines.splice(guard + 1, 0, ...(guard < 0 ? [added, end] : [end, added]));
    return lines.join('');
  }
  const names = lines.slice(block.first, block.last).map((line) => includedBy(line) ?? '');
  const sorted = names.every((each, index) => index === 0 || (names[index - 1] ?? '') <= each);
  const before = sorted ? names.findIndex((each) => each > name) : -1;
  lines.splice(before < 0 ? block.last : block.first + before, 0, added);
  return lines.join('');
}

/** The first `#include`s of a folder that follow each other, under no condition but the include guard. */
function firstBlock(
  lines: readonly string[],
  folder: string,
): { first: number; last: number } | null {
  let depth = 0;
  let guard = 0;
  for (const [first, line] of lines.entries()) {
    if (/^[ \t]*#[ \t]*if/.test(line)) depth += 1;
    if (/^[ \t]*#[ \t]*endif/.test(line)) depth -= 1;
    // `#ifndef X` and `#define X` right under it.
    if (
      depth === 1 &&
      /^[ \t]*#[ \t]*define/.test(line) &&
      /^[ \t]*#[ \t]*ifndef/.test(lines[first - 1] ?? '')
    )
      guard = 1;
    if (depth > guard || includedBy(line)?.startsWith(folder) !== true) continue;
    let last = first;
    while (includedBy(lines[last] ?? '')?.startsWith(folder) === true) last++;
    return { first, last };
  }
  return null;
}

function includedBy(line: string): string | null {
  return /^[ \t]*#[ \t]*include[ \t]*<([^>]+)>/.exec(line)?.[1] ?? null;
}
