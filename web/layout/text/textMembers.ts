import { itemAt } from '../../base/itemAt';
import type {
  BodyNode,
  DeclaratorText,
  HeaderDoc,
  MemberText,
  PieceText,
  RecordText,
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
  /** The `#if` conditions around it within its body, outermost first. */
  readonly conditions: readonly string[];
}

/** The declarators of a body. What stands in nested bodies is theirs. */
export function textMembers(doc: HeaderDoc, record: number): readonly TextMember[] {
  const found: TextMember[] = [];
  walkBody(recordAt(doc, record).body, (node, conditions) => {
    if (node.kind !== 'piece' && node.kind !== 'marker') return;
    const { piece } = node;
    for (const member of piece.members) {
      for (const declarator of member.declarators) {
        found.push({ record, ordinal: found.length, declarator, member, piece, conditions });
      }
    }
  });
  return found;
}

/** All that stands in a body but its chains, with the conditions around it. */
export function walkBody(
  nodes: readonly BodyNode[],
  visit: (node: Exclude<BodyNode, { kind: 'chain' }>, conditions: readonly string[]) => void,
  conditions: readonly string[] = [],
): void {
  for (const node of nodes) {
    if (node.kind !== 'chain') {
      visit(node, conditions);
      continue;
    }
    const earlier: string[] = [];
    for (const branch of node.branches) {
      const own = [...conditions, branchCondition(earlier, branch.condition)];
      walkBody(branch.nodes, visit, own);
      earlier.push(branch.condition);
    }
  }
}

/** The condition of a branch, with what the branches before it rule out. */
function branchCondition(earlier: readonly string[], own: string): string {
  return [...earlier.map((each) => `!(${each})`), ...(own === '' ? [] : [own])].join(' && ');
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
