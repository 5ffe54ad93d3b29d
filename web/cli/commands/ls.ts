import { inputMessage, usageMessage, noteMessage } from '../messages';
import { jsonText } from '../../core/format/jsonText';
import { listJson } from '../../core/format/json';
import { diagnosticNotes } from '../open/diagnosticNotes';
import { Failure } from '../failure';
import { openFile } from '../open/openFile';
import { readTextFile, structsOfTextFile } from '../open/openText';
import { companionsOf, stageOf, TYPES_ARGS, TYPES_HELP } from '../open/typesOptions';
import { FLAG, parseWords, type CliCommand } from '../words';

/** `hitmap ls FILE`: every struct and union, one a line, in the file's order; beside it what could not be read. */
export const LS_COMMAND: CliCommand = {
  help: `hitmap ls FILE: every struct and union of a file, one a line

Columns: size in bytes, members, holes, bytes in holes, bytes of padding, name. A name with several
layouts is listed once for each, as foo#1, foo#2.

${TYPES_HELP}  --json              JSON; its shape is in docs/json.md
`,
  run(args) {
    const { values, positionals } = parseWords('ls', args, { ...TYPES_ARGS, json: FLAG });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) {
      throw new Failure(usageMessage('ls'));
    }
    refuseText(path);
    const file = openFile(path, stageOf(values), true, companionsOf(values));
    const { index, names } = file;
    const rows = names.map((_, row) => row);
    const text = values.json
      ? jsonText(listJson(file.session.facts, index, rows, names, heldIn(file)), 0)
      : rows.map((row) => `${line(file.names[row] ?? '', index, row)}\n`).join('');
    file.close();
    const notes = diagnosticNotes(index.diagnostics);
    if (rows.length > 0) return { text, notes };
    return { text, notes: [...notes, noteMessage('no-struct', path)] };
  },
};

/** Sizes of C depend on answers that a list cannot ask for: `show` takes such a text, a struct at a time. */
function refuseText(path: string): void {
  const bytes = readTextFile(path);
  const names = bytes === null ? [] : structsOfTextFile(bytes);
  if (names.length === 0) return;
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  throw new Failure(inputMessage('text-not-binary', path, shown, more));
}

const MOST_NAMED = 8;

function heldIn({ session }: ReturnType<typeof openFile>) {
  const held = session.ask({ kind: 'heldCounts' });
  return held.ok ? held.value : null;
}

function line(name: string, index: ReturnType<typeof openFile>['index'], row: number): string {
  const number = (value: number | undefined, width: number) => String(value ?? '-').padStart(width);
  const kind = ['struct', 'union', 'class'][index.kinds[row] ?? 0] ?? 'struct';
  const variant = index.variants[row] ?? 0;
  return [
    number(index.sizesBytes[row], 8),
    number(index.memberCounts[row], 6),
    number(index.holeCounts[row], 4),
    number(index.holeBytes[row], 6),
    number(index.paddingBytes[row], 6),
    `${kind} ${name}${variant === 0 ? '' : `#${variant}`}`,
  ].join(' ');
}
