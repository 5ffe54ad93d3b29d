import { itemAt } from '../base/itemAt';
import * as v from 'valibot';
import { fail, ok, type Result } from '../base/result';
import type { StructDesc, TypeFact } from '../facts/generated';
import { MOST_NESTED, withinReach } from '../facts/expansion';
import { DOCUMENT_VERSION, type LayoutDocument } from './document';
import { openedWithin, overBudget, type Budget } from './budget';
import { documentSchema } from './schema';
import type { Message } from '../base/messages';
import { documentMessage } from './messages';

/**
 * Reads a document that comes from outside. The error says what is
 * wrong and where. What passes here can be trusted everywhere else.
 */
export function parseDocument(
  json: unknown,
  budget: Budget = 'ofOthers',
): Result<LayoutDocument, Message> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return fail(documentMessage('not-json'));
  }
  const version: unknown = 'v' in json ? json.v : null;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return fail(documentMessage('no-version'));
  }
  if (version > DOCUMENT_VERSION) {
    return fail(documentMessage('newer', version, DOCUMENT_VERSION));
  }
  const parsed = v.safeParse(documentSchema, json);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return fail(documentMessage('damaged-at', v.getDotPath(issue) ?? 'the top', issue.message));
  }
  const document = parsed.output satisfies LayoutDocument;
  const problem = typesProblem(document.struct);
  if (problem !== null) return fail(documentMessage('damaged', problem));
  const over = overBudget(document, budget);
  if (over !== null) {
    return fail(documentMessage('over-budget', over));
  }
  const struct = withinReach(document.struct);
  const expanded = openedWithin(document, budget);
  if (struct === document.struct && expanded === document.view.expanded) return ok(document);
  const view =
    expanded === document.view.expanded ? document.view : { ...document.view, expanded: [] };
  return ok({ ...document, struct, view });
}

/** What the types of a struct must hold among each other; null where they do. */
function typesProblem({ types, root }: StructDesc): string | null {
  if (types[root]?.shape.kind !== 'aggregate') return 'its root is no struct or union.';
  for (const [index, type] of types.entries()) {
    const stray = parts(type).find((part) => part >= types.length);
    if (stray !== undefined)
      return `type ${index} (${type.name}) refers to type ${stray}, which is missing.`;
  }
  /** How deep each type is nested; `null` while that is being found out. */
  const depths = new Map<number, number | null>();
  const depthOf = (index: number, above: number): number => {
    const type = itemAt(types, index);
    const known = depths.get(index);
    if (known === null) throw new Damaged(`type ${index} (${type.name}) holds itself.`);
    const depth = known ?? 0;
    if (above + depth > MOST_NESTED) {
      throw new Damaged(`its types are nested deeper than ${MOST_NESTED}.`);
    }
    if (known !== undefined) return depth;
    depths.set(index, null);
    const below = parts(type).map((part) => 1 + depthOf(part, above + 1));
    const deepest = below.reduce((most, each) => Math.max(most, each), 0);
    depths.set(index, deepest);
    return deepest;
  };
  try {
    for (const index of types.keys()) depthOf(index, 0);
    return null;
  } catch (error) {
    if (error instanceof Damaged) return error.message;
    throw error;
  }
}

class Damaged extends Error {}

/** The types that a type holds by value. */
function parts(type: TypeFact): readonly number[] {
  const { shape } = type;
  if (shape.kind === 'array') return [shape.element];
  return shape.kind === 'aggregate' ? shape.members.map((member) => member.typeIndex) : [];
}
