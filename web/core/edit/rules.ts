import { fail, ok, type Result } from '../base/result';
import type { MemberPath } from '../layout/ids';
import { withState, type Applied } from './applied';
import type { DocumentState } from './document';
import type { Edit } from './edit';
import { findEachLoosely } from './names';
import { ruleMembers, type Rule } from './rule';
import { formatRule } from './words';
import type { Message } from '../base/messages';
import { editMessage } from './messages';

/** Edits that set a rule. */
export type RuleEdit = Extract<Edit, { kind: 'together' | 'apart' | 'stay' | 'range' | 'size' }>;

/** Sets a rule or takes one back. Rules change no layout; `core/rules` says which of them hold. */
export function applyRule(
  applied: Applied,
  edit: RuleEdit | Extract<Edit, { kind: 'lift' }>,
): Result<Applied, Message> {
  if (edit.kind === 'lift') return liftRule(applied, edit.rule);
  if (edit.kind === 'together') return setTogether(applied, edit.members);
  const rule = ruleOf(edit);
  if (rule === null) return ok(applied);
  const found = findEachLoosely(applied.struct.root, ruleMembers(rule));
  if (!found.ok) return found;
  const words = formatRule(rule);
  if (applied.state.rules.some((other) => formatRule(other) === words)) return ok(applied);
  // One size can be the largest.
  const others =
    rule.kind === 'maxSize'
      ? applied.state.rules.filter(({ kind }) => kind !== 'maxSize')
      : applied.state.rules;
  return ok(withState(applied, { rules: [...others, rule] }));
}

/** The rule that an edit sets; null for all else. */
export function ruleOf(edit: Edit): Rule | null {
  switch (edit.kind) {
    case 'together':
      return edit.members.length > 1 ? { kind: 'sameLine', members: edit.members } : null;
    case 'apart':
      return { kind: 'apart', a: edit.a, b: edit.b };
    case 'stay':
      return { kind: 'inLine', members: edit.members, line: edit.line };
    case 'range':
      return edit;
    case 'size':
      return { kind: 'maxSize', bytes: edit.bytes };
    default:
      return null;
  }
}

/** All rules that were set, groups first. */
export function rulesOf({
  together,
  rules,
}: Pick<DocumentState, 'together' | 'rules'>): readonly Rule[] {
  return [...together.map((members): Rule => ({ kind: 'sameLine', members })), ...rules];
}

/** Takes its members out of the groups that they were in; a group of one is none. */
function setTogether(applied: Applied, members: readonly MemberPath[]): Result<Applied, Message> {
  const found = findEachLoosely(applied.struct.root, members);
  if (!found.ok) return found;
  const others = applied.state.together.map((group) =>
    group.filter((path) => !members.includes(path)),
  );
  const together = [...others, members].filter((group) => group.length > 1);
  return ok(withState(applied, { together }));
}

function liftRule(applied: Applied, rule: Rule): Result<Applied, Message> {
  const words = formatRule(rule);
  const together = applied.state.together.filter(
    (members) => formatRule({ kind: 'sameLine', members }) !== words,
  );
  const rules = applied.state.rules.filter((other) => formatRule(other) !== words);
  return together.length < applied.state.together.length ||
    rules.length < applied.state.rules.length
    ? ok(withState(applied, { together, rules }))
    : fail(editMessage('no-rule', words));
}
