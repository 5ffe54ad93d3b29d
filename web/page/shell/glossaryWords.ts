/** The words of a part of the glossary, each with what it is; names stand in backquotes. */
export interface GlossaryPart {
  readonly title: string;
  readonly words: readonly { readonly word: string; readonly text: string }[];
}

/** The tables of `docs/glossary.md`, as the page shows them. */
export function glossaryParts(markdown: string): readonly GlossaryPart[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      words: [...part.matchAll(/^\| \*\*(.+?)\*\*\s*\| (.+?)\s*\|$/gm)].map(
        ([, word = '', text = '']) => ({ word, text: plain(text) }),
      ),
    }));
}

/** Without emphasis and links. */
function plain(text: string): string {
  return text
    .replace(/ ?\(?\[[^\]]+\]\([^)]+\)\)?/g, '')
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/(?<![\w`])_(.+?)_(?!\w)/g, '$1');
}
