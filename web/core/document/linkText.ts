/** `#hitmap1.` and base64url: what every form of link begins with. */
export const LINK = /#?\bhitmap(\d+)\.([\w-]{8,})/;

/** Whether a text has a link in it, whole or not. Small, so that the page can ask before it loads the reader. */
export function holdsLink(text: string): boolean {
  return LINK.test(text);
}

/** Whether a word is meant as one: what was cut is no link, and no file either. */
export function beginsLikeLink(word: string): boolean {
  return /#hitmap\d*(?:\.|$)/.test(word);
}
