import { sentence } from '../../core/base/messages';
import { ok, fail, type Result } from '../../core/base/result';
import type { Edit } from '../../core/edit/edit';
import { isMaxSize } from '../../core/edit/limits';
import { parseEdit } from '../../core/edit/parse';
import { ruleOf } from '../../core/edit/rules';
import type { AppStructs } from '../state/app';

/** Adds a rule in the words that `hitmap check` takes; what is wrong with them where they are none. Names stand in backquotes. */
export function addRule(app: Pick<AppStructs, 'edit'>, words: string): Result<null, string> {
  const rule = readRule(words);
  if (!rule.ok) return rule;
  app.edit([rule.value]);
  return ok(null);
}

/** Keeps the struct of at most so many bytes; false where that is no size. */
export function keepSize(app: Pick<AppStructs, 'edit'>, bytes: number): boolean {
  if (!isMaxSize(bytes)) return false;
  app.edit([{ kind: 'size', bytes }]);
  return true;
}

function readRule(words: string): Result<Edit, string> {
  const edit = parseEdit(words);
  if (!edit.ok) return fail(sentence(edit.error));
  if (edit.value.kind === 'lift' || ruleOf(edit.value) !== null) return edit;
  return fail(
    `\`${words.trim()}\` is no rule: rules are \`together\`, \`apart\`, \`stay\`, \`range\` and \`size\`.`,
  );
}
