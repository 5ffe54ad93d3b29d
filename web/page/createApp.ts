import { createStore, type StoreApi } from 'zustand/vanilla';
import { changeList } from '../core/edit/changes';
import type { ReaderPool } from '../core/ingest/client';
import type { App, AppQuestions, PageHost } from './state/app';
import {
  closeDocument,
  editInView,
  focusInView,
  isEdited,
  openDocument,
  selectInView,
  showDocument,
} from './state/documentReducers';
import { addNotice, announceAndShow } from './state/fileReducers';
import { catalogOf } from './state/listSelectors';
import { createFileLoader } from './files/fileLoader';
import { createPicks } from './state/picks';
import { documentInView } from './state/inView';
import type { DraftStore } from './drafts/draftStore';
import { joinDrafts } from './drafts/joinDrafts';
import { keepDrafts, type RestoredFrom } from './drafts/keepDrafts';
import { restoreDrafts } from './drafts/restoreDrafts';
import { openHot } from './state/openHot';
import { hasRoomBeside, liesOver, showsPanel } from './state/panels';
import { followHeaders } from './patch/followHeaders';
import { createSources } from './source/sources';
import { treeOfArchive } from './source/tree';
import { initialState, type AppState, type Settings } from './state/state';
import { loadStudy } from './studies/openStudy';

/** Makes the app. `storage` keeps the settings; null where the browser forbids it. */
export function createApp(world: {
  readonly readers: ReaderPool;
  readonly storage: Storage | null;
  /** Left out where nothing is kept. */
  readonly drafts?: DraftStore;
  readonly windowWidth: () => number;
}): App {
  const store = createStore<AppState>(() => ({
    ...initialState,
    settings: readSettings(world.storage, initialState.settings),
  }));
  const update = (change: (state: AppState) => AppState) => store.setState(change, true);
  const picks = createPicks(store, update);
  const files = createFileLoader(
    store,
    update,
    picks,
    world.readers,
    (name, archive) => void sources.openFolder(treeOfArchive(name, archive)),
    () => sources.trees,
  );
  const restored = world.drafts
    ? startDrafts(store, update, world.drafts, files.ask)
    : Promise.resolve();
  const sources = createSources(store, update, picks, files.describeNamed, files.tryPosted);
  followHeaders(store, update);
  const host: PageHost = { ...absentHost };

  // What was picked in a panel that lies over the centre is what one wants to see.
  const uncoverCentre = () =>
    update((state) => {
      const panels = { ...state.panels };
      for (const side of ['left', 'right'] as const) {
        if (liesOver(state, side, world.windowWidth())) panels[side] = null;
      }
      return { ...state, panels };
    });

  return {
    store,
    update,
    host,
    prewarm: () => world.readers.prewarm(),
    openFiles: files.open,
    openAsked() {
      update((state) => ({ ...state, dialog: 'none' }));
      files.openAsked();
    },
    sources,
    async openRow(catalog, row) {
      const file = catalog.files[catalog.fileOf[row] ?? 0];
      const isText = file && (await sources.openRow(file, catalog.rowInFile[row] ?? 0));
      if (!isText) await files.openRow(catalog, row);
      uncoverCentre();
    },
    async openNamed(file, name, sizeBytes) {
      const catalog = catalogOf(store.getState().files);
      const row = catalog.names.findIndex(
        (each, place) =>
          each === name &&
          catalog.sizesBytes[place] === sizeBytes &&
          catalog.files[catalog.fileOf[place] ?? 0] === file,
      );
      if (row < 0) return false;
      await files.openRow(catalog, row);
      return documentInView(store.getState())?.document.struct.name === name;
    },
    askFile: files.ask,
    stopCode: files.stopCode,
    removeFile(id) {
      files.remove(id);
      // What was only looked at goes with its file.
      for (const open of store.getState().documents) {
        const own = open.origin.kind === 'file' && open.origin.file === id;
        if (own && !isEdited(open)) update((state) => closeDocument(state, open.id));
      }
    },
    async openStudy(id) {
      const study = await loadStudy(id);
      if (study.ok) update((state) => openHot(openDocument(state, study.value)));
      else update((state) => addNotice(state, study.error));
    },
    show(id) {
      update((state) => showDocument(state, id));
      uncoverCentre();
    },
    showFields(members) {
      update((state) => focusInView(selectInView(state, members), members[0] ?? null));
      uncoverCentre();
    },
    close: (id) => update((state) => closeDocument(state, id)),
    edit: (edits) => update((state) => editInView(state, edits)),
    copyChanges() {
      const inView = documentInView(store.getState());
      if (!inView) return;
      const words = changeList(inView.document.edits, inView.edited.applied)
        .map((change) => change.words)
        .join('\n');
      void host.copy(words).then((copied) => {
        const sentence = copied ? 'The changes are copied.' : 'The browser did not allow copying.';
        update((state) => announceAndShow(state, sentence));
      });
    },
    setQuery: (query) => update((state) => ({ ...state, list: { ...state.list, query } })),
    setSort: (sort) => update((state) => ({ ...state, list: { ...state.list, sort } })),
    listFile: (file) => update((state) => ({ ...state, list: { ...state.list, file } })),
    showDialog: (dialog) => update((state) => ({ ...state, dialog })),
    showInspector: (inspector) =>
      update((state) => ({
        ...state,
        inspector,
        inspectorAsks: state.inspectorAsks + 1,
        panels: { ...state.panels, right: true },
      })),
    showList() {
      if (showsPanel(store.getState(), 'left', world.windowWidth())) return;
      update((state) => ({ ...state, panels: { ...state.panels, left: true } }));
    },
    togglePanel: (side) =>
      update((state) => {
        const windowPx = world.windowWidth();
        const shown = showsPanel(state, side, windowPx);
        const switched = { ...state, panels: { ...state.panels, [side]: !shown } };
        // One that lies over the grid is closed to see the grid: the next window is no different for it.
        if (!hasRoomBeside(state, side, windowPx)) return switched;
        const others = state.settings.closed.filter((other) => other !== side);
        const settings = { ...state.settings, closed: shown ? [...others, side] : others };
        writeSettings(world.storage, settings);
        return { ...switched, settings };
      }),
    setSettings: (changed) =>
      update((state) => {
        const settings = { ...state.settings, ...changed };
        writeSettings(world.storage, settings);
        return { ...state, settings };
      }),
    drafts: { tab: world.drafts?.tab ?? null, restored },
    async draftsAsText() {
      const found = (await world.drafts?.found())?.found ?? [];
      return found.length === 0 ? null : JSON.stringify(found, null, 2);
    },
    provide(part) {
      Object.assign(host, part);
      return () => {
        for (const name of Object.keys(part) as (keyof PageHost)[]) {
          Object.assign(host, { [name]: absentHost[name] });
        }
      };
    },
  };
}

function startDrafts(
  store: StoreApi<AppState>,
  update: (change: (state: AppState) => AppState) => void,
  drafts: DraftStore,
  askFile: AppQuestions['askFile'],
): Promise<void> {
  const restoredFrom: RestoredFrom = new Map();
  keepDrafts(store, drafts, restoredFrom);
  joinDrafts(store, update, askFile, restoredFrom);
  return store.getState().settings.keepDrafts
    ? restoreDrafts(update, drafts, restoredFrom)
    : Promise.resolve();
}

/** What happens while no part of the page has said that it can. */
const absentHost: PageHost = {
  pickFiles: () => undefined,
  pickKeptFiles: () => undefined,
  pickFolder: () => undefined,
  focusSearch: () => undefined,
  focusFind: () => undefined,
  focusGrid: () => undefined,
  focusGridSoon: () => undefined,
  focusInspector: () => false,
  copy: () => Promise.resolve(false),
  print: () => undefined,
  pageAddress: () => '',
  savePicture: () => undefined,
  download: () => undefined,
  servedNames: () => Promise.resolve([]),
};

const KEY = 'hitmap.settings';
const CLOSABLE: Settings['closed'] = ['left', 'right', 'line'];

/** The settings that were kept; whatever of them is missing or makes no sense is as `defaults` has it. */
export function readSettings(storage: Storage | null, defaults: Settings): Settings {
  let kept: unknown;
  try {
    kept = JSON.parse(storage?.getItem(KEY) ?? 'null');
  } catch {
    // Forbidden, or not ours: a page without its settings is a page all the same.
    return defaults;
  }
  if (typeof kept !== 'object' || kept === null) return defaults;
  const { theme, singleKeys, keepDrafts, closed, ...widths } = kept as Record<string, unknown>;
  const widthOf = (name: 'listPx' | 'inspectorPx') => {
    const px = widths[name];
    return typeof px === 'number' && px > 0 ? px : defaults[name];
  };
  return {
    theme: theme === 'system' || theme === 'light' || theme === 'dark' ? theme : defaults.theme,
    singleKeys: typeof singleKeys === 'boolean' ? singleKeys : defaults.singleKeys,
    keepDrafts: typeof keepDrafts === 'boolean' ? keepDrafts : defaults.keepDrafts,
    listPx: widthOf('listPx'),
    inspectorPx: widthOf('inspectorPx'),
    closed: Array.isArray(closed)
      ? CLOSABLE.filter((part) => closed.includes(part))
      : defaults.closed,
  };
}

/** Keeps the settings where the browser allows it. */
export function writeSettings(storage: Storage | null, settings: Settings): void {
  try {
    storage?.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Full or forbidden: they hold until the page is closed.
  }
}
