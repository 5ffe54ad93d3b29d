import { usageMessage, noteMessage } from '../messages';
import { about } from '../../core/base/messages';
import { jsonText } from '../../core/format/jsonText';
import { unstatedNotes } from '../unstatedNotes';
import { figuresOf } from '../../core/figures/figures';
import { applyEdit, withoutEdits } from '../../core/edit/apply';
import { newDocument } from '../../core/edit/document';
import { EDIT_FORMS, parseEdit } from '../../core/edit/parse';
import type { Edit } from '../../core/edit/edit';
import { computeLayout } from '../../core/layout/compute';
import { showJson } from '../../core/format/json';
import { paholeText } from '../../core/format/pahole';
import { Failure } from '../failure';
import { diagnosticNotes } from '../open/diagnosticNotes';
import { findStruct } from '../open/findStruct';
import { openFile } from '../open/openFile';
import { readTextFile, structOfTextFile } from '../open/openText';
import { SOURCE_ARGS, SOURCE_HELP } from '../open/sourceOptions';
import { parseTextOptions, TEXT_ARGS, TEXT_HELP } from '../open/textOptions';
import { companionsOf, stageOf, TYPES_ARGS, TYPES_HELP } from '../open/typesOptions';
import { withSource } from '../open/withSource';
import { FLAG, parseWords, TEXTS, type CliCommand } from '../words';

const OPTIONS = { ...TYPES_ARGS, ...TEXT_ARGS, ...SOURCE_ARGS, json: FLAG, edit: TEXTS } as const;

type Values = ReturnType<typeof parseWords<typeof OPTIONS>>['values'];

/** `hitmap show FILE STRUCT`: its layout, after edits if there are any. An edit that does not apply is a failure here. */
export const SHOW_COMMAND: CliCommand = {
  help: `hitmap show FILE STRUCT: the layout of a struct, in pahole's style

  --edit 'WORDS'      an edit, again for more; they apply in order
${SOURCE_HELP}${TYPES_HELP}  --json              JSON; its shape is in docs/json.md

STRUCT is a name (file, struct file), or foo#2 where a name has several layouts.

${TEXT_HELP}
Edits:
${EDIT_FORMS.map((form) => `  ${form}\n`).join('')}
  hitmap show vmlinux file --edit 'move f_ref last' --edit 'move f_owner after f_cred'
`,
  run(args) {
    const { values, positionals } = parseWords('show', args, OPTIONS);
    const [path, ...words] = positionals;
    // `show vmlinux struct file` says the same as `show vmlinux 'struct file'`.
    const name = words.join(' ');
    if (path === undefined || name === '') {
      throw new Failure(usageMessage('show'));
    }
    const edits = values.edit.map(readEdit);
    const { desc, notes: sourceNotes } = structOf(path, name, values);
    let applied = withoutEdits(newDocument(desc));
    for (const [index, edit] of edits.entries()) {
      const next = applyEdit(applied, edit);
      if (!next.ok) throw new Failure(about(`--edit '${values.edit[index] ?? ''}'`, next.error));
      applied = next.value;
    }
    const { struct } = applied;
    const layout = computeLayout(struct);
    if (values.json) {
      const figures = figuresOf(layout, struct.root.keyword === 'union', applied.state);
      const json = showJson(applied, edits, layout, figures);
      return { text: jsonText(json), notes: [...sourceNotes] };
    }
    const { verdict } = struct;
    const notes = [
      ...sourceNotes,
      ...(verdict.kind === 'readOnly' ? [noteMessage('read-only', verdict.reason)] : []),
      ...unstatedNotes(applied, edits),
    ];
    return { text: paholeText(struct, layout, applied.state.lineBytes), notes };
  },
};

function structOf(path: string, struct: string, values: Values) {
  const bytes = readTextFile(path);
  if (bytes !== null) {
    const desc = structOfTextFile(path, bytes, struct, parseTextOptions(values));
    return { desc, notes: diagnosticNotes(desc.diagnostics) };
  }
  const file = openFile(path, stageOf(values), false, companionsOf(values));
  const desc = findStruct(file, struct);
  file.close();
  return withSource(desc, values);
}

function readEdit(words: string): Edit {
  const edit = parseEdit(words);
  if (edit.ok) return edit.value;
  throw new Failure(edit.error);
}
