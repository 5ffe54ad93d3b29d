import { visibleIn, visibleName, visibleText } from '../base/visible';
import type { LayoutDocument } from './document';
import type { Edit } from './edit';

/**
 * A document from outside as it may be shown: its names as `facts/src/visible.rs` hands over those of files,
 * its prose with its lines. A link keeps what it was made of; nothing that shows one does.
 */
export function visibleDocument(document: LayoutDocument): LayoutDocument {
  const { notes, lineNotes, edits, supplied, proposal, ...names } = document;
  return {
    ...visibleIn(names, visibleName),
    notes: notes.map(visibleNote),
    lineNotes: lineNotes.map(visibleNote),
    edits: edits.map(visibleEdit),
    ...(supplied && { supplied: visibleIn(supplied, visibleText) }),
    ...(proposal && {
      proposal: { title: visibleName(proposal.title), edits: proposal.edits.map(visibleEdit) },
    }),
  };
}

function visibleEdit(edit: Edit): Edit {
  return edit.kind === 'note' || edit.kind === 'noteLine'
    ? visibleNote(edit)
    : visibleIn(edit, visibleName);
}

function visibleNote<T extends { readonly text: string }>(note: T): T {
  return { ...visibleIn(note, visibleName), text: visibleText(note.text) };
}
