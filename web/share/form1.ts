import { fail, ok, type Result } from '../base/result';
import type { LayoutDocument } from '../edit/document';
import { expandDocument, leanDocument } from './lean';
import { deflate, inflate } from './packing';
import { TABLE_1 } from './table';
import { readValue, writeValue } from './values';

/** Deflate of values in bytes: for documents of any size. Frozen. */
export const FORM_1 = {
  write: (document: LayoutDocument) => deflate(writeValue(leanDocument(document, 1), TABLE_1)),

  async read(packed: Uint8Array<ArrayBuffer>): Promise<Result<unknown, string>> {
    const bytes = await inflate(packed);
    if (bytes === null) return fail('it cannot be unpacked');
    const value = readValue(bytes, TABLE_1);
    return value.ok ? ok(expandDocument(value.value, 1)) : value;
  },
};
