import { itemAt } from '../base/itemAt';
import * as v from 'valibot';
import { fail, ok, type Result } from '../base/result';
import type { StructDesc, TypeFact } from '../facts/generated';
import type { LayoutDocument } from './document';
import { OF_OTHERS, openedWithin, overBudget, type Budget } from './budget';
import { documentSchema } from './schema';
import { upgrade } from './upgrade';

/** Deeper than any compiler nests; the code that walks types may recurse. */
const MAX_DEPTH = 256;

/**
 * Reads a document that comes from outside, of this version or an earlier one. The error says what is
 * wrong and where. What passes here can be trusted everywhere else.
 */
export function parseDocument(
  json: unknown,
  budget: Budget = OF_OTHERS,
): Result<LayoutDocument, string> {
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
  const walk = new TypeWalk(document.struct.types, budget.members);
  const problem = typesProblem(document.struct, walk);
  if (problem !== null) return fail(`This layout document is damaged: ${problem}`);
  const over = walk.tooMany ?? overBudget(document, budget);
  if (over !== null) return fail(`It asks for more than is shown of a layout: ${over}.`);
  const expanded = openedWithin(document, budget);
  if (expanded === document.view.expanded) return ok(document);
  return ok({ ...document, view: { ...document.view, expanded: [] } });
}

/** What the types of a struct must hold among each other; null where they do. */
function typesProblem(desc: StructDesc, walk: TypeWalk): string | null {
  const root = desc.types[desc.root];
  if (root?.shape.kind !== 'aggregate') return 'its root is no struct or union.';
  for (const [index, type] of desc.types.entries()) {
    const stray = parts(type).find((part) => part >= desc.types.length);
    if (stray !== undefined)
      return `type ${index} (${type.name}) refers to type ${stray}, which is missing.`;
  }
  return walk.problem(desc.root);
}

/** Looks for types that hold themselves, and for more than can be shown. */
class TypeWalk {
  /** Members in each type with all that lies inside; `null` while it is being counted. */
  private readonly counts = new Map<number, number | null>();

  /** Why they are more than can be shown, as the end of a sentence; null where they are not. */
  tooMany: string | null = null;

  constructor(
    private readonly types: readonly TypeFact[],
    private readonly maxMembers: number,
  ) {}

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
    // Counted on, in numbers that stay exact: a type that holds itself may come yet.
    total = Math.min(total, this.maxMembers + 1);
    if (total > this.maxMembers) this.tooMany = `it has more than ${this.maxMembers} members`;
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
