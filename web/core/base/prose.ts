/** `12,288`, rounded to a whole number. By hand: `toLocaleString` costs more than all else that is said of a cell. */
export function grouped(value: number): string {
  const whole = `${Math.round(value)}`;
  return whole.length < 4 ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 field`, `12,288 fields`, `1 other changes line`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${Math.round(count) === 1 ? one : many}`;
}

/** `a, b and c`; of more than `most` words `a, b and 7 more`. */
export function listed(words: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const shown = words.length > most ? words.slice(0, most - 1) : words.slice(0, -1);
  const last = words.length > most ? `${grouped(words.length - shown.length)} more` : words.at(-1);
  return [shown.join(', '), last].filter(Boolean).join(' and ');
}

/** Names as sentences set them apart; the page shows them as code. */
export function quoted(names: readonly string[]): readonly string[] {
  return names.map((name) => `\`${name}\``);
}

/** A sentence without the backquotes around its names, for where nothing sets names apart. */
export function unquoted(text: string): string {
  return text.replaceAll('`', '');
}
