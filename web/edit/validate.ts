import { itemAt } from '../base/itemAt';
import * as v from 'valibot';
import { fail, ok, type Result } from '../base/result';
import type { StructDesc, TypeFact } from '../facts/generated';
import type { LayoutDocument } from './document';
import { documentSchema } from './schema';
import { upgrade } from './upgrade';

/**
 * The budget of a document that comes from outside: what it may ask of those who show it, whatever its few bytes
 * unpack to. The largest struct of a kernel, all nested members told apart, has 2,827 (`bpf_ctx_convert`).
 */
const MAX_MEMBERS = 20_000;
/** Each edit looks at the struct's own members: so many members times edits are carried out in a moment. */
const MAX_STEPS = 4_000_000;

/** Deeper than any compiler nests; the code that walks types may recurse. */
const MAX_DEPTH = 256;

/**
 * Reads a document that comes from outside, of this version or an earlier one. The error says what is
 * wrong and where. What passes here can be trusted everywhere else.
 */
export function parseDocument(json: unknown): Result<LayoutDocument, string> {
  const upgraded = upgrade(json);
  if (!upgraded.ok) return upgraded;
  const parsed = v.safeParse(documentSchema, upgraded.value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return fail(
      `This layout document is damaged at \`${v.getDotPath(issue) ?? 'the top'}\`: ${issue.message}.`,
    );
  }
  const document = parsed.output satisfies LayoutDocument;
  const problem = typesProblem(document.struct) ?? editsProblem(document);
  return problem === null ? ok(document) : fail(`This layout document is damaged: ${problem}`);
}

/** Null where the edits can be carried out in a moment. */
function editsProblem({ struct, edits, proposal }: LayoutDocument): string | null {
  const members = drawnMembers(struct.types, struct.root, new Map());
  const count = edits.length + (proposal?.edits.length ?? 0);
  return count * members <= MAX_STEPS
    ? null
    : `it has ${count} changes of ${members} members, more than can be carried out in a moment.`;
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

/** What the types of a struct must hold among each other; null where they do. */
function typesProblem(desc: StructDesc): string | null {
  const root = desc.types[desc.root];
  if (root?.shape.kind !== 'aggregate') return 'its root is no struct or union.';
  for (const [index, type] of desc.types.entries()) {
    const stray = parts(type).find((part) => part >= desc.types.length);
    if (stray !== undefined)
      return `type ${index} (${type.name}) refers to type ${stray}, which is missing.`;
  }
  return new TypeWalk(desc.types).problem(desc.root);
}

/** Looks for types that hold themselves, and for more than can be shown. */
class TypeWalk {
  /** Members in each type with all that lies inside; `null` while it is being counted. */
  private readonly counts = new Map<number, number | null>();

  constructor(private readonly types: readonly TypeFact[]) {}

  problem(root: number): string | null {
    try {
      this.count(root, 0);
      return null;
    } catch (error) {
      if (error instanceof Damaged) return error.message;
      throw error;
    }
  }

  private count(index: number, depth: number): number {
    const type = itemAt(this.types, index);
    const known = this.counts.get(index);
    if (known === null) throw new Damaged(`type ${index} (${type.name}) holds itself.`);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) throw new Damaged(`its types are nested deeper than ${MAX_DEPTH}.`);
    this.counts.set(index, null);
    let total = 1;
    for (const part of parts(type)) total += this.count(part, depth + 1);
    if (total > MAX_MEMBERS) throw new Damaged(`it has more than ${MAX_MEMBERS} members.`);
    this.counts.set(index, total);
    return total;
  }
}

class Damaged extends Error {}

/** The types that a type holds by value. */
function parts(type: TypeFact): readonly number[] {
  const { shape } = type;
  if (shape.kind === 'array') return [shape.element];
  return shape.kind === 'aggregate' ? shape.members.map((member) => member.typeIndex) : [];
}
