import { itemAt } from '../base/itemAt';
import type { TypeFact } from '../facts/generated';
import type { LayoutDocument } from './document';
import type { Edit } from './edit';
import { ruleMembers } from './rule';

/**
 * What a document may ask of those who show it, whatever its few bytes unpack to. Counts, not times: the same
 * document is read on every machine or on none.
 */
export interface Budget {
  /** With those of all nested types. The largest struct of a kernel has 2,827 (`bpf_ctx_convert`). */
  readonly members: number;
  /** Those that are told apart at once, unnamed structs opened; a kernel's `security_list_options` has 272. */
  readonly drawn: number;
  readonly changes: number;
  /** Members that changes move, times drawn members: each looks at the struct's own members. */
  readonly steps: number;
  /** Tags, notes and pins. */
  readonly said: number;
  /** Members that rules name. */
  readonly ruled: number;
  /** Characters of the names of types and members. */
  readonly letters: number;
  /** Rows of its profiles. */
  readonly rows: number;
}

export const OF_OTHERS: Budget = {
  members: 20_000,
  drawn: 1_000,
  changes: 20_000,
  steps: 4_000_000,
  said: 500,
  ruled: 4_000,
  letters: 1_000_000,
  rows: 5_000,
};

/** The budget of documents that this browser itself has shown and kept. */
export const OF_DRAFTS: Budget = {
  members: 1_000_000,
  drawn: 100_000,
  changes: 100_000,
  steps: 100_000_000,
  said: 200_000,
  ruled: 200_000,
  letters: 50_000_000,
  rows: 1_000_000,
};

/** Why a document is over the budget, as the end of a sentence; null where it is not. Its types are sound. */
export function overBudget(document: LayoutDocument, budget: Budget): string | null {
  const { struct, edits, proposal } = document;
  const drawn = drawnMembers(struct.types, struct.root, new Map());
  if (drawn > budget.drawn) {
    return `it shows ${drawn} members at once, more than ${budget.drawn}`;
  }
  const changes = [...edits, ...(proposal?.edits ?? [])];
  if (changes.length > budget.changes || movedBy(changes) * drawn > budget.steps) {
    return `it has ${changes.length} changes of ${drawn} members, more than can be carried out in a moment`;
  }
  const counts = [
    ['tags, notes and pins', saidOf(document), budget.said],
    ['members in rules', ruledBy(document), budget.ruled],
    ['characters in names', lettersOf(struct.types), budget.letters],
    ['rows of profiles', rowsOf(document), budget.rows],
  ] as const;
  const over = counts.find(([, count, most]) => count > most);
  return over === undefined ? null : `it has ${over[1]} ${over[0]}, more than ${over[2]}`;
}

function movedBy(edits: readonly Edit[]): number {
  return edits.reduce((sum, edit) => sum + ('members' in edit ? edit.members.length : 1), 0);
}

function saidOf({ pins, tags, notes, lineNotes }: LayoutDocument): number {
  return pins.length + tags.length + notes.length + lineNotes.length;
}

function ruledBy({ together, rules }: LayoutDocument): number {
  const grouped = together.reduce((sum, members) => sum + members.length, 0);
  return rules.reduce((sum, rule) => sum + 1 + ruleMembers(rule).length, grouped);
}

function lettersOf(types: readonly TypeFact[]): number {
  let letters = 0;
  for (const { name, shape } of types) {
    letters += name.length;
    for (const member of shape.kind === 'aggregate' ? shape.members : []) {
      letters += member.name?.length ?? 0;
    }
  }
  return letters;
}

function rowsOf({ profiles }: LayoutDocument): number {
  let rows = 0;
  for (const { lines, types } of profiles) {
    for (const line of lines) rows += 1 + line.rows.length;
    for (const type of types) rows += 1 + type.rows.length;
  }
  return rows;
}

/** Members of a type with those of its unnamed structs and unions: what edits can name. */
function drawnMembers(
  types: readonly TypeFact[],
  index: number,
  known: Map<number, number>,
): number {
  const found = known.get(index);
  if (found !== undefined) return found;
  const { shape } = itemAt(types, index);
  let count = 0;
  for (const { name, typeIndex } of shape.kind === 'aggregate' ? shape.members : []) {
    count += 1 + (name === null ? drawnMembers(types, typeIndex, known) : 0);
  }
  known.set(index, count);
  return count;
}

/**
 * The nested members that a document opens; none where they would show more than the budget. Which type a path
 * ends in is taken from its last name alone, the largest of that name.
 */
export function openedWithin(document: LayoutDocument, budget: Budget): readonly string[] {
  const { struct, view } = document;
  if (view.expanded.length === 0) return view.expanded;
  const known = new Map<number, number>();
  const byName = new Map<string, number>();
  for (const { shape } of struct.types) {
    if (shape.kind !== 'aggregate') continue;
    for (const { name, typeIndex } of shape.members) {
      const inside = Math.max(1, insideOf(struct.types, typeIndex, known));
      if (name !== null) byName.set(name, Math.max(inside, byName.get(name) ?? 0));
    }
  }
  let shown = drawnMembers(struct.types, struct.root, known);
  for (const path of view.expanded) {
    const last = path.slice(path.lastIndexOf('.') + 1).replace(/(?:\[\d+\]|~\d+)+$/, '');
    shown += byName.get(last) ?? 1;
    if (shown > budget.drawn) return [];
  }
  return view.expanded;
}

/** How many elements of an array are shown. */
const ELEMENTS = 64;

/** What opening a member of that type shows, an array's element too. */
function insideOf(types: readonly TypeFact[], index: number, known: Map<number, number>): number {
  const { shape } = itemAt(types, index);
  if (shape.kind !== 'array') return drawnMembers(types, index, known);
  return Math.max(Math.min(ELEMENTS, shape.count ?? 0), insideOf(types, shape.element, known));
}
