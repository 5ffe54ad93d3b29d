import { derived } from '../base/derived';

/**
 * A source file as a string with one character per byte, so that offsets are the byte offsets of
 * `HeaderDoc` and bytes that are not UTF-8 survive. (`TextDecoder('latin1')` is Windows-1252: it does not.)
 */
export function textOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const part = bytes.subarray(at, at + PART_BYTES);
    // The decoder is ten times as fast, and what it has for another byte than that byte is no byte at all.
    const decoded = DECODER.decode(part);
    text += NO_BYTE.test(decoded) ? String.fromCharCode(...part) : decoded;
  }
  return text;
}

/** The text of a file, kept with its bytes: large ones are asked for more than once. */
export const textOfFile = derived(textOfBytes);

/** As many as a call takes arguments. */
const PART_BYTES = 1 << 14;
const DECODER = new TextDecoder('windows-1252');
// eslint-disable-next-line no-control-regex
const NO_BYTE = /[^\u0000-\u00ff]/;

/** For the eye: each run of blanks and line ends is one blank. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The bytes of a string with one character per byte. */
export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += PART_BYTES) {
    const part = text.slice(at, at + PART_BYTES);
    // ASCII is the same in UTF-8, and the engine's own encoder is ten times as fast.
    const { read, written } = ENCODER.encodeInto(part, bytes.subarray(at, at + part.length));
    if (read === part.length && written === part.length) continue;
    for (let index = 0; index < part.length; index++) bytes[at + index] = part.charCodeAt(index);
  }
  return bytes;
}

const ENCODER = new TextEncoder();

/** A string of this page's (a comment, a name) as one character per byte of its UTF-8. */
export function utf8Text(text: string): string {
  return textOfBytes(new TextEncoder().encode(text));
}

/** For the eye: one character per byte read as UTF-8, with a mark for what is none. */
export function readable(text: string): string {
  return new TextDecoder().decode(bytesOfText(text));
}

/** Lines with their line ends; the last one may have none. */
export function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

/** How many characters of whole lines two texts have alike at their beginnings, and how many more at their ends. */
export interface CommonEnds {
  readonly head: number;
  readonly tail: number;
}

export function commonEnds(a: string, b: string): CommonEnds {
  const most = Math.min(a.length, b.length);
  const head = lineStart(
    a,
    alike(most, (from, to) => a.slice(from, to) === b.slice(from, to)),
  );
  const tail = alike(most - head, (from, to) => {
    return a.slice(a.length - to, a.length - from) === b.slice(b.length - to, b.length - from);
  });
  // The end of a line that differs is no line.
  const isWhole = [a, b].every(
    (text) => lineStart(text, text.length - tail) === text.length - tail,
  );
  return { head, tail: isWhole ? tail : a.length - nextLine(a, a.length - tail) };
}

/** How many of `most` characters are alike from the first on, large parts before small ones. */
function alike(most: number, isAlike: (from: number, to: number) => boolean): number {
  let count = 0;
  for (let part = PART_BYTES; part >= 1; part >>= 1) {
    while (count + part <= most && isAlike(count, count + part)) count += part;
  }
  return count;
}

/** Where the line begins that `offset` is in, or is the beginning of. */
export function lineStart(text: string, offset: number): number {
  // A search from before the text looks at its first character.
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line after that of `offset` begins; the end of the text where there is none. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** How many lines end between two offsets. */
export function lineEndsIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}

/** How the file ends its lines. */
export function lineEndOf(text: string): '\r\n' | '\n' {
  const first = text.indexOf('\n');
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n';
}

/** A piece of text to put in the place of another. Offsets are into the text as it was. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Carries out replacements that do not overlap; several at one place go in the order given. */
export function replaceAll(text: string, replacements: readonly Replacement[]): string {
  const ordered = [...replacements].sort((a, b) => a.start - b.start);
  let at = 0;
  let result = '';
  for (const each of ordered) {
    result += text.slice(at, each.start) + each.text;
    at = Math.max(at, each.end);
  }
  return result + text.slice(at);
}

/** Where the blanks that end at `offset` begin, on its line. */
export function blanksBefore(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && isBlank(text[start - 1])) start--;
  return start;
}

/** The blanks that a line begins with. */
export function indentOf(line: string): string {
  let end = 0;
  while (isBlank(line[end])) end++;
  return line.slice(0, end);
}

/** The blanks at the beginning of the line of `offset`. */
export function indentAt(text: string, offset: number): string {
  return indentOf(text.slice(lineStart(text, offset)));
}

/** Whether lines of a text are indented by tabs. */
export function isInTabs(text: string): boolean {
  return text.startsWith('\t') || text.includes('\n\t');
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

/** How many columns of a screen a text takes that begins at the first one. */
export function screenWidth(text: string): number {
  let column = 0;
  for (const char of text) column = char === '\t' ? (Math.floor(column / 8) + 1) * 8 : column + 1;
  return column;
}
