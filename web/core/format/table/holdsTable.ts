/** `[hitmap-table 1`: what every table has in its first lines, whatever a mailer did to them. */
export const SIGNATURE = /\[hitmap-table[\s>]+(\d{1,4})\b/;

/** Whether a text has a table in it, whole or not. Small, so that the page can ask before it loads the reader. */
export function holdsTable(text: string): boolean {
  return SIGNATURE.test(text);
}
