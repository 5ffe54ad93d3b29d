import { fail, type Result } from '../base/result';
import type { LayoutDocument } from '../edit/document';
import { parseDocument } from '../edit/validate';
import { Envelope, seal } from './envelope';
import { checkedJson } from './checkedJson';
import { expandDocument, compactDocument } from './compact';
import { beginsLikeLink, LINK } from './linkText';
import { pack, unpack } from './packing';

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
 * quote marks inside are forgiven. The error is a sentence for the page.
 */
export function readLink(text: string): Result<LayoutDocument, string> {
  const link = LINK.exec(text);
  const [, digits] = link ?? /#hitmap(\d+)\./.exec(text) ?? [];
  if (digits !== undefined && Number(digits) !== FORM) {
    const form = digits.length > MOST_DIGITS ? `${digits.slice(0, MOST_DIGITS)}…` : digits;
    return fail(
      Number(digits) > FORM
        ? `This link has form ${form}; this build reads forms up to ${FORM}. Open it with a newer build.`
        : `This link has form ${form}, which no build ever wrote.`,
    );
  }
  if (link === null) {
    return fail(
      beginsLikeLink(text)
        ? 'This link is cut off: only its beginning is here. Copy it whole.'
        : 'There is no Hitmap link in this text.',
    );
  }
  const bytes = wholeBody(text.slice(link.index));
  if (bytes === null) return fail(DAMAGED);
  const json = unpack(bytes);
  if (json === null)
    return fail('This link cannot be read: it cannot be unpacked, or holds too much.');
  const compact = checkedJson(json);
  if (compact === null) return fail('This link cannot be read: its content is no JSON of Hitmap.');
  const document = parseDocument(expandDocument(compact));
  return document.ok
    ? document
    : fail(`This link holds no layout that can be shown. ${document.error}`);
}

/** Why no page would open what `makeLink` made, as sentences; null where one does. A struct of a file may show more than a link. */
export function whyUnopened(link: string): string | null {
  const read = readLink(link);
  return read.ok ? null : `${read.error} Share a picture or a patch of it instead.`;
}

const DAMAGED =
  'This link is damaged: its checksum does not match. It was cut or changed on its way; copy all of it again, every line to its end.';

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
