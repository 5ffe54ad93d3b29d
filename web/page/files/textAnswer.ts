import { sentence } from '../../core/base/messages';
import { readSymbols, type SymbolTable } from '../../core/bind/symbolTable';
import { assertNever } from '../../core/base/assert';
import { fingerprint } from '../../core/base/fingerprint';
import { fail, ok, type Result } from '../../core/base/result';
import type { LayoutDocument } from '../../core/edit/document';
import { visibleDocument } from '../../core/edit/visibleDocument';
import { readTable } from '../../core/format/table/readTable';
import { readLink } from '../../core/document/link';
import type { HeldDocument, Text, TextAsks, TextQuestion } from '../state/textAsks';
import { textKindOf } from '../state/textKinds';

/** Answers a question about a text. */
export function answerText(question: TextQuestion): TextAsks[keyof TextAsks]['answer'] {
  switch (question.kind) {
    case 'recognise': {
      const bytes = question.ask;
      return { kind: textKindOf(textOf(bytes)), bytes };
    }
    case 'link':
      return linkIn(textOf(question.ask));
    case 'symbols':
      return symbolsIn(textOf(question.ask));
    case 'table':
      return tableIn(textOf(question.ask));
    default:
      return assertNever(question);
  }
}

function textOf(text: Text): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}

function linkIn(text: string): Result<HeldDocument, string> {
  const read = readLink(text);
  if (!read.ok) return fail(sentence(read.error));
  const document = visibleDocument(asAnswered(read.value));
  return ok({ document, key: fingerprint(JSON.stringify(document)), notes: [] });
}

function symbolsIn(text: string): Result<SymbolTable, string> {
  const read = readSymbols(text);
  return read.ok ? read : fail(sentence(read.error));
}

function tableIn(text: string): Result<HeldDocument, string> {
  const read = readTable(text);
  if (!read.ok) return fail(sentence(read.error));
  const { document, notes } = read.value;
  return ok({
    document: visibleDocument(document),
    key: fingerprint(text),
    notes: notes.map(sentence),
  });
}

/** What is changed from here on is an answer: theirs stays beside it. */
function asAnswered(document: LayoutDocument): LayoutDocument {
  const { proposal, edits } = document;
  return proposal !== undefined || edits.length === 0
    ? document
    : { ...document, proposal: { title: 'Theirs', edits } };
}
