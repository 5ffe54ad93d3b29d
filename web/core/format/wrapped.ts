/** Lines of at most so many columns, the first after a bullet. */
export function wrapped(text: string, bullet: string, columns = MOST_COLUMNS): readonly string[] {
  const result: string[] = [];
  let line = bullet;
  for (const word of text.split(' ')) {
    if (line.length + word.length > columns && line.trim() !== bullet.trim()) {
      result.push(line.trimEnd());
      line = ' '.repeat(bullet.length);
    }
    line += `${word} `;
  }
  return [...result, line.trimEnd()];
}

/** Without the blank that a line ends on. */
const MOST_COLUMNS = 79;

/** A doubt (`doubtsOf`), as text for a terminal, or in the columns of what it stands below. */
export function doubtText(doubt: string, columns = MOST_COLUMNS): string {
  return `${wrapped(doubt.replaceAll('`', ''), 'In doubt: ', columns).join('\n')}\n`;
}
