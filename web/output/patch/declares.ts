import { qualifiedName } from './findRecord';

/** Whether a text declares the struct's body: `struct file {`, a line's end and attributes between. */
export function declares(text: string, keyword: string, qualified: string): boolean {
  const { name } = qualifiedName(qualified);
  if (!text.includes(name)) return false;
  const body = new RegExp(
    `\\b${keyword === 'struct' ? '(?:struct|class)' : keyword}\\s+(?:\\w+\\s*(?:\\([^)]*\\))?\\s+)?${escaped(name)}\\b[^;{()=]*\\{`,
  );
  const typedef = new RegExp(`\\}\\s*${escaped(name)}\\s*;`);
  const found = (searched: string) => body.test(searched) || typedef.test(searched);
  // "See &struct file." in the comment over another struct is no declaration; few texts get this far.
  return found(text) && found(text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, ' '));
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
