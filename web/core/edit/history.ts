import type { LayoutDocument } from './document';
import type { Edit } from './edit';
import { changesMade, layoutEdits } from './layoutEdits';

/**
 * Undo and redo as data: the document as it is, and how to come to the lists of edits that it had before and
 * that were undone. Only edits are undone; what is shown (`document.view`) is not part of it.
 */
export interface History {
  readonly document: LayoutDocument;
  /** The last one the latest. */
  readonly past: readonly Step[];
  /** The last one the first to come back. */
  readonly future: readonly Step[];
}

/** The step from one list of edits to another. Whole lists would take memory by the square of their number. */
interface Step {
  /** How many edits stay, */
  readonly keep: number;
  /** and these stand after them. */
  readonly tail: readonly Edit[];
  /** The list itself, of the latest steps: what was computed for it is there again after an undo. */
  readonly list: readonly Edit[] | null;
}

/** Steps that keep their lists. */
const WHOLE_STEPS = 32;

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

/** Takes all changes away, as one step that can be undone. A report that was bound stays bound. */
export function resetEdits(history: History): History {
  const { edits } = history.document;
  const made = changesMade(history.document);
  return made.length === 0
    ? history
    : setEdits(
        history,
        edits.filter((edit) => !made.includes(edit)),
      );
}

/** Takes somebody's order in place of the own one, as one step; bindings and tags stay. */
export function takeOrder(history: History, order: readonly Edit[]): History {
  const { edits } = history.document;
  const made = layoutEdits(history.document);
  return setEdits(history, [...edits.filter((edit) => !made.includes(edit)), ...order]);
}

export function setEdits(history: History, edits: readonly Edit[]): History {
  const { document, past } = history;
  return {
    document: { ...document, edits },
    past: withStep(past, stepTo(document.edits, edits)),
    future: [],
  };
}

/** The same history where there is nothing to undo. */
export function undo(history: History): History {
  const { document, past, future } = history;
  const step = past.at(-1);
  if (step === undefined) return history;
  const edits = taken(step, document.edits);
  return {
    document: { ...document, edits },
    past: past.slice(0, -1),
    future: withStep(future, stepTo(document.edits, edits)),
  };
}

/** The same history where there is nothing to redo. */
export function redo(history: History): History {
  const { document, past, future } = history;
  const step = future.at(-1);
  if (step === undefined) return history;
  const edits = taken(step, document.edits);
  return {
    document: { ...document, edits },
    past: withStep(past, stepTo(document.edits, edits)),
    future: future.slice(0, -1),
  };
}

/** The step that leads from `here` back to `there`. */
function stepTo(there: readonly Edit[], here: readonly Edit[]): Step {
  const keep = sharedStart(there, here);
  return { keep, tail: there.slice(keep), list: there };
}

function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const all = [...steps, step];
  const old = all.length - 1 - WHOLE_STEPS;
  const without = all[old];
  if (without) all[old] = { ...without, list: null };
  return all;
}

function taken({ keep, tail, list }: Step, edits: readonly Edit[]): readonly Edit[] {
  return list ?? [...edits.slice(0, keep), ...tail];
}

/** How many edits two lists begin with alike: the same objects, not others that say the same. */
export function sharedStart(a: readonly Edit[], b: readonly Edit[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}
