import { COLUMNS } from './format';

/**
 * A line that is too long goes on in the next, further in. A word that is too long for any line is cut: a
 * backslash at the end of a line means that nothing stands between.
 */
export function wrap(line: string, indent: string): string {
  if (line.length <= COLUMNS) return line;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > COLUMNS) {
    const lead = /^ */.exec(rest)?.[0].length ?? 0;
    const at = rest.lastIndexOf(' ', COLUMNS);
    if (at > lead) {
      lines.push(rest.slice(0, at).trimEnd());
      rest = `${indent}${rest.slice(at).trimStart()}`;
    } else {
      lines.push(`${rest.slice(0, COLUMNS - 1)}\\`);
      rest = `${indent}${rest.slice(COLUMNS - 1)}`;
    }
  }
  return [...lines, rest].join('\n');
}
