import { itemAt } from '../base/itemAt';
import { grouped } from '../base/prose';
import type { TypeFact } from '../facts/generated';
import { expansionIn } from '../facts/expansion';
import type { LayoutDocument } from './document';
import type { Edit } from './edit';
import { ruleMembers } from './rule';

/** Whose document it is: one of others, or a draft, which this browser itself has shown and kept. */
export type Budget = 'ofOthers' | 'ofDrafts';

/**
 * What a document may ask of those who show it, whatever its few bytes unpack to. Counts, not times: the same
 * document is read on every machine or on none.
 */
const MOST = {
  // Each type once. The largest struct of a kernel has 2,827 members (`bpf_ctx_convert`).
  'types and members': { ofOthers: 20_000, ofDrafts: 1_000_000 },
  // Unnamed structs opened; a kernel's `security_list_options` has 272.
  'members at once': { ofOthers: 1_000, ofDrafts: 100_000 },
  changes: { ofOthers: 20_000, ofDrafts: 100_000 },
  // Names in changes, times the members, notes and rules that there are by then: each is looked up among them.
  'steps in its changes': { ofOthers: 4_000_000, ofDrafts: 100_000_000 },
  'tags, notes, pins and rules': { ofOthers: 500, ofDrafts: 200_000 },
  'members in rules': { ofOthers: 4_000, ofDrafts: 200_000 },
  'characters in names': { ofOthers: 1_000_000, ofDrafts: 50_000_000 },
  'rows of profiles': { ofOthers: 5_000, ofDrafts: 1_000_000 },
} as const;
type Counted = keyof typeof MOST;

/** Edits that are not carried out in turns but in one go, as those that a profile was measured on. */
const AT_ONCE = 4;

/** Why a document is over the budget, as the end of a sentence; null where it is not. Its types are sound. */
export function overBudget(document: LayoutDocument, budget: Budget): string | null {
  const { struct, edits, proposal, profiles } = document;
  const found = new Asked(document);
  found.carryOut(edits, 1);
  for (const { measuredOn } of profiles) found.carryOut(measuredOn, AT_ONCE);
  found.carryOut(proposal?.edits ?? [], AT_ONCE);
  const counts: Readonly<Record<Counted, number>> = {
    'types and members': sizeOf(struct.types),
    'members at once': found.drawn,
    changes: found.changes,
    'steps in its changes': found.steps,
    'tags, notes, pins and rules': found.remarks,
    'members in rules': found.ruled,
    'characters in names': lettersOf(struct.types),
    'rows of profiles': rowsOf(document),
  };
  const over = Object.entries(MOST).find(([what, most]) => counts[what as Counted] > most[budget]);
  if (over === undefined) return null;
  const [what, most] = over;
  return `it has ${grouped(counts[what as Counted])} ${what}, more than ${grouped(most[budget])}`;
}

/** What there is to show and to look through, counted as edits add to it. */
class Asked {
  drawn: number;
  remarks: number;
  ruled: number;
  changes = 0;
  /** Names that edits say, times what each is looked up in. */
  steps = 0;

  constructor(document: LayoutDocument) {
    const { struct, pins, tags, notes, lineNotes, together, rules } = document;
    this.drawn = expansionIn(struct.types)(struct.root).shown;
    const groups = [...together, ...rules.map(ruleMembers)];
    this.remarks = pins.length + tags.length + notes.length + lineNotes.length + groups.length;
    this.remarks += struct.diagnostics.length;
    this.ruled = groups.reduce((sum, members) => sum + members.length, 0);
  }

  /** Each list of edits begins with the struct as it was found; what the largest makes of it counts. */
  carryOut(edits: readonly Edit[], times: number): void {
    let { drawn, remarks, ruled } = this;
    const found = { drawn, remarks, ruled };
    for (const edit of edits) {
      const names = namesIn(edit);
      this.steps += times * Math.max(1, names) * (drawn + remarks + ruled);
      if (edit.kind === 'add' || edit.kind === 'pad') drawn += 1;
      else if (SAYS.has(edit.kind)) remarks += 1;
      if (RULES.has(edit.kind)) ruled += names;
    }
    this.changes += edits.length;
    this.drawn = Math.max(found.drawn, drawn);
    this.remarks = Math.max(found.remarks, remarks);
    this.ruled = Math.max(found.ruled, ruled);
  }
}

const RULES: ReadonlySet<Edit['kind']> = new Set(['together', 'apart', 'stay', 'range', 'size']);
const SAYS: ReadonlySet<Edit['kind']> = new Set([...RULES, 'pin', 'tag', 'note', 'noteLine']);

function namesIn(edit: Edit): number {
  if (edit.kind === 'apart') return edit.a.length + edit.b.length;
  return 'members' in edit ? edit.members.length : 1;
}

function sizeOf(types: readonly TypeFact[]): number {
  return types.reduce(
    (sum, { shape }) => sum + 1 + (shape.kind === 'aggregate' ? shape.members.length : 0),
    0,
  );
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

/** With all else that profiles list, and what of them is tied to the struct. */
function rowsOf({ profiles, bindings }: LayoutDocument): number {
  let rows = bindings.length;
  for (const { lines, types, events, cores, unsampled = [], about = [] } of profiles) {
    for (const { rows: inside } of [...lines, ...types]) rows += 1 + inside.length;
    for (const cpus of cores) rows += 1 + cpus.length;
    rows += 1 + events.length + unsampled.length + about.length;
  }
  return rows;
}

/**
 * The nested members that a document opens; none where they would show more than the budget. Which type a path
 * ends in is taken from its last name alone, the largest of that name.
 */
export function openedWithin(document: LayoutDocument, budget: Budget): readonly string[] {
  const { struct, view } = document;
  if (view.expanded.length === 0) return view.expanded;
  const of = expansionIn(struct.types);
  const byName = new Map<string, number>();
  for (const { shape } of struct.types) {
    if (shape.kind !== 'aggregate') continue;
    for (const { name, typeIndex } of shape.members) {
      const inside = Math.max(1, insideOf(struct.types, typeIndex));
      if (name !== null) byName.set(name, Math.max(inside, byName.get(name) ?? 0));
    }
  }
  let { shown } = of(struct.root);
  for (const path of view.expanded) {
    const last = path.slice(path.lastIndexOf('.') + 1).replace(/(?:\[\d+\]|~\d+)+$/, '');
    shown += byName.get(last) ?? 1;
    if (shown > MOST['members at once'][budget]) return [];
  }
  return view.expanded;
}

/** How many elements of an array are shown. */
const ELEMENTS = 64;

/** What opening a member of that type shows, an array's element too. */
function insideOf(types: readonly TypeFact[], index: number): number {
  const { shape } = itemAt(types, index);
  if (shape.kind !== 'array') return expansionIn(types)(index).shown;
  return Math.max(Math.min(ELEMENTS, shape.count ?? 0), insideOf(types, shape.element));
}
