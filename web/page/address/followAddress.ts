import { sentence } from '../../core/base/messages';
import { pageMessage } from '../state/messages';
import type { MemberPath, StructId, FileId } from '../../core/layout/ids';
import { fieldsOf, findField } from '../../core/layout/walk';
import { beginsLikeLink } from '../../core/document/linkText';
import type { App, AppFiles, AppQuestions, AppStore } from '../state/app';
import { focusInView, selectInView, setView, showDocument } from '../state/documentReducers';
import { documentInView, presentOf, type InView } from '../state/inView';
import { addNotice } from '../state/fileReducers';
import { openLink } from '../share/openLink';
import type { AppState, OpenDocument } from '../state/state';
import {
  ownTab,
  formatAddress,
  isAddress,
  parseAddress,
  type Address,
  type FileRef,
} from '../state/address';
import { addressOf } from './addressOf';
import { findPlace, type FoundPlace } from './findPlace';
import { catalogOf } from '../state/listSelectors';
import { assertNever } from '../../core/base/assert';
import { plural } from '../../core/base/prose';
import { changesMade } from '../../core/edit/layoutEdits';

/** The browser's address and history, as far as the page uses them. A hash begins with its `#`, or is empty. */
export interface BrowserAddress {
  readonly hash: () => string;
  /** The open struct that an entry of the history stands for, where this very page has made it. */
  readonly entry: () => StructId | null;
  readonly push: (hash: string, entry: StructId | null) => void;
  readonly replace: (hash: string, entry: StructId | null) => void;
  /** The title by the tab's number among those of the same title: 1 for the first. */
  readonly setTitle: (titleOf: (number: number) => string) => void;
  /** The user went back or forward, or typed another address. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Walking over fields changes the address with each key, and browsers refuse what comes too often. */
const PAUSE_MS = 400;
const TITLE = 'Address';

/**
 * Keeps the page's address and title to what is in view, and what is in view to the address. Another struct, report
 * or comparison is a step of the browser's history; how it is looked at is not.
 */
export function followAddress(app: App, browser: BrowserAddress): () => void {
  const { store } = app;
  const update = (change: (state: AppState) => AppState) => app.update(change);
  /** The links that structs came by, which stay in the address until something is edited. */
  const links = new Map<StructId, { readonly hash: string; readonly edits: unknown }>();
  const fileOf = new Map<StructId, FileRef>();
  const known = { tab: app.drafts.tab, fileOf: (id: StructId) => fileOf.get(id) ?? null };
  /** Addresses that are being gone to. */
  let going = 0;
  /** The last of them. */
  let turn = 0;
  let view = viewKey(store.getState());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = 0;

  const note = (text: string) =>
    update((state) => addNotice(state, { kind: 'note', title: TITLE, text }));

  function hashOf(state: AppState): string {
    const { centre } = state;
    if (centre.kind === 'awaited') return centre.hash;
    const open = documentInView(state)?.open;
    const link = open && links.get(open.id);
    if (link && presentOf(open).edits === link.edits) return link.hash;
    const address = addressOf(state, known);
    return address ? formatAddress(address) : '';
  }

  function forget(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function write(): void {
    forget();
    const state = store.getState();
    const hash = hashOf(state);
    lastMs = Date.now();
    if (hash !== browser.hash()) browser.replace(hash, entryOf(state));
  }

  /** What is waited for is waited for once, not anew in each frame of a drag. */
  function writeSoon(): void {
    if (Date.now() - lastMs > PAUSE_MS) write();
    else timer ??= setTimeout(write, PAUSE_MS);
  }

  function showTitle(state: AppState): void {
    browser.setTitle((number) => titleOf(state, number));
  }

  function follow(state: AppState): void {
    showTitle(state);
    // What is on the way is no place yet.
    if (going > 0 || state.centre.kind === 'opening') return;
    const now = viewKey(state);
    if (now === view) return writeSoon();
    view = now;
    forget();
    const hash = hashOf(state);
    if (hash !== browser.hash()) browser.push(hash, entryOf(state));
  }

  /** Shows what an address names, or waits for it. */
  async function go(hash: string, entry: StructId | null): Promise<void> {
    turn += 1;
    const mine = turn;
    going += 1;
    forget();
    try {
      if (beginsLikeLink(hash)) await goToLink(hash);
      else if (isAddress(hash)) await goToAddress(hash, entry, () => mine === turn);
      else if (hash === '' || hash === '#') {
        update((state) => ({ ...state, centre: { kind: 'empty' } }));
      }
    } finally {
      going -= 1;
      if (mine === turn) {
        view = viewKey(store.getState());
        write();
        showTitle(store.getState());
      }
    }
  }

  async function goToLink(hash: string): Promise<void> {
    await openLink(app, hash);
    const open = documentInView(store.getState())?.open;
    if (open?.origin.kind !== 'text' || open.origin.from !== 'link' || links.has(open.id)) return;
    links.set(open.id, { hash, edits: presentOf(open).edits });
  }

  async function goToAddress(
    hash: string,
    entry: StructId | null,
    isCurrent: () => boolean,
  ): Promise<void> {
    const parsed = parseAddress(hash);
    if (!parsed.ok) return note(parsed.error);
    const address = parsed.value;
    const isOpen = store.getState().documents.some(({ id }) => id === entry);
    if (entry !== null && isOpen) return show(entry, address);
    const { place } = address;
    const isChanged =
      (place.kind === 'struct' || place.kind === 'study') && place.drafts.length > 0;
    if (isChanged) await app.drafts.restored;
    if (!isCurrent()) return;
    const found = findPlace(store.getState(), address);
    if (place.kind === 'study' && found.kind !== 'open') {
      await app.openStudy(place.study);
      const [{ STORIES }, { goToStep }] = await Promise.all([
        import('../studies/stories'),
        import('../studies/storyStep'),
      ]);
      const story = STORIES[place.study][place.step];
      if (story && place.step > 0) update((state) => goToStep(state, place.step, story));
      if (isChanged) note(NOT_KEPT);
      return showView(address);
    }
    if (await arrive(found, address)) return;
    update((state) => ({ ...state, centre: { kind: 'awaited', hash } }));
  }

  /** Whether the place is in view now. */
  async function arrive(found: FoundPlace, address: Address): Promise<boolean> {
    switch (found.kind) {
      case 'open':
        show(found.id, address);
        noteLost(address);
        return true;
      case 'rows': {
        if (!(await openFound(app, found.file, found.rows, keyOf(address)))) return false;
        const differs = found.differs ?? otherMembers(documentInView(store.getState()), address);
        if (differs !== null) note(differs);
        noteLost(address);
        showView(address);
        return true;
      }
      case 'report':
      case 'twoFiles':
        update((state) => ({
          ...state,
          centre: found.kind === 'report' ? { kind: 'profile', file: found.file } : { ...found },
        }));
        return true;
      case 'list':
        update((state) => ({ ...state, centre: { kind: 'empty' } }));
        return true;
      case 'reading':
      case 'absent':
        return false;
    }
  }

  /** The struct is there, and what was done to it is not. */
  function noteLost({ place }: Address): void {
    if (place.kind !== 'struct' || place.drafts.length === 0) return;
    const inView = documentInView(store.getState());
    if (inView !== null && inView.document.edits.length === 0) note(NOT_KEPT);
  }

  function show(id: StructId, address: Address): void {
    if (address.file !== null) fileOf.set(id, address.file);
    update((state) => showDocument(state, id));
    showView(address);
  }

  function showView({ place }: Address): void {
    if (place.kind !== 'struct' && place.kind !== 'study') return;
    const { field, compare, show: shown = 'edited' } = place.view;
    const { tab = ownTab(field) } = place.view;
    update((state) => {
      const seen = {
        ...setView(state, { show: shown }),
        inspector: tab,
        comparing: compare !== undefined,
        comparePart: compare ?? state.comparePart,
      };
      if (field === undefined) return seen;
      const path = field as MemberPath;
      const inView = documentInView(seen);
      // What an address names is chosen where it is, and nothing in its place where it is not.
      return inView && findField(inView.shown.layout, path)
        ? focusInView(selectInView(seen, [path]), path)
        : focusInView(selectInView(seen, []), null);
    });
    const inView = documentInView(store.getState());
    if (field !== undefined && inView && inView.open.selection.length === 0) {
      note(noField(inView, field));
    }
  }

  /** A file came, or is read further: what the address names may be there now. */
  function retry(state: AppState, before: AppState): void {
    const { centre } = state;
    if (centre.kind !== 'awaited' || going > 0) return;
    if (state.files === before.files && state.documents === before.documents) return;
    const parsed = parseAddress(centre.hash);
    if (!parsed.ok) return;
    const { kind } = findPlace(state, parsed.value);
    if (kind !== 'reading' && kind !== 'absent') void go(centre.hash, null);
  }

  const stopFollowing = store.subscribe((state, before) => {
    follow(state);
    retry(state, before);
  });
  const stopListening = browser.onChange(() => void go(browser.hash(), browser.entry()));
  showTitle(store.getState());
  if (browser.hash() !== '') void go(browser.hash(), null);
  return () => {
    forget();
    stopFollowing();
    stopListening();
  };
}

/** Says so, and names what may be meant. */
function noField({ document, shown }: InView, field: string): string {
  const name = field.split('.').at(-1)?.toLowerCase() ?? '';
  const near = [...fieldsOf(shown.layout)]
    .map(({ path }) => path)
    .filter((path) => name.length > 2 && path.toLowerCase().includes(name.slice(0, 3)))
    .slice(0, MOST_NEAR);
  const meant =
    near.length === 0 ? '' : ` Fields with a similar name: ${near.map(quoted).join(', ')}.`;
  return sentence(pageMessage('no-field', document.struct.name, quoted(field), meant));
}

const MOST_NEAR = 4;
const LONGEST_QUOTED = 80;

function quoted(field: string): string {
  const short = field.length > LONGEST_QUOTED ? `${field.slice(0, LONGEST_QUOTED)}…` : field;
  return `\`${short.replaceAll('`', '')}\``;
}

const NOT_KEPT = sentence(pageMessage('changes-not-kept'));

/** What a struct of the same name and size has otherwise than that of the address; null where nothing. */
function otherMembers(inView: InView | null, address: Address): string | null {
  const key = keyOf(address);
  if (inView === null || key === null || inView.document.struct.key === key) return null;
  const { name } = inView.document.struct;
  return sentence(pageMessage('other-offsets', name));
}

function keyOf({ place }: Address): string | null {
  return place.kind === 'struct' ? place.struct.key : null;
}

function entryOf({ centre }: AppState): StructId | null {
  return centre.kind === 'document' ? centre.id : null;
}

/** Another one of these is a step of the history. */
function viewKey({ centre, comparing, comparePart }: AppState): string {
  switch (centre.kind) {
    case 'document':
      return `document ${centre.id} ${comparing ? comparePart : ''}`;
    case 'profile':
      return `report ${centre.file}`;
    case 'twoFiles':
      return `two ${centre.before} ${centre.after}`;
    case 'empty':
    case 'opening':
      return 'list';
    case 'awaited':
      return centre.hash;
  }
}

/**
 * Opens one of the rows of a file that an address may mean: that with its content key, where several share a name and
 * a size. Whether it is in view then.
 */
async function openFound(
  app: AppStore & AppFiles & AppQuestions,
  file: FileId,
  rows: readonly number[],
  key: string | null,
): Promise<boolean> {
  const catalog = catalogOf(app.store.getState().files);
  let [row] = rows;
  if (rows.length > 1 && key !== null) {
    const answer = await app.askFile(file, { kind: 'find', key });
    const own = answer.ok ? answer.value : null;
    row = rows.find((each) => catalog.rowInFile[each] === own) ?? row;
  }
  if (row === undefined) return false;
  await app.openRow(catalog, row);
  return documentInView(app.store.getState())?.document.struct.name === catalog.names[row];
}

const PAGE = 'Hitmap';
/** A tab shows some twenty characters, a list of windows some more. */
const MAX_PART = 60;

/**
 * `file · 6.12.117 – Hitmap`: the name of the page's tab, which tells two of them apart. The second tab of the same is
 * `file (2) · 6.12.117 – Hitmap`: early, as a narrow tab shows no more than the beginning.
 */
function titleOf(state: AppState, number: number): string {
  const [first, ...others] = partsOf(state).map(cut).filter(Boolean);
  if (first === undefined) return PAGE;
  const numbered = number > 1 ? `${first} (${number})` : first;
  return `${[numbered, ...others].join(' · ')} – ${PAGE}`;
}

function partsOf(state: AppState): readonly string[] {
  const { centre } = state;
  switch (centre.kind) {
    case 'document': {
      const open = state.documents.find(({ id }) => id === centre.id);
      if (!open) return [];
      const changes = changesMade(presentOf(open)).length;
      // Two tabs of one struct are distinguished by what was done in them.
      const done = [changes > 0 ? plural(changes, 'change') : '', state.comparing ? 'compare' : ''];
      return [presentOf(open).struct.name, ...done, whereFrom(state, open)];
    }
    case 'profile':
      return [nameOf(state, centre.file)];
    case 'twoFiles':
      return [`${kernelOf(state, centre.before)} → ${kernelOf(state, centre.after)}`];
    case 'awaited': {
      const address = parseAddress(centre.hash);
      if (!address.ok) return [];
      const { file, place } = address.value;
      return [place.kind === 'struct' ? place.struct.name : '', file?.name ?? ''];
    }
    case 'opening':
      return [centre.label];
    case 'empty': {
      const [first] = state.files;
      return first ? [kernelOf(state, first.id)] : [];
    }
    default:
      return assertNever(centre);
  }
}

function whereFrom(state: AppState, { origin }: OpenDocument): string {
  switch (origin.kind) {
    case 'file':
      return state.files.some(({ id }) => id === origin.file)
        ? kernelOf(state, origin.file)
        : origin.fileName;
    case 'study':
      return 'study';
    case 'text':
      return origin.from;
    default:
      return assertNever(origin);
  }
}

/** `6.12.117` of `6.12.117+deb12-cloud-amd64`; the file's name where it is no kernel. */
function kernelOf(state: AppState, id: FileId): string {
  const phase = state.files.find((file) => file.id === id)?.phase;
  const release = phase?.kind === 'ready' ? phase.facts.kernelRelease : null;
  const [version] = /^\d+(?:\.\d+)*(?:-rc\d+)?/.exec(release ?? '') ?? [];
  return version ?? release ?? nameOf(state, id);
}

function nameOf(state: AppState, id: FileId): string {
  return state.files.find((file) => file.id === id)?.name ?? '';
}

function cut(part: string): string {
  return part.length > MAX_PART ? `${part.slice(0, MAX_PART - 1)}…` : part;
}
