import { jsonText } from '../../output/jsonText';
import { unstatedNotes } from '../unstatedNotes';
import { figuresOf } from '../../analysis/figures';
import { applyEdit, withoutEdits } from '../../edit/apply';
import { newDocument } from '../../edit/document';
import type { Edit } from '../../edit/edit';
import type { StructDesc } from '../../facts/generated';
import { parseEdit } from '../../edit/parse';
import { computeLayout } from '../../layout/compute';
import { showJson } from '../../output/json';
import { paholeText } from '../../output/pahole';
import { Failure } from '../failure';
import { findStruct } from '../open/findStruct';
import { openFile, type CompanionPaths } from '../open/openFile';
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
}

/** `hitmap show FILE STRUCT`: its layout, after edits if there are any. An edit that does not apply is a failure here. */
export function show(options: ShowOptions): { readonly text: string; readonly notes: string[] } {
  const edits = options.edits.map(readEdit);
  let applied = withoutEdits(newDocument(structOf(options)));
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
    return { text: jsonText(json), notes: [] };
  }
  const { verdict } = struct;
  const notes = [
    ...(verdict.kind === 'readOnly' ? [`note: it can only be shown. ${verdict.reason}`] : []),
    ...unstatedNotes(applied, edits),
  ];
  return { text: paholeText(struct, layout, applied.lineBytes), notes };
}

function structOf({ path, struct, from, companions, text }: ShowOptions): StructDesc {
  const bytes = readTextFile(path);
  if (bytes !== null) return structOfTextFile(path, bytes, struct, text);
  const file = openFile(path, from, false, companions);
  const desc = findStruct(file, struct);
  file.close();
  return desc;
}

function readEdit(words: string): Edit {
  const edit = parseEdit(words);
  if (edit.ok) return edit.value;
  throw new Failure(edit.error);
}
