/** A line of code without the comments on it, of which the last may go on in the next line. */
export function withoutComment(text: string): string {
  return text.replace(/\/\*.*?(?:\*\/|$)/g, '').trimEnd();
}
