import { withoutEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import { computeLayout } from '../layout/compute';
import { linesOf } from '../layout/lines';
import { fieldsOf } from '../layout/walk';
import { Failure } from './failure';
import { findStruct } from './findStruct';
import { openFile, type OpenFile } from './openFile';
import { readText } from './structOf';
import { parseWords, type CliCommand } from './words';

/** `hitmap check RULES FILE...`: fails where a layout breaks a rule. */
export const CHECK_COMMAND: CliCommand = {
  help: `hitmap check RULES FILE...: whether the layouts of each file keep the rules of a text file

A rule is a line; # begins a comment:
  file: together f_mode, f_op          these fields share one line
  file: apart f_ref | f_mode, f_op     none of the first shares a line with one of the others
  file: size 184                       at most so many bytes

Exit code 1: a rule is broken, or names what a file does not have.
`,
  run(args) {
    const { positionals } = parseWords('check', args, {});
    const [rulesPath, ...paths] = positionals;
    if (rulesPath === undefined || paths.length === 0) {
      throw new Failure('check takes rules and files: `hitmap check RULES FILE...`.');
    }
    const rules = readText(rulesPath)
      .split('\n')
      .map((line, at) => ({ text: line.replace(/#.*/, '').trim(), line: at + 1 }))
      .filter(({ text }) => text !== '')
      .map(({ text, line }) => readRule(text, `${rulesPath}:${line}`));
    let broken = 0;
    const said = paths.flatMap((path) => {
      const file = openFile(path, 'best', false);
      const lines = rules.map((rule) => {
        const why = brokenBy(rule, file);
        if (why !== null) broken += 1;
        return `${why === null ? 'ok    ' : 'BROKEN'} ${path}: ${rule.text}${why === null ? '' : `: ${why}`}\n`;
      });
      file.close();
      return lines;
    });
    return { text: said.join(''), notes: [], exitCode: broken > 0 ? 1 : 0 };
  },
};

interface Rule {
  readonly text: string;
  readonly struct: string;
  readonly kind: 'together' | 'apart' | 'size';
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly bytes: number;
}

function readRule(text: string, where: string): Rule {
  const [, struct = '', kind = '', rest = ''] =
    /^((?:struct |union )?\w+(?:#\d+)?):\s*(together|apart|size)\s+(.+)$/.exec(text) ?? [];
  const [a = '', b = ''] = rest.split('|');
  const names = (list: string) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  const rule = { text, struct, a: names(a), b: names(b), bytes: Number(rest) };
  const isGood =
    (kind === 'together' && rule.a.length > 1) ||
    (kind === 'apart' && rule.a.length > 0 && rule.b.length > 0) ||
    (kind === 'size' && Number.isInteger(rule.bytes) && rule.bytes > 0);
  if (!isGood) {
    throw new Failure(
      `${where}: \`${text}\` is no rule. \`hitmap check --help\` shows the three forms.`,
    );
  }
  return { ...rule, kind: kind };
}

/** Why a file breaks a rule; null where it keeps it. */
function brokenBy(rule: Rule, file: OpenFile): string | null {
  let applied;
  try {
    applied = withoutEdits(newDocument(findStruct(file, rule.struct)));
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  const layout = computeLayout(applied.struct);
  const sizeBytes = layout.sizeBits / 8;
  if (rule.kind === 'size') return sizeBytes <= rule.bytes ? null : `it is ${sizeBytes} bytes`;
  const spans = new Map(
    [...fieldsOf(layout)].map((field) => [
      field.path as string,
      linesOf(field.offsetBits, field.sizeBits, applied),
    ]),
  );
  const missing = [...rule.a, ...rule.b].filter((name) => !spans.has(name));
  if (missing.length > 0) return `there is no member \`${missing.join('`, `')}\``;
  const span = (name: string) => spans.get(name) ?? { first: 0, last: 0 };
  if (rule.kind === 'together') {
    const lines = new Set(rule.a.flatMap((name) => [span(name).first, span(name).last]));
    return lines.size === 1
      ? null
      : `they lie on lines ${[...lines].sort((x, y) => x - y).join(', ')}`;
  }
  for (const one of rule.a) {
    for (const other of rule.b) {
      if (span(one).first <= span(other).last && span(other).first <= span(one).last) {
        return `\`${one}\` and \`${other}\` share line ${Math.max(span(one).first, span(other).first)}`;
      }
    }
  }
  return null;
}
