/** A sentence in which `backticks` enclose names of the code. */
export function Sentence({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, place) => (place % 2 === 0 ? part : <code key={place}>{part}</code>));
}
