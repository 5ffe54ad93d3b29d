import type { StoreApi } from 'zustand/vanilla';
import { untilFetched } from '../../core/base/fetched';
import { layoutEdits } from '../../core/edit/layoutEdits';
import type { FileId, StructId } from '../../core/layout/ids';
import { openDocument } from '../state/documentReducers';
import { layOutInTurns, turn } from '../state/layOutInTurns';
import { addFile, addNotice, announce, fileProgress, removeFile } from '../state/fileReducers';
import type { Text } from '../state/textAsks';
import { askText } from '../state/textClient';
import type { AppState } from '../state/state';
import { documentInView, heatInView } from '../state/inView';
import { predictionInView } from '../state/predictionInView';

/** Where a text with a document is opened. */
export interface Opening {
  readonly store: StoreApi<AppState>;
  readonly update: (change: (state: AppState) => AppState) => void;
  /** The file that it came as, which is in the list already. */
  readonly file?: { readonly id: FileId; readonly name: string };
}

/** What is read at once is not announced. */
const SOON_MS = 150;

/**
 * Opens the link that a text holds, beside all that is open: what was edited before is never replaced.
 * Needs no file, no WASM, no storage. While it is read it is in the list of files, where it can be cancelled.
 */
export const openLink = (opening: Opening, text: Text): Promise<void> =>
  openText(opening, 'link', text);

/** The same for a layout's table. */
export const openTable = (opening: Opening, text: Text): Promise<void> =>
  openText(opening, 'table', text);

async function openText(opening: Opening, kind: 'link' | 'table', text: Text): Promise<void> {
  const { update } = opening;
  const title = opening.file?.name ?? (kind === 'link' ? 'Link' : 'Table');
  const shown = showReading(opening, title, text.length);
  const note = (notice: 'error' | 'note', sentence: string) =>
    update((state) => addNotice(state, { kind: notice, title, text: sentence }));
  try {
    shown.says('reading it');
    const answer = await askText(kind, text, shown.stopped);
    if (answer === null) return;
    const read = answer.ok ? answer.value : answer;
    if (!read.ok) return note('error', read.error);
    const { document, key, notes } = read.value;
    shown.says('laying it out');
    if (!(await layOutInTurns(document, shown.stopped))) return;
    // The same text again is the same struct, with what was done to it since.
    const id = `${kind}/${document.struct.key}/${key}` as StructId;
    const origin = { kind: 'text', from: kind, title: `from a ${kind}` } as const;
    const open = (state: AppState) => {
      const opened = openDocument(state, { id, origin, document, isVisible: true });
      // What a link proposes is seen beside what it is to replace, as a posted patch is.
      if (kind === 'link')
        return layoutEdits(document).length > 0
          ? { ...opened, comparing: true, comparePart: 'layouts' as const }
          : opened;
      return announce(opened, `The table of ${document.struct.name} is in view.`);
    };
    await showInTurns(opening.store, open, shown.stopped);
    if (shown.stopped.aborted) return;
    for (const each of notes) note('note', each);
  } finally {
    shown.end();
  }
}

/** Puts it into the list of files, where it is read for long; whoever takes it out there cancels it. */
function showReading({ store, update, file }: Opening, name: string, sizeBytes: number) {
  const stop = new AbortController();
  const id = file?.id ?? (`text/${nextOf(store.getState())}` as FileId);
  let says = '';
  const show = () =>
    update((state) =>
      fileProgress(isListed(state, id) ? state : addFile(state, { id, name, sizeBytes }), id, {
        what: says,
        done: 0,
        total: 0,
      }),
    );
  let listed = file !== undefined;
  const timer = setTimeout(() => {
    show();
    listed = true;
  }, SOON_MS);
  const unsubscribe = store.subscribe((state) => {
    if (listed && !isListed(state, id)) stop.abort();
  });
  return {
    stopped: stop.signal,
    says(what: string) {
      says = what;
      if (listed && !stop.signal.aborted) show();
    },
    end() {
      clearTimeout(timer);
      unsubscribe();
      update((state) => (isListed(state, id) ? removeFile(state, id) : state));
    },
  };
}

const isListed = (state: AppState, id: FileId) => state.files.some((file) => file.id === id);

/** A number that no text in the list has. */
const nextOf = ({ files }: AppState) =>
  1 + Math.max(0, ...files.map(({ id }) => Number(/^text\/(\d+)$/.exec(id)?.[1] ?? 0)));

/** What the page shows of a struct that takes long to find out, each remembered with the state. */
async function slowParts(): Promise<readonly ((state: AppState) => unknown)[]> {
  const { findingsInView } = await untilFetched(() => import('../state/findingsInView'));
  return [
    documentInView,
    (state) => withView(state, heatInView),
    predictionInView,
    (state) => withView(state, findingsInView),
  ];
}

/** The state goes on while it is prepared, and is prepared again; who works all the time waits no longer. */
const MOST_TRIES = 3;

/**
 * Changes the state when all that the page shows of the struct then in view is known, found out a part at a time: the
 * page can be used meanwhile. Nothing is changed where `stopped` came first.
 */
async function showInTurns(
  store: StoreApi<AppState>,
  change: (state: AppState) => AppState,
  stopped: AbortSignal,
): Promise<void> {
  const parts = await slowParts();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const from = store.getState();
    const next = change(from);
    for (const find of parts) {
      find(next);
      await turn();
      if (stopped.aborted) return;
    }
    if (store.getState() === from) return store.setState(next, true);
  }
  store.setState(change, true);
}

function withView(
  state: AppState,
  find: (inView: NonNullable<ReturnType<typeof documentInView>>) => unknown,
): void {
  const inView = documentInView(state);
  if (inView !== null) find(inView);
}
