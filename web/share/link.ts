import { fail, type Result } from '../base/result';
import type { LayoutDocument } from '../edit/document';
import { parseDocument } from '../edit/validate';
import { Envelope, seal } from './envelope';
import { FORM_1 } from './form1';
import { FORM_2 } from './form2';
import { LINK } from './linkText';

/** A way of writing documents in bytes. What it reads has to be validated yet; its error ends a sentence. */
interface Form {
  write(document: LayoutDocument): Promise<Uint8Array | null>;
  read(bytes: Uint8Array<ArrayBuffer>): Promise<Result<unknown, string>>;
}

/** Every form in which links were ever written, by its number: each is read for ever. */
const FORMS: ReadonlyMap<number, Form> = new Map([
  [1, FORM_1],
  [2, FORM_2],
]);

const NEWEST = Math.max(...FORMS.keys());

/** A browser's own limit of an address. */
const MAX_CHARACTERS = 2_000_000;

/** The fragment of an address that holds a document: `#hitmap2.…`, or form 1 of what is too large for that. */
export async function makeLink(document: LayoutDocument): Promise<string> {
  const small = await FORM_2.write(document);
  const [form, bytes] = small === null ? [1, await FORM_1.write(document)] : [2, small];
  return `#hitmap${form}.${seal(bytes)}`;
}

/**
 * The document of a link, alone or in an address, a mail or what a mailer made of it: line breaks and
 * quote marks inside are forgiven. The error is a sentence for the page.
 */
export async function readLink(text: string): Promise<Result<LayoutDocument, string>> {
  const link = LINK.exec(text);
  if (link === null) return fail('There is no Hitmap link in this text.');
  const version = Number(link[1]);
  const form = FORMS.get(version);
  if (form === undefined) {
    return fail(
      version > NEWEST
        ? `This link has form ${version}; this build reads forms up to ${NEWEST}. Open it with a newer build.`
        : `This link has form ${version}, which no build ever wrote.`,
    );
  }
  const bytes = wholeBody(text.slice(link.index));
  if (bytes === null) return fail(DAMAGED);
  const json = await form.read(bytes);
  if (!json.ok) return fail(`This link cannot be read: ${json.error}.`);
  const document = parseDocument(json.value);
  return document.ok
    ? document
    : fail(`This link holds no layout that can be shown. ${document.error}`);
}

/** Why no page would open what `makeLink` made, as sentences; null where one does. A binary's struct has no budget. */
export async function whyUnopened(link: string): Promise<string | null> {
  const read = await readLink(link);
  return read.ok ? null : `${read.error} Share a picture or a patch of it instead.`;
}

const DAMAGED =
  'This link is damaged: its checksum does not fit. It was cut or changed on its way; copy all of it again, every line to its end.';

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
