import { sentence } from '../../../core/base/messages';
import { newDocument } from '../../../core/edit/document';
import { parseEdit } from '../../../core/edit/parse';
import type { Edit } from '../../../core/edit/edit';
import { structFromC } from '../../../core/layout/testing/c';
import type { FileId, StructId } from '../../../core/layout/ids';
import { openDocument } from '../documentReducers';
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
  if (!parsed.ok) throw new Error(sentence(parsed.error));
  return parsed.value;
}
