import { pageMessage } from '../state/messages';
import { sentence } from '../../core/base/messages';
import type { StoreApi } from 'zustand/vanilla';
import type { FileId } from '../../core/layout/ids';
import { addNotice, fileWaits } from '../state/fileReducers';
import type { AppState, Notice } from '../state/state';
import type { FileFacts } from '../../core/facts/generated';
import type { InputFile } from '../../core/ingest/servedFiles';

/** Files that continue others, and those that they may continue, in whatever order they come. */
export interface Companions {
  /** Its BTF stands alone and is read: others may continue it. */
  readonly offer: (id: FileId, file: InputFile) => void;
  /**
   * The next file that may be the base of this one: first those that are loaded, then what comes. While
   * there is none the page asks for it.
   */
  readonly next: (id: FileId, refused: string | null) => Promise<InputFile>;
  /**
   * It is read over a distilled base of its own, and would gain by its kernel: `give` tries one, now and
   * whenever one comes, until it says that it was the right one.
   */
  readonly gains: (id: FileId, give: (kernel: InputFile) => Promise<boolean>) => void;
  /** A file with types and this build-id is open; whether it was given to one that cannot do without it. */
  readonly identified: (buildId: string, file: InputFile) => boolean;
  /** The debug information of a stripped program, once a file with its build-id is there; the page asks for it meanwhile. */
  readonly debug: (id: FileId, facts: FileFacts) => Promise<InputFile>;
  /** What this file lists lacks the types of the file with this build-id: `give` gets it, now or when it comes. */
  readonly lacks: (id: FileId, buildId: string, give: (file: InputFile) => void) => void;
  readonly forget: (id: FileId) => void;
}

interface Waiting {
  readonly tried: Set<FileId>;
  /** Set while it waits for one that is not here. */
  wake: ((file: InputFile) => void) | null;
  /** The one that is being tried, where it came because the page had asked for it. */
  triedName: string | null;
}

const WAITS_FOR_BASE = sentence(pageMessage('waits-for-base'));

export function createCompanions(
  store: StoreApi<AppState>,
  update: (change: (state: AppState) => AppState) => void,
): Companions {
  const bases = new Map<FileId, InputFile>();
  const waiting = new Map<FileId, Waiting>();
  const gaining = new Map<FileId, (kernel: InputFile) => Promise<boolean>>();
  const byBuildId = new Map<string, InputFile>();
  const lacking = new Map<
    FileId,
    { readonly buildId: string; readonly isAll: boolean; readonly give: (file: InputFile) => void }
  >();

  function nameOf(id: FileId): string {
    return store.getState().files.find((file) => file.id === id)?.name ?? '';
  }

  /** One after the other: a reader takes one kernel at a time. */
  let lastTrial: Promise<void> = Promise.resolve();
  function tryKernels(id: FileId, kernels: readonly InputFile[]): void {
    lastTrial = lastTrial.then(async () => {
      for (const kernel of kernels) {
        const give = gaining.get(id);
        if (give && (await give(kernel))) gaining.delete(id);
      }
    });
  }

  return {
    offer(id, file) {
      bases.set(id, file);
      for (const other of gaining.keys()) tryKernels(other, [file]);
      for (const [needing, one] of waiting) {
        if (one.wake === null) continue;
        const { wake } = one;
        one.tried.add(id);
        one.wake = null;
        one.triedName = file.name;
        update((state) => withoutNotice(fileWaits(state, needing, null), nameOf(needing)));
        wake(file);
      }
    },
    next(id, refused) {
      const one = waiting.get(id) ?? { tried: new Set(), wake: null, triedName: null };
      waiting.set(id, one);
      if (refused !== null && one.triedName !== null) {
        const text = `${one.triedName} is not its base. ${refused}`;
        update((state) => addNotice(state, { kind: 'error', title: nameOf(id), about: id, text }));
      }
      one.triedName = null;
      for (const [base, file] of bases) {
        if (one.tried.has(base)) continue;
        one.tried.add(base);
        return Promise.resolve(file);
      }
      const note = { kind: 'note', title: nameOf(id), about: id, text: WAITS_FOR_BASE } as const;
      update((state) => addNotice(fileWaits(state, id, WAITS_FOR_BASE), note));
      return new Promise((resolve) => (one.wake = resolve));
    },
    gains(id, give) {
      gaining.set(id, give);
      tryKernels(id, [...bases.values()]);
    },
    identified(buildId, file) {
      byBuildId.set(buildId, file);
      let isTaken = false;
      for (const [id, one] of lacking) {
        if (one.buildId !== buildId) continue;
        lacking.delete(id);
        isTaken ||= one.isAll;
        one.give(file);
      }
      return isTaken;
    },
    debug(id, { buildId, debugLink }) {
      const known = byBuildId.get(buildId ?? '');
      if (known) return Promise.resolve(known);
      const name = debugLink === undefined ? '' : ` (${debugLink})`;
      const text = `Its debug information is in another file${name}. Drop that one too: it has the same build-id, ${buildId ?? ''}.`;
      const note = { kind: 'note', title: nameOf(id), about: id, text } as const;
      update((state) => addNotice(fileWaits(state, id, text), note));
      return new Promise((resolve) => {
        lacking.set(id, {
          buildId: buildId ?? '',
          isAll: true,
          give(file) {
            update((state) => withoutNotice(fileWaits(state, id, null), nameOf(id), text));
            resolve(file);
          },
        });
      });
    },
    lacks(id, buildId, give) {
      const file = byBuildId.get(buildId);
      if (file) give(file);
      else lacking.set(id, { buildId, isAll: false, give });
    },
    forget(id) {
      lacking.delete(id);
      gaining.delete(id);
      if (waiting.has(id)) update((state) => withoutNotice(state, nameOf(id)));
      bases.delete(id);
      waiting.delete(id);
    },
  };
}

function withoutNotice(state: AppState, title: string, text = WAITS_FOR_BASE): AppState {
  const isOther = (notice: Notice) => notice.title !== title || notice.text !== text;
  return { ...state, notices: state.notices.filter(isOther) };
}
