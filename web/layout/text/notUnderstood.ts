/** What is not understood of a text: thrown where it is met, an error where the text is resolved. */
export class NotUnderstood extends Error {}

export function lineError(line: number, sentence: string): NotUnderstood {
  return new NotUnderstood(`Line ${line}: ${sentence}`);
}
