import type { StoreApi } from 'zustand/vanilla';
import type { FileId, StructId } from '../../core/layout/ids';
import type { AppQuestions, AppStore } from '../state/app';
import { documentInView, presentOf } from '../state/inView';
import type { AppState, OpenDocument } from '../state/state';
import type { RestoredFrom } from './keepDrafts';

/**
 * Gives the restored draft in view back to its file, once that is open again and has just this struct: then it leads to
 * other structs, binds and patches as before, and the list opens it for its struct. A draft of a tab that is still open
 * stays beside, and so do several of one struct: nobody knows which is meant.
 */
export function joinDrafts(
  store: StoreApi<AppState>,
  update: AppStore['update'],
  askFile: AppQuestions['askFile'],
  restoredFrom: RestoredFrom,
): void {
  const seen = new Set<string>();
  store.subscribe((state, before) => {
    if (state.files === before.files && state.centre === before.centre) return;
    const draft = documentInView(state)?.open;
    if (draft === undefined || !isAlone(draft, state, restoredFrom)) return;
    for (const { id, phase } of state.files) {
      const stage = phase.kind === 'ready' ? phase.index?.stage : undefined;
      const question = `${draft.id} ${id} ${stage}`;
      if (stage === undefined || stage === 'text' || seen.has(question)) continue;
      seen.add(question);
      void join(draft.id, presentOf(draft).struct.key, id);
    }
  });

  async function join(draft: StructId, key: string, file: FileId): Promise<void> {
    const found = await askFile(file, { kind: 'find', key });
    if (!found.ok || found.value === null) return;
    update((state) => {
      const fileName = state.files.find(({ id }) => id === file)?.name;
      if (fileName === undefined) return state;
      const documents = state.documents.map((open) =>
        open.id === draft && isDraft(open)
          ? { ...open, origin: { kind: 'file' as const, file, fileName } }
          : open,
      );
      return { ...state, documents };
    });
  }
}

function isAlone(open: OpenDocument, { documents }: AppState, restoredFrom: RestoredFrom): boolean {
  if (!isDraft(open) || restoredFrom.get(open.id)?.wasGone !== true) return false;
  const { key } = presentOf(open).struct;
  return documents.every((other) => other === open || presentOf(other).struct.key !== key);
}

function isDraft({ origin }: OpenDocument): boolean {
  return origin.kind === 'text' && origin.from === 'draft';
}
