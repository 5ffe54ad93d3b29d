import { fail, ok, type Result } from '../base/result';
import type { LayoutDocument } from '../edit/document';
import { parseDocument } from '../edit/validate';
import { expandDocument, leanDocument } from './lean';
import { LINK } from './linkText';
import { TABLE_1 } from './table';
import { isIntact, pack, unpack } from './packing';
import { readValue, writeValue, type Value } from './values';

/** The form of links that this build writes; every form in `READERS` is read for ever. */
const LINK_VERSION = 1;

/** Longer is no link that this page makes; a browser's own limit is 2 MB. */
const MAX_CHARACTERS = 400_000;

/** Reads what one form of link holds, after its packing: a document that has to be validated yet. */
type LinkReader = (bytes: Uint8Array) => Result<unknown, string>;

const READERS: ReadonlyMap<number, LinkReader> = new Map([
  [
    1,
    (bytes) => {
      const value = readValue(bytes, TABLE_1);
      return value.ok ? ok(expandDocument(value.value)) : value;
    },
  ],
]);

/** The fragment of an address that holds a document: `#hitmap1.…`. */
export async function makeLink(document: LayoutDocument): Promise<string> {
  const lean: Value = leanDocument(document);
  return `#hitmap${LINK_VERSION}.${await pack(writeValue(lean, TABLE_1))}`;
}

/**
 * The document of a link, alone or in an address, a mail or what a mailer made of it: line breaks and
 * quote marks inside are forgiven. The error is a sentence for the page.
 */
export async function readLink(text: string): Promise<Result<LayoutDocument, string>> {
  const link = LINK.exec(text);
  if (link === null) return fail('There is no Hitmap link in this text.');
  const version = Number(link[1]);
  const reader = READERS.get(version);
  if (reader === undefined) {
    return fail(
      version > LINK_VERSION
        ? `This link has form ${version}; this build reads forms up to ${LINK_VERSION}. Open it with a newer build.`
        : `This link has form ${version}, which no build ever wrote.`,
    );
  }
  const body = wholeBody(text.slice(link.index));
  if (body === null) return fail(DAMAGED);
  const bytes = await unpack(body);
  if (!bytes.ok) return fail(`This link cannot be read: ${bytes.error}.`);
  const json = reader(bytes.value);
  if (!json.ok) return fail(`This link cannot be read: ${json.error}.`);
  const document = parseDocument(json.value);
  return document.ok
    ? document
    : fail(`This link holds no layout that can be shown. ${document.error}`);
}

const DAMAGED =
  'This link is damaged: its checksum does not fit. It was cut or changed on its way; copy all of it again, every line to its end.';

/**
 * The body of the link that a text begins with, put together again from the lines that a mailer broke it
 * into; null where no number of lines fits its checksum.
 */
function wholeBody(text: string): string | null {
  const from = LINK.exec(text);
  if (from === null) return null;
  let body = from[2] ?? '';
  let rest = text.slice(from.index + from[0].length);
  while (!isIntact(body)) {
    // A break, what marks a quotation, and the next piece; `=` is how quoted-printable breaks a line.
    const piece = /^=?\s*[\n\r][\s>|]*([\w-]+)|^\s+([\w-]+)/.exec(rest);
    if (piece === null || body.length > MAX_CHARACTERS) return null;
    body += piece[1] ?? piece[2] ?? '';
    rest = rest.slice(piece[0].length);
  }
  return body;
}
