import { jsonText } from '../../output/jsonText';
import { unstatedNotes } from '../unstatedNotes';
import { figuresOf } from '../../analysis/figures';
import { applyEdit, withoutEdits } from '../../edit/apply';
import { newDocument } from '../../edit/document';
import type { Edit } from '../../edit/edit';
import { parseEdit } from '../../edit/parse';
import { computeLayout } from '../../layout/compute';
import { showJson } from '../../output/json';
import { paholeText } from '../../output/pahole';
import { Failure } from '../failure';
import { findStruct } from '../open/findStruct';
import { openFile, type CompanionPaths } from '../open/openFile';
import type { SourcePlace } from '../open/sourceOptions';
import { withSource } from '../open/withSource';
import { readTextFile, structOfTextFile, type TextOptions } from '../open/openText';

export interface ShowOptions {
  readonly path: string;
  readonly struct: string;
  readonly edits: readonly string[];
  readonly from: 'best' | 'btf' | 'dwarf';
  readonly json: boolean;
  /** As of `ls`. */
  readonly companions: CompanionPaths;
  /** For C source. */
  readonly text: TextOptions;
  /** Where the source of a struct of a binary is. */
  readonly source: SourcePlace;
}

/** `hitmap show FILE STRUCT`: its layout, after edits if there are any. An edit that does not apply is a failure here. */
export function show(options: ShowOptions): { readonly text: string; readonly notes: string[] } {
  const edits = options.edits.map(readEdit);
  const { desc, notes: told } = structOf(options);
  let applied = withoutEdits(newDocument(desc));
  for (const [index, edit] of edits.entries()) {
    const next = applyEdit(applied, edit);
    if (!next.ok) throw new Failure(`--edit '${options.edits[index] ?? ''}': ${next.error}`);
    applied = next.value;
  }
  const { struct } = applied;
  const layout = computeLayout(struct);
  if (options.json) {
    const figures = figuresOf(layout, struct.root.keyword === 'union', applied);
    const json = showJson(applied, edits, layout, figures);
    return { text: jsonText(json), notes: [...told] };
  }
  const { verdict } = struct;
  const notes = [
    ...told,
    ...(verdict.kind === 'readOnly' ? [`note: it can only be shown. ${verdict.reason}`] : []),
    ...unstatedNotes(applied, edits),
  ];
  return { text: paholeText(struct, layout, applied.lineBytes), notes };
}

function structOf({ path, struct, from, companions, text, source }: ShowOptions) {
  const bytes = readTextFile(path);
  if (bytes !== null) return { desc: structOfTextFile(path, bytes, struct, text), notes: [] };
  const file = openFile(path, from, false, companions);
  const desc = findStruct(file, struct);
  file.close();
  return withSource(desc, source);
}

function readEdit(words: string): Edit {
  const edit = parseEdit(words);
  if (edit.ok) return edit.value;
  throw new Failure(edit.error);
}
