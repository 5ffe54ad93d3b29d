import { fail, ok, type Result } from '../base/result';
import type { LayoutDocument } from '../edit/document';
import { decode, encode, primedBy } from './arithmetic';
import { checkedJson } from './checkedJson';
import { expandDocument, leanDocument } from './lean';
import type { BitModel } from './model';
import PRIMER_2 from '../../docs/link_primer_2.txt?raw';

/** What a text may take. It bounds the time as well: a bit is a step of the model, 128 KiB are half a second. */
const MAX_BYTES = 128 * 1024;

let primed: BitModel | null = null;

/** JSON, coded by a model that has read the primer: a third shorter than form 1. Frozen. */
export const FORM_2 = {
  /** Null where the document is too large for this form. */
  write(document: LayoutDocument): Promise<Uint8Array | null> {
    const text = new TextEncoder().encode(JSON.stringify(leanDocument(document, 2)));
    return Promise.resolve(text.length > MAX_BYTES ? null : encode(text, primedModel()));
  },

  read(code: Uint8Array): Promise<Result<unknown, string>> {
    const text = decode(code, primedModel(), MAX_BYTES);
    return Promise.resolve(text.ok ? fromText(text.value) : text);
  },
};

function fromText(text: Uint8Array): Result<unknown, string> {
  const lean = checkedJson(text);
  return lean === null ? fail('what it holds is no JSON of ours') : ok(expandDocument(lean, 2));
}

/** Made at the first link, in some 50 ms. */
function primedModel(): BitModel {
  primed ??= primedBy(new TextEncoder().encode(PRIMER_2));
  return primed;
}
