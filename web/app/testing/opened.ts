import { newDocument } from '../../edit/document';
import { parseEdit } from '../../edit/parse';
import type { Edit } from '../../edit/edit';
import { structFromC } from '../../layout/testing/c';
import type { FileId, StructId } from '../../layout/ids';
import { openDocument } from '../document/documentReducers';
import { initialState, type AppState } from '../state';

/** A state with a struct open, written as C, from the file `f1`. */
export function opened(source: string, state: AppState = initialState): AppState {
  const struct = structFromC(source);
  return openDocument(state, {
    id: `f1/${struct.key}` as StructId,
    origin: { kind: 'file', file: 'f1' as FileId, fileName: 'vmlinux' },
    document: newDocument(struct),
  });
}

/** An edit from its words. */
export function edit(words: string): Edit {
  const parsed = parseEdit(words);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
