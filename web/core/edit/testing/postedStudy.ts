import { sentence } from '../../base/messages';
import { readFileSync } from 'node:fs';
import type { LayoutDocument } from '../document';
import { parseEdit } from '../parse';
import { parseDocument } from '../validate';

/** The study of `address_space` with the reports that were posted before and after, with edits in words. */
export function postedStudy(words: readonly string[]): LayoutDocument {
  const parsed = parseDocument(
    JSON.parse(readFileSync('public/studies/address_space.json', 'utf8')),
  );
  if (!parsed.ok) throw new Error(sentence(parsed.error));
  const edits = words.map((text) => {
    const edit = parseEdit(text);
    if (!edit.ok) throw new Error(sentence(edit.error));
    return edit.value;
  });
  return { ...parsed.value, edits };
}
