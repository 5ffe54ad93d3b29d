import { fingerprint } from '../../base/fingerprint';
import { ok, type Result } from '../../base/result';
import type { LayoutDocument } from '../../edit/document';
import { visibleDocument } from '../../edit/visibleDocument';
import { readTable } from '../../output/table/readTable';
import { readLink } from '../../share/link';
import type { LinkAnswer, LinkQuestion } from './linkAsks';

/** Reads a text that holds a document. The error is a sentence for the page. */
export async function answerLink({
  kind,
  text,
}: LinkQuestion): Promise<Result<LinkAnswer, string>> {
  if (kind === 'table') {
    const read = readTable(text);
    if (!read.ok) return read;
    const { document, notes } = read.value;
    return ok({ document: visibleDocument(document), key: fingerprint(text), notes });
  }
  const read = await readLink(text);
  if (!read.ok) return read;
  const document = visibleDocument(asAnswered(read.value));
  return ok({ document, key: fingerprint(JSON.stringify(document)), notes: [] });
}

/** What is changed from here on is an answer: theirs stays beside it. */
function asAnswered(document: LayoutDocument): LayoutDocument {
  const { proposal, edits } = document;
  return proposal !== undefined || edits.length === 0
    ? document
    : { ...document, proposal: { title: 'Theirs', edits } };
}
