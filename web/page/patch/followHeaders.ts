import type { StoreApi } from 'zustand/vanilla';
import { itemAt } from '../../core/base/itemAt';
import type { StructId } from '../../core/layout/ids';
import { enrichDocument } from '../state/documentReducers';
import { findHeader } from './findHeader';
import type { AppState, OpenDocument } from '../state/state';
import { sourceClient } from '../source/sourceClient';

/**
 * Open structs of binaries take over what their headers say of packing and alignments, as soon as the header is there:
 * the layout, what is suggested and every link then show it. A header that only a search through a whole folder would
 * find (of BTF) is left to the patch.
 */
export function followHeaders(
  store: StoreApi<AppState>,
  update: (change: (state: AppState) => AppState) => void,
): void {
  /** What each struct was last asked with. */
  const lookedUp = new Map<StructId, string>();

  async function follow(open: OpenDocument, state: AppState): Promise<void> {
    const desc = open.history.document.struct;
    const found = await findHeader(state, open, new AbortController().signal, ignore);
    if (found === null) return;
    const { source } = found;
    const answer = await sourceClient().ask('follow', { source, desc });
    // What the reader makes of a header that breaks it is said where its patch is made.
    if (!answer.ok) return;
    const followed = answer.value.desc;
    const now = store.getState().documents.find(({ id }) => id === open.id);
    if (now?.history.document.struct !== desc) return;
    const same =
      followed.wordsFrom === undefined && followed.diagnostics.length === desc.diagnostics.length;
    if (!same) update((current) => enrichDocument(current, open.id, followed));
  }

  store.subscribe((state, before) => {
    if (state.files === before.files && state.documents === before.documents) return;
    const sources = sourcesOf(state);
    if (sources === '') return;
    for (const open of state.documents) {
      const { struct } = open.history.document;
      const { declared } = itemAt(struct.types, struct.root);
      if (open.origin.kind !== 'file' || struct.source === 'text') continue;
      const inTree = state.files.some(({ phase }) => phase.kind === 'tree');
      const inText = state.files.some(({ phase }) => phase.kind === 'text');
      if (!inText && inTree && !declared?.file) continue;
      const key = `${struct.source} ${sources}`;
      if (lookedUp.get(open.id) === key) continue;
      lookedUp.set(open.id, key);
      void follow(open, inText && !declared?.file ? textsOf(state) : state);
    }
  });
}

/** The texts and folders that are open. */
function sourcesOf({ files }: AppState): string {
  return files
    .filter(({ phase }) => phase.kind === 'text' || phase.kind === 'tree')
    .map(({ id }) => id)
    .join(' ');
}

function textsOf(state: AppState): AppState {
  return { ...state, files: state.files.filter(({ phase }) => phase.kind === 'text') };
}

function ignore(): void {
  // Progress is reported by a search through a folder only.
}
