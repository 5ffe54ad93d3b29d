import { inputMessage, usageMessage } from '../messages';
import { about } from '../../core/base/messages';
import { applyEdit, applyEdits } from '../../core/edit/apply';
import { newDocument, type LayoutDocument } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';
import { visibleName } from '../../core/base/visible';
import { visibleDocument } from '../../core/edit/visibleDocument';
import { parseEdit } from '../../core/edit/parse';
import { Failure } from '../failure';
import { findStruct } from './findStruct';
import { withSource } from './withSource';
import type { SourceLocation } from './sourceOptions';
import { openNodeFileSource } from './nodeFileSource';
import { openFile } from './openFile';
import { holdsTable } from '../../core/format/table/holdsTable';
import { readTable } from '../../core/format/table/readTable';
import { readLink } from '../../core/document/link';
import { beginsLikeLink, holdsLink } from '../../core/document/linkText';

/**
 * The document that FILE STRUCT means, with edits. FILE may also be a link, or a text with one, or with a table of a layout, in it;
 * STRUCT is not needed then. `place` is where the struct's source is. An edit that does not apply is a failure here.
 */
export function documentOf(
  file: string,
  struct: string,
  words: readonly string[],
  place: SourceLocation = {},
): LayoutDocument {
  const given = textWithDocument(file);
  const document =
    given === null
      ? structOf(file, struct, place)
      : holdsLink(given)
        ? documentOfLink(given)
        : documentOfTable(file, given);
  const edits = words.map(readEdit);
  let applied = applyEdits(document);
  for (const [index, edit] of edits.entries()) {
    const next = applyEdit(applied, edit);
    if (!next.ok) throw new Failure(about(`--edit '${words[index] ?? ''}'`, next.error));
    applied = next.value;
  }
  return { ...document, edits: [...document.edits, ...edits] };
}

function structOf(path: string, struct: string, place: SourceLocation): LayoutDocument {
  if (struct === '') throw new Failure(usageMessage('file-and-struct'));
  const file = openFile(path, 'best', false);
  try {
    return newDocument(withSource(findStruct(file, struct), place).desc);
  } finally {
    file.close();
  }
}

/** The document of a link as it may be shown, or the sentence that says why there is none. */
export function documentOfLink(text: string): LayoutDocument {
  return visibleDocument(rawDocumentOfLink(text));
}

/** The document of a link as it was made, for JSON. */
export function rawDocumentOfLink(text: string): LayoutDocument {
  const read = readLink(text);
  if (!read.ok) throw new Failure(read.error);
  return read.value;
}

/** The document of a table. One that somebody changed is not taken for what was written. */
function documentOfTable(file: string, text: string): LayoutDocument {
  const read = readTable(text);
  if (!read.ok) throw new Failure(about(file, read.error));
  const [note] = read.value.notes;
  if (note === undefined) return visibleDocument(read.value.document);
  throw new Failure({ ...about(file, note), fix: 'The page opens it nevertheless.' });
}

/** Larger is no mail. */
const MAX_TEXT_BYTES = 8_000_000;

/** A link as it stands on the command line, or a text file (`-`: standard input) that holds one, or a table; null for any other file. */
function textWithDocument(word: string): string | null {
  if (holdsLink(word) || beginsLikeLink(word)) return word;
  // What is wrong with the file is said by who opens it as one of types.
  const source = openNodeFileSource(word);
  if (!source.ok) return null;
  try {
    if (source.value.size > MAX_TEXT_BYTES) return null;
    const bytes = source.value.readAt(0, source.value.size);
    if (bytes.includes(0)) return null;
    const text = new TextDecoder().decode(bytes);
    return holdsLink(text) || holdsTable(text) ? text : null;
  } catch {
    return null;
  } finally {
    source.value.close();
  }
}

export function readEdit(words: string): Edit {
  // A name as `--json` has it is found, too.
  const edit = parseEdit(visibleName(words));
  if (edit.ok) return edit.value;
  throw new Failure(edit.error);
}

/** A text file, or standard input for `-`. */
export function readText(path: string): string {
  return new TextDecoder().decode(readBytes(path));
}

/** A file as it is, or standard input for `-`. */
export function readBytes(path: string): Uint8Array {
  const source = openNodeFileSource(path);
  if (!source.ok) throw new Failure(inputMessage('unreadable', source.error));
  try {
    return source.value.readAt(0, source.value.size);
  } catch (error) {
    throw new Failure(
      inputMessage(
        'unreadable-file',
        path,
        error instanceof Error ? error.message : 'no reason given',
      ),
    );
  } finally {
    source.value.close();
  }
}
