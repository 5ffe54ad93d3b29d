/**
 * A source file as a string with one character per byte, so that offsets are the byte offsets of
 * `HeaderDoc` and bytes that are not UTF-8 survive. (`TextDecoder('latin1')` is Windows-1252: it does not.)
 */
export function textOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const part = bytes.subarray(at, at + PART_BYTES);
    // Where the two agree the browser's own decoder is ten times as fast.
    text += isAlike(part) ? DECODER.decode(part) : String.fromCharCode(...part);
  }
  return text;
}

/** As many as a call takes arguments. */
const PART_BYTES = 1 << 14;
const DECODER = new TextDecoder('windows-1252');

function isAlike(bytes: Uint8Array): boolean {
  // An index: `for … of` takes twice as long over a large file.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x7f && byte < 0xa0) return false;
  }
  return true;
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

/** Two texts without the whole lines that they begin and end with alike: what is to be compared of large ones. */
export function differingLines(a: string, b: string): readonly [string, string] {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head++;
  head = a.lastIndexOf('\n', head - 1) + 1;
  let tail = 0;
  while (
    tail < most - head &&
    a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)
  ) {
    tail++;
  }
  const end = a.indexOf('\n', a.length - tail - 1);
  tail = end < 0 ? 0 : Math.min(tail, a.length - end - 1);
  return [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
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
  while (start > 0 && /[ \t]/.test(text[start - 1] ?? '')) start--;
  return start;
}
