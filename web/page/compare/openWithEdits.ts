import type { LayoutDocument } from '../../core/edit/document';
import { setEdits } from '../../core/edit/history';
import type { FileId, StructId } from '../../core/layout/ids';
import { openDocument } from '../state/documentReducers';
import { presentOf } from '../state/inView';
import type { AppState } from '../state/state';

/**
 * Opens a file's struct with the edits of `document`. Where it is open already the edits replace its own as
 * one step, which can be undone.
 */
export function openWithEdits(state: AppState, file: FileId, document: LayoutDocument): AppState {
  const id = `${file}/${document.struct.key}` as StructId;
  const fileName = state.files.find((loaded) => loaded.id === file)?.name ?? '';
  const { edits } = document;
  const opened = openDocument(state, {
    id,
    origin: { kind: 'file', file, fileName },
    document: { ...document, edits: [] },
  });
  return {
    ...opened,
    documents: opened.documents.map((open) =>
      open.id !== id || JSON.stringify(presentOf(open).edits) === JSON.stringify(edits)
        ? open
        : { ...open, history: setEdits(open.history, edits), preview: null },
    ),
  };
}
