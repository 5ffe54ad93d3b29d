import type { LayoutDocument } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';
import type { Rule } from '../../core/edit/rule';
import { ruleOf, rulesOf } from '../../core/edit/rules';
import { formatRule } from '../../core/edit/words';

/**
 * One more edit in the list of changes. What only its last word counts of (the ruler, a binding, a note)
 * replaces the one before, and what takes an edit back that is in the list takes it out of the list, so
 * that the list says what was done and not how often somebody changed their mind.
 */
export function addEdit(
  edits: readonly Edit[],
  edit: Edit,
  document: LayoutDocument,
): readonly Edit[] {
  switch (edit.kind) {
    case 'bind':
      // A line that is slid on is bound once, where it came to rest.
      return [...edits.filter((other) => !isSameBinding(other, edit)), edit];
    case 'line':
    case 'pair':
    case 'base': {
      const others = edits.filter((other) => other.kind !== edit.kind);
      return isOwnRuler(edit, document) ? others : [...others, edit];
    }
    case 'prefetch': {
      const others = edits.filter(({ kind }) => kind !== 'prefetch');
      return edit.share === null ? others : [...others, edit];
    }
    case 'note': {
      const others = edits.filter((other) => other.kind !== 'note' || other.member !== edit.member);
      const isOwn = document.notes.some(({ member }) => member === edit.member);
      return edit.text === '' && !isOwn ? others : [...others, edit];
    }
    case 'noteLine': {
      // A note of another line size was on other bytes.
      if (edits.some(({ kind }) => kind === 'line')) return [...edits, edit];
      const others = edits.filter((other) => other.kind !== 'noteLine' || other.line !== edit.line);
      const isOwn = document.lineNotes.length > 0;
      return edit.text === '' && !isOwn ? others : [...others, edit];
    }
    case 'move': {
      const last = edits.at(-1);
      return last !== undefined && isMovedOn(last, edit) ? edits.with(-1, edit) : [...edits, edit];
    }
    case 'lift':
      return withoutRule(edits, edit.rule, document) ?? [...edits, edit];
    default:
      return [...edits, edit];
  }
}

/** Whether a move takes the same fields on from where another put them, among the members of the struct itself. */
function isMovedOn(last: Edit, edit: Extract<Edit, { kind: 'move' }>): boolean {
  if (last.kind !== 'move' || last.members.join() !== edit.members.join()) return false;
  const isPlain = ({ members, to, alone }: Extract<Edit, { kind: 'move' }>) => {
    if (alone || to.at === 'into' || to.at === 'out') return false;
    const named = 'member' in to ? [...members, to.member] : members;
    return named.every((path) => !path.includes('.'));
  };
  return isPlain(last) && isPlain(edit);
}

function isSameBinding(other: Edit, edit: Extract<Edit, { kind: 'bind' }>): boolean {
  return other.kind === 'bind' && other.profile === edit.profile && other.target === edit.target;
}

function isOwnRuler(
  edit: Extract<Edit, { kind: 'line' | 'pair' | 'base' }>,
  document: LayoutDocument,
): boolean {
  if (edit.kind === 'line') return edit.bytes === document.lineBytes;
  if (edit.kind === 'pair') return edit.on === document.pair;
  return edit.bytes === document.baseBytes;
}

/** The list without the edit that set a rule; null where something else depends on that edit. */
function withoutRule(
  edits: readonly Edit[],
  rule: Rule,
  document: LayoutDocument,
): readonly Edit[] | null {
  const words = formatRule(rule);
  if (rulesOf(document).some((own) => formatRule(own) === words)) return null;
  const isSetter = (edit: Edit) => {
    const set = ruleOf(edit);
    return set !== null && formatRule(set) === words;
  };
  // A group takes its members out of earlier ones, and a size takes the place of another.
  const kind = { sameLine: 'together', maxSize: 'size', apart: null, inLine: null, range: null }[
    rule.kind
  ];
  const others = edits.filter((edit) => !isSetter(edit));
  if (others.length === edits.length || others.some((edit) => edit.kind === kind)) return null;
  return others.filter((edit) => edit.kind !== 'lift' || formatRule(edit.rule) !== words);
}
