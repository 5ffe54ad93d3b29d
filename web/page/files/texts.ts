import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import { fetched, unfetched } from '../../core/base/fetched';
import { RUST_UNREAD } from '../../core/ingest/recogniseText';
import type { StoreApi } from 'zustand/vanilla';
import { takeSymbols } from '../bind/symbolsText';
import { takeSlabinfo } from '../compare/slabinfoText';
import { openLink, openTable } from '../share/openLink';
import type { AppState } from '../state/state';
import { addNotice, removeFile } from '../state/fileReducers';
import { askText } from '../state/textClient';
import type { TextKind } from '../state/textKinds';
import type { IncomingText, TextIntake } from '../state/textIntake';

/** What becomes of a text: it keeps the file in the state (by another phase) or takes it out. */
type Take = (taking: TextIntake) => void | Promise<void>;

const TAKES: Readonly<Record<TextKind, Take>> = {
  link: (taking) => openLink({ ...taking, file: taking }, taking.bytes),
  table: (taking) => openTable({ ...taking, file: taking }, taking.bytes),
  symbols: takeSymbols,
  slabs: takeSlabinfo,
  diff: async (taking) => (await fetched(() => import('../share/postedDiff'))).takeDiff(taking),
  pahole: async (taking) => (await fetched(() => import('../source/takeText'))).takePahole(taking),
  rust: ({ id, name, update }) =>
    update((state) =>
      addNotice(removeFile(state, id), { kind: 'error', title: name, text: RUST_UNREAD }),
    ),
  source: async (taking) => (await fetched(() => import('../source/takeText'))).takeSource(taking),
};

/** Hands a text to the first kind that knows it; one that nobody knows is refused with what would be. */
export async function takeText(
  store: StoreApi<AppState>,
  update: (change: (state: AppState) => AppState) => void,
  incoming: IncomingText,
): Promise<void> {
  const { id, name } = incoming;
  const refuse = (text: string) =>
    update((state) => addNotice(removeFile(state, id), { kind: 'error', title: name, text }));
  const stop = new AbortController();
  const listed = () => store.getState().files.some((file) => file.id === id);
  const wasListed = listed();
  const unsubscribe = store.subscribe(() => {
    if (wasListed && !listed()) stop.abort();
  });
  try {
    const stopped = stop.signal;
    const answer = await askText('recognise', incoming.bytes, stopped);
    if (answer === null) return;
    if (!answer.ok) return refuse(answer.error);
    const { kind, bytes } = answer.value;
    if (kind === null) return refuse(sentence(pageMessage('unknown-text')));
    const text = () => new TextDecoder().decode(bytes);
    await TAKES[kind]({ ...incoming, bytes, text, stopped, store, update });
  } catch (error) {
    refuse(unfetched(error).message);
  } finally {
    unsubscribe();
  }
}
