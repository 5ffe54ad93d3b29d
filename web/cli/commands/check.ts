import { brokenRule } from '../../analysis/rules';
import { withoutEdits } from '../../edit/apply';
import { newDocument, type Rule } from '../../edit/document';
import { computeLayout } from '../../layout/compute';
import type { MemberPath } from '../../layout/ids';
import { Failure } from '../failure';
import { findStruct } from '../open/findStruct';
import { openFile, type OpenFile } from '../open/openFile';
import { readText } from '../open/structOf';
import { FLAG, parseWords, type CliCommand } from '../words';

/** `hitmap check RULES FILE...`: fails where a layout breaks a rule. */
export const CHECK_COMMAND: CliCommand = {
  help: `hitmap check RULES FILE...: whether the layouts of each file keep the rules of a text file

A rule is a line; # begins a comment:
  file: together f_mode, f_op          these fields share one line
  file: apart f_ref | f_mode, f_op     none of the first shares a line with one of the others
  file: size 184                       at most so many bytes

  --json    JSON

Exit code 1: a rule is broken, or names what a file does not have.
`,
  run(args) {
    const { values, positionals } = parseWords('check', args, { json: FLAG });
    const [rulesPath, ...paths] = positionals;
    if (rulesPath === undefined || paths.length === 0) {
      throw new Failure('check takes rules and files: `hitmap check RULES FILE...`.');
    }
    const rules = readText(rulesPath)
      .split('\n')
      .map((line, at) => ({ text: line.replace(/#.*/, '').trim(), line: at + 1 }))
      .filter(({ text }) => text !== '')
      .map(({ text, line }) => readRule(text, `${rulesPath}:${line}`));
    const results = paths.flatMap((path) => {
      const file = openFile(path, 'best', false);
      const checked = rules.map((rule) => ({
        file: path,
        rule: rule.text,
        broken: brokenBy(rule, file),
      }));
      file.close();
      return checked;
    });
    const exitCode = results.some(({ broken }) => broken !== null) ? 1 : 0;
    if (values.json) {
      const text = `${JSON.stringify({ v: 1, results }, null, 2)}\n`;
      return { text, notes: [], exitCode };
    }
    const said = results.map(
      ({ file, rule, broken }) =>
        `${broken === null ? 'ok    ' : 'BROKEN'} ${file}: ${rule}${broken === null ? '' : `: ${broken}`}\n`,
    );
    return { text: said.join(''), notes: [], exitCode };
  },
};

interface NamedRule {
  readonly text: string;
  readonly struct: string;
  readonly rule: Rule;
}

function readRule(text: string, where: string): NamedRule {
  const [, struct = '', kind = '', rest = ''] =
    /^((?:struct |union )?\w+(?:#\d+)?):\s*(together|apart|size)\s+(.+)$/.exec(text) ?? [];
  const rule = ruleOf(kind, rest);
  if (rule === null) {
    throw new Failure(
      `${where}: \`${text}\` is no rule. \`hitmap check --help\` shows the three forms.`,
    );
  }
  return { text, struct, rule };
}

function ruleOf(kind: string, rest: string): Rule | null {
  const [a = [], b = []] = rest.split('|').map((list) =>
    list
      .split(',')
      .map((name) => name.trim() as MemberPath)
      .filter((name) => name !== ''),
  );
  if (kind === 'together') return a.length > 1 ? { kind: 'sameLine', members: a } : null;
  if (kind === 'apart') return a.length > 0 && b.length > 0 ? { kind: 'apart', a, b } : null;
  const bytes = Number(rest);
  return kind === 'size' && Number.isInteger(bytes) && bytes > 0
    ? { kind: 'maxSize', bytes }
    : null;
}

/** Why a file breaks a rule; null where it keeps it. */
function brokenBy({ struct, rule }: NamedRule, file: OpenFile): string | null {
  let applied;
  try {
    applied = withoutEdits(newDocument(findStruct(file, struct)));
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  return brokenRule(rule, computeLayout(applied.struct), applied);
}
