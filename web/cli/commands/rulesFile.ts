import { parseEdit } from '../../edit/parse';
import type { Rule } from '../../edit/rule';
import { ruleOf } from '../../edit/rules';
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
    throw new Failure(
      `${path} is no text with rules: \`hitmap check RULES FILE...\` takes those first.`,
    );
  }
  const rulers = new Map<string, RulerWords>();
  const rules: NamedRule[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    // `foo#2` is the second layout of a name, and no comment.
    const words = line.replace(/(^|\s)#.*/, '').trim();
    if (words === '') continue;
    const where = `${path}:${at + 1}`;
    // C++ names have colons of their own: `ns::Shape: size 64`.
    const [, struct = '', rest = ''] = /^((?:[^:]|::)+):(?!:)\s*(.+)$/.exec(words) ?? [];
    if (struct === '') {
      throw new Failure(
        `${where}: \`${shortened(words)}\` is no rule: it takes the name of a struct, a colon and a rule, as in \`file: size 184\`.`,
      );
    }
    const edit = parseEdit(rest);
    if (!edit.ok) throw new Failure(`${where}: ${edit.error}`);
    const ruler = rulers.get(struct) ?? OWN_LINES;
    if (edit.value.kind === 'line') {
      rulers.set(struct, { ...ruler, lineBytes: edit.value.bytes });
    } else if (edit.value.kind === 'base') {
      rulers.set(struct, { ...ruler, baseBytes: edit.value.bytes });
    } else {
      const rule = ruleOf(edit.value);
      if (rule === null) {
        throw new Failure(
          `${where}: \`${rest}\` is no rule. Rules are \`together\` (of two fields or more), \`apart\`, \`stay\`, \`range\` and \`size\`; \`hitmap check --help\` shows them.`,
        );
      }
      rules.push({ text: words, struct, rule, ruler });
    }
  }
  if (rules.length === 0) throw new Failure(`${path} holds no rule.`);
  return rules;
}

/** A line as a sentence quotes it. */
function shortened(words: string): string {
  return words.length > 80 ? `${words.slice(0, 79)}…` : words;
}
