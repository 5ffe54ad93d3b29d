import { inputMessage } from '../messages';
import { sentence } from '../../core/base/messages';
import { parseEdit } from '../../core/edit/parse';
import type { Rule } from '../../core/edit/rule';
import { ruleOf } from '../../core/edit/rules';
import { Failure } from '../failure';

/** A rule of a rules file. */
export interface NamedRule {
  /** The whole line, without its comment. */
  readonly text: string;
  readonly struct: string;
  readonly rule: Rule;
  /** What the lines above it say of the struct's lines. */
  readonly ruler: RulerWords;
}

interface RulerWords {
  /** Null for those of the machine. */
  readonly lineBytes: number | null;
  readonly baseBytes: number;
}

const OWN_LINES: RulerWords = { lineBytes: null, baseBytes: 0 };

/**
 * The rules of a text file, one a line: the name of a struct, a colon, and the edit words that set the rule.
 * `line` and `base` are settings for the rules of their struct below them. A file without any rule is a
 * failure: a check that looks at nothing would pass for ever.
 */
export function readRulesFile(text: string, path: string): readonly NamedRule[] {
  if (text.includes('\0')) {
    throw new Failure(inputMessage('no-rules-text', path));
  }
  const rulers = new Map<string, RulerWords>();
  const rules: NamedRule[] = [];
  const faults: { readonly line: number; readonly what: string }[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    // `foo#2` is the second layout of a name, and no comment.
    const words = line.replace(/(^|\s)#.*/, '').trim();
    if (words === '') continue;
    const isWrong = (what: string) => faults.push({ line: at + 1, what });
    // C++ names have colons of their own: `ns::Shape: size 64`.
    const [, struct = '', rest = ''] = /^((?:[^:]|::)+):(?!:)\s*(.+)$/.exec(words) ?? [];
    if (struct === '') {
      isWrong(
        `\`${shortened(words)}\` is no rule: it takes the name of a struct, a colon and a rule, as in \`file: size 184\`.`,
      );
      continue;
    }
    const edit = parseEdit(rest);
    if (!edit.ok) {
      isWrong(sentence(edit.error));
      continue;
    }
    const ruler = rulers.get(struct) ?? OWN_LINES;
    if (edit.value.kind === 'line') {
      rulers.set(struct, { ...ruler, lineBytes: edit.value.bytes });
    } else if (edit.value.kind === 'base') {
      rulers.set(struct, { ...ruler, baseBytes: edit.value.bytes });
    } else {
      const rule = ruleOf(edit.value);
      if (rule === null) {
        isWrong(
          `\`${rest}\` is no rule. Rules are \`together\` (of two fields or more), \`apart\`, \`stay\`, \`range\` and \`size\`; \`hitmap check --help\` shows them.`,
        );
        continue;
      }
      rules.push({ text: words, struct, rule, ruler });
    }
  }
  const [first, ...others] = faults;
  if (first !== undefined) {
    const lines = others.slice(0, 10).map(({ line }) => line);
    const more = others.length > lines.length ? ` and ${others.length - lines.length} more` : '';
    const also = lines.length === 0 ? '' : ` Wrong too: line ${lines.join(', ')}${more}.`;
    throw new Failure(inputMessage('rule-wrong', path, first.line, first.what, also));
  }
  if (rules.length === 0) throw new Failure(inputMessage('no-rules', path));
  return rules;
}

/** A line as a sentence quotes it. */
function shortened(words: string): string {
  return words.length > 80 ? `${words.slice(0, 79)}…` : words;
}
