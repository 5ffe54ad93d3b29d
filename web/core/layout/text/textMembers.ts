import { derived } from '../../base/derived';
import { itemAt } from '../../base/itemAt';
import type {
  BodyNode,
  Condition,
  DeclaratorText,
  HeaderDoc,
  MemberText,
  PieceText,
  RecordText,
  TypedefText,
} from '../../facts/generated';

/** One declarator of a body, in the order of the text. Directives do not hide it: all branches are here. */
export interface TextMember {
  /** Into `HeaderDoc.records`. */
  readonly record: number;
  /** Its place among the declarators of its body; it does not change when a declaration is split. */
  readonly ordinal: number;
  readonly declarator: DeclaratorText;
  readonly member: MemberText;
  readonly piece: PieceText;
  /** The `#if` conditions around it within its body, outermost first, as written and as they are read. */
  readonly conditions: readonly string[];
  readonly holds: readonly Condition[];
}

/** The declarators of a body. What stands in nested bodies is theirs. */
export function textMembers(doc: HeaderDoc, record: number): readonly TextMember[] {
  const found: TextMember[] = [];
  walkBody(recordAt(doc, record).body, (node, conditions, holds) => {
    if (node.kind !== 'piece' && node.kind !== 'marker') return;
    const { piece } = node;
    for (const member of piece.members) {
      for (const declarator of member.declarators) {
        found.push({ record, ordinal: found.length, declarator, member, piece, conditions, holds });
      }
    }
  });
  return found;
}

/** An `#include` among the members of a body: what it declares is not known. */
export interface Included {
  readonly line: number;
  /** Around it, within its body. */
  readonly holds: readonly Condition[];
}

export function includesIn(doc: HeaderDoc, record: number): readonly Included[] {
  const found: Included[] = [];
  walkBody(recordAt(doc, record).body, (node, _, holds) => {
    if (node.kind === 'other' && node.includes) found.push({ line: node.lines.first, holds });
  });
  return found;
}

/** All that is in a body but its chains, with the conditions around it. */
export function walkBody(
  nodes: readonly BodyNode[],
  visit: (
    node: Exclude<BodyNode, { kind: 'chain' }>,
    conditions: readonly string[],
    holds: readonly Condition[],
  ) => void,
  conditions: readonly string[] = [],
  holds: readonly Condition[] = [],
): void {
  for (const node of nodes) {
    if (node.kind !== 'chain') {
      visit(node, conditions, holds);
      continue;
    }
    // A branch is taken where none before it is.
    const denied: string[] = [];
    const others: Condition[] = [];
    for (const { condition, holds: own, nodes: inside } of node.branches) {
      const texts = condition === '' ? denied : [...denied, condition];
      const parts = own === null ? others : [...others, own];
      const all = parts.length === 1 ? parts : [{ kind: 'all' as const, of: parts }];
      walkBody(inside, visit, [...conditions, texts.join(' && ')], [...holds, ...all]);
      denied.push(`!(${condition})`);
      if (own !== null) others.push({ kind: 'not', of: own });
    }
  }
}

export function recordAt(doc: HeaderDoc, record: number): RecordText {
  return itemAt(doc.records, record);
}

/** As a person would name it in a message. */
export function nameOf(member: TextMember): string {
  const { declarator } = member;
  const { text, base } = declarator.declaredType;
  const unnamed = base.kind === 'opaque' && text === '' ? base.text : text;
  return declarator.name ?? member.member.macroName ?? unnamed;
}

/** What a text declares, by name. */
export interface Names {
  /** `struct foo` to its record. */
  readonly tagged: ReadonlyMap<string, number>;
  /** `foo`, a tag in C++ or a typedef's name, to its record. */
  readonly records: ReadonlyMap<string, number>;
  readonly typedefs: ReadonlyMap<string, TypedefText>;
}

/** Kept for each text. */
export const namesIn = derived((doc: HeaderDoc): Names => {
  const tagged = new Map<string, number>();
  const records = new Map<string, number>();
  // The first of several under one name counts.
  for (const [index, { tag, typedefName, keyword }] of [...doc.records.entries()].reverse()) {
    if (tag !== null) tagged.set(`${keyword} ${tag}`, index);
    for (const name of [tag, typedefName]) if (name !== null) records.set(name, index);
  }
  const typedefs = new Map([...doc.typedefs].reverse().map((each) => [each.name, each]));
  return { tagged, records, typedefs };
});
