import { linkMessage } from './messages';
import { sentence, type Message } from '../base/messages';
import { fail, type Result } from '../base/result';
import type { LayoutDocument } from '../edit/document';
import { parseDocument } from '../edit/validate';
import { checkedJson } from './checkedJson';
import { expandDocument, compactDocument } from './compact';
import { beginsLikeLink, LINK } from './linkText';
import { deflateSync, Inflate } from 'fflate';
import dictionary from '../../../docs/link_dictionary_1.txt?raw';

const CHECKSUM_BYTES = 4;
const NO_SUM = 0xffffffff;

/** Puts a checksum before the bytes, and writes all in base64url. */
export function seal(bytes: Uint8Array): string {
  const whole = new Uint8Array(CHECKSUM_BYTES + bytes.length);
  new DataView(whole.buffer).setUint32(0, ~summed(NO_SUM, bytes) >>> 0, true);
  whole.set(bytes, CHECKSUM_BYTES);
  return toBase64Url(whole);
}

/**
 * What `seal` wrote, given piece by piece. Each piece is looked at once, however many there are: after a
 * link that is damaged, a whole mail is tried.
 */
export class Envelope {
  private readonly bytes: number[] = [];
  /** Characters that are no whole bytes yet: three at most. */
  private rest = '';
  /** CRC-32 of the bytes behind the checksum, not inverted yet. */
  private sum = NO_SUM;

  /** False where the piece holds anything but base64url. */
  add(piece: string): boolean {
    const text = this.rest + piece;
    const whole = text.length - (text.length % 4);
    const bytes = fromBase64Url(text.slice(0, whole));
    if (bytes === null) return false;
    this.rest = text.slice(whole);
    this.sum = summed(this.sum, bytes.subarray(Math.max(0, CHECKSUM_BYTES - this.bytes.length)));
    for (const byte of bytes) this.bytes.push(byte);
    return true;
  }

  /** The bytes that were sealed; null as long as their checksum does not fit. */
  opened(): Uint8Array<ArrayBuffer> | null {
    const last = fromBase64Url(this.rest);
    if (last === null || this.bytes.length < CHECKSUM_BYTES) return null;
    const head = Uint8Array.from(this.bytes.slice(0, CHECKSUM_BYTES));
    const stated = new DataView(head.buffer).getUint32(0, true);
    if (stated !== ~summed(this.sum, last) >>> 0) return null;
    return Uint8Array.from(this.bytes.slice(CHECKSUM_BYTES).concat(...last));
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 as zlib and gzip have it (RFC 1952, section 8), of these bytes behind those that were
 * summed before. It is inverted when all are. */
function summed(sum: number, bytes: Uint8Array): number {
  let value = sum;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return value;
}

/** RFC 4648, section 5, without padding. */
function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    // One character is no byte: the text was cut.
    return null;
  }
}

/** The form that is written, and the only one so far. A form is never changed, and read for ever. */
const FORM = 1;

/** Of the number of a form that nobody wrote, so many digits are said. */
const MOST_DIGITS = 9;

/** A browser's own limit of an address. */
const MAX_CHARACTERS = 2_000_000;

/** The fragment of an address that holds a document: `#hitmap1.…`. */
export function makeLink(document: LayoutDocument): string {
  const text = new TextEncoder().encode(JSON.stringify(compactDocument(document)));
  return `#hitmap${FORM}.${seal(pack(text))}`;
}

/**
 * The document of a link, alone or in an address, a mail or what a mailer made of it: line breaks and
 * quote marks inside are forgiven. The error is for the page.
 */
export function readLink(text: string): Result<LayoutDocument, Message> {
  const link = LINK.exec(text);
  const [, digits] = link ?? /#hitmap(\d+)\./.exec(text) ?? [];
  if (digits !== undefined && Number(digits) !== FORM) {
    const form = digits.length > MOST_DIGITS ? `${digits.slice(0, MOST_DIGITS)}…` : digits;
    return fail(
      Number(digits) > FORM ? linkMessage('newer', form, FORM) : linkMessage('unknown-form', form),
    );
  }
  if (link === null) {
    return fail(linkMessage(beginsLikeLink(text) ? 'cut' : 'none'));
  }
  const bytes = wholeBody(text.slice(link.index));
  if (bytes === null) return fail(linkMessage('damaged'));
  const json = unpack(bytes);
  if (json === null) return fail(linkMessage('not-unpacked'));
  const compact = checkedJson(json);
  if (compact === null) return fail(linkMessage('not-json'));
  const document = parseDocument(expandDocument(compact));
  return document.ok ? document : fail(linkMessage('no-layout', sentence(document.error)));
}

/** Why no page would open what `makeLink` made, null where one does. A struct of a file may show more than a link. */
export function whyUnopened(link: string): Message | null {
  const read = readLink(link);
  return read.ok ? null : linkMessage('unopened', sentence(read.error));
}

/**
 * The bytes of the link that a text begins with, put together again from the lines that a mailer broke it
 * into; null where no number of lines fits its checksum.
 */
function wholeBody(text: string): Uint8Array<ArrayBuffer> | null {
  const from = LINK.exec(text);
  if (from === null) return null;
  const envelope = new Envelope();
  let length = 0;
  let rest = text.slice(from.index + from[0].length);
  for (let piece = from[2] ?? ''; ;) {
    length += piece.length;
    if (length > MAX_CHARACTERS || !envelope.add(piece)) return null;
    const bytes = envelope.opened();
    if (bytes !== null) return bytes;
    const next = /^([\s>|=]+)([\w-]+)/.exec(rest);
    if (next === null || !isBreak(next[1] ?? '')) return null;
    piece = next[2] ?? '';
    rest = rest.slice(next[0].length);
  }
}

/** Whether a mailer puts this into a text: blanks, or ends of lines, and then what marks a quotation. */
function isBreak(gap: string): boolean {
  // Quoted-printable breaks a line by `=`.
  const behind = gap.startsWith('=') ? gap.slice(1) : gap;
  const line = behind.search(/[\n\r]/);
  if (line < 0) return /^\s+$/.test(gap);
  return behind.slice(0, line).trim() === '' && !behind.includes('=');
}

/** What a link may unpack to. The largest real one (a struct of thousands of members) is a tenth of it. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A slice unpacks to a thousand times its size at most (RFC 1951). */
const SLICE_BYTES = 4096;

/** Frozen with the form: what is like it takes next to nothing, and a changed byte makes every link unreadable. */
const DICTIONARY = new TextEncoder().encode(dictionary);

/** Raw deflate (RFC 1951) behind the preset dictionary `docs/link_dictionary_1.txt`. */
export function pack(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9, mem: 4, dictionary: DICTIONARY });
}

/** The bytes that `pack` was given; null where nothing of this kind gave them, or where they are more than 4 MiB. */
export function unpack(packed: Uint8Array): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate({ dictionary: DICTIONARY }, (piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  try {
    for (let at = 0; at < packed.length; at += SLICE_BYTES) {
      inflate.push(packed.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= packed.length);
      if (length > MAX_BYTES) return null;
    }
  } catch {
    return null;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
