import type { LayoutDocument } from './document';
import type { Edit } from './edit';

/**
 * Undo and redo as data: the document as it is, and the lists of edits that it had before and that were
 * undone. Only edits are undone; what is shown (`document.view`) is not part of it.
 */
export interface History {
  readonly document: LayoutDocument;
  /** Lists of edits, the last one the latest. */
  readonly past: readonly (readonly Edit[])[];
  /** Lists of edits that were undone, the last one the first to come back. */
  readonly future: readonly (readonly Edit[])[];
}

export function startHistory(document: LayoutDocument): History {
  return { document, past: [], future: [] };
}

export function canUndo(history: History): boolean {
  return history.past.length > 0;
}

export function canRedo(history: History): boolean {
  return history.future.length > 0;
}

/** One more edit, or several as one step. What was undone can no longer be redone. */
export function addEdits(history: History, ...edits: readonly Edit[]): History {
  return edits.length === 0 ? history : setEdits(history, [...history.document.edits, ...edits]);
}

/** Takes one edit out of the list; those after it apply without it, or are marked. */
export function removeEdit(history: History, index: number): History {
  const { edits } = history.document;
  return index in edits ? setEdits(history, edits.toSpliced(index, 1)) : history;
}

/** Takes all edits away, as one step that can be undone. */
export function resetEdits(history: History): History {
  return history.document.edits.length === 0 ? history : setEdits(history, []);
}

export function setEdits(history: History, edits: readonly Edit[]): History {
  const { document, past } = history;
  return { document: { ...document, edits }, past: [...past, document.edits], future: [] };
}

/** The same history where there is nothing to undo. */
export function undo(history: History): History {
  const { document, past, future } = history;
  const edits = past.at(-1);
  if (edits === undefined) return history;
  return {
    document: { ...document, edits },
    past: past.slice(0, -1),
    future: [...future, document.edits],
  };
}

/** The same history where there is nothing to redo. */
export function redo(history: History): History {
  const { document, past, future } = history;
  const edits = future.at(-1);
  if (edits === undefined) return history;
  return {
    document: { ...document, edits },
    past: [...past, document.edits],
    future: future.slice(0, -1),
  };
}
