/**
 * Text that Markdown shows as it is: no mark-up, no HTML, no link, and nobody is called by `@name`. Read by
 * GitHub-flavoured Markdown (https://github.github.com/gfm/), in a table's cell or elsewhere.
 */
export function plainMarkdown(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/[&<>|`\\]/g, (sign) => `&#${sign.charCodeAt(0)};`)
      // Underscores and hyphens inside of words mean nothing.
      .replace(/[*[\]~$!]|(?<!\w)_|_(?!\w)/g, '\\$&')
      // GitHub makes links of addresses and of issues, and calls people, in the finished text: not in code.
      .replace(/(?<=[a-z]):(?=\/\/)/gi, '`:`')
      .replace(/(www)\./gi, '$1`.`')
      .replace(/\b(mailto|xmpp):/gi, '$1`:`')
      .replace(/@(?=\S)/g, '`@`')
      .replace(/(?<!&)#(?=\d)/g, '`#`')
      // What makes a heading, a list or a rule where a line begins.
      .replace(/^( ?)([#+-])/, '$1\\$2')
      .replace(/^( ?\d{1,9})([.)])/, '$1\\$2')
  );
}

/**
 * A name as code. One that code cannot hold is shown as it is, without the look of code. A table takes no `|` in it,
 * nor a backslash before one.
 */
export function markdownCode(name: string, place: 'table' | 'text' = 'table'): string {
  const taken = place === 'table' ? /[`|\\\r\n]/ : /[`\r\n]/;
  return taken.test(name) || /^\s|\s$|^$/.test(name) ? plainMarkdown(name) : `\`${name}\``;
}

/** A sentence of ours outside of a table, with names of others in it: what is between two backticks is code. */
export function markdownSentence(sentence: string): string {
  return sentence
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 1 ? markdownCode(part.slice(1, -1), 'text') : plainMarkdown(part),
    )
    .join('');
}
