/** Lines of at most 80 columns, the first after a bullet. */
export function wrapped(text: string, bullet: string): readonly string[] {
  const result: string[] = [];
  let line = bullet;
  for (const word of text.split(' ')) {
    if (line.length + word.length > MOST_COLUMNS && line.trim() !== bullet.trim()) {
      result.push(line.trimEnd());
      line = ' '.repeat(bullet.length);
    }
    line += `${word} `;
  }
  return [...result, line.trimEnd()];
}

/** Without the blank that a line ends on. */
const MOST_COLUMNS = 79;

/** A doubt about a binding (`bindingDoubts`), as text for a terminal. */
export function doubtText(doubt: string): string {
  return `${wrapped(doubt.replaceAll('`', ''), 'In doubt: ').join('\n')}\n`;
}
