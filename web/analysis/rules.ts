import { assertNever } from '../base/assert';
import type { Rule } from '../edit/document';
import type { MemberPath } from '../layout/ids';
import type { Layout } from '../layout/layout';
import { linesOf, type LineRuler } from '../layout/lines';
import { fieldsOf } from '../layout/walk';

/** Why a layout breaks a rule, as the end of a sentence; null where it keeps it. A member that it lacks breaks it. */
export function brokenRule(rule: Rule, layout: Layout, ruler: LineRuler): string | null {
  if (rule.kind === 'maxSize') {
    const sizeBytes = layout.sizeBits / 8;
    return sizeBytes <= rule.bytes ? null : `it is ${sizeBytes} bytes`;
  }
  const spans = new Map(
    [...fieldsOf(layout)].map((field) => [
      field.path,
      linesOf(field.offsetBits, field.sizeBits, ruler),
    ]),
  );
  const named = rule.kind === 'sameLine' ? rule.members : [...rule.a, ...rule.b];
  const missing = named.filter((name) => !spans.has(name));
  if (missing.length > 0) return `there is no member \`${missing.join('`, `')}\``;
  const span = (name: MemberPath) => spans.get(name) ?? { first: 0, last: 0 };
  switch (rule.kind) {
    case 'sameLine': {
      const lines = new Set(rule.members.flatMap((name) => [span(name).first, span(name).last]));
      return lines.size <= 1
        ? null
        : `they lie on lines ${[...lines].sort((x, y) => x - y).join(', ')}`;
    }
    case 'apart':
      for (const one of rule.a) {
        for (const other of rule.b) {
          if (span(one).first <= span(other).last && span(other).first <= span(one).last) {
            return `\`${one}\` and \`${other}\` share line ${Math.max(span(one).first, span(other).first)}`;
          }
        }
      }
      return null;
    default:
      return assertNever(rule);
  }
}

/** As a rules file of `hitmap check` has it, without the struct. */
export function ruleText(rule: Rule): string {
  switch (rule.kind) {
    case 'sameLine':
      return `together ${rule.members.join(', ')}`;
    case 'apart':
      return `apart ${rule.a.join(', ')} | ${rule.b.join(', ')}`;
    case 'maxSize':
      return `size ${rule.bytes}`;
    default:
      return assertNever(rule);
  }
}
