import { sentence } from '../../core/base/messages';
import { pageMessage } from '../state/messages';
import type { AppFiles, AppPage, AppStore } from '../state/app';
import { parseAddress } from '../state/address';
import { addNotice } from '../state/fileReducers';
import { visibleName } from '../../core/base/visible';
import { keptFiles, mayRead, type KeptFile } from '../files/keptFiles';

/** Which files were open, for this tab alone and as long as it lives. */
const OPEN = 'hitmap.openFiles';
const MOST = 12;

/** Remembers by name which files are open in this tab, and opens them again where the browser lets it. */
export function followFiles(app: AppStore & AppFiles & AppPage): () => void {
  const names = wantedNames(window.location.hash);
  void reopen(app, names, 'look');
  let known = '';
  return app.store.subscribe((state, before) => {
    if (state.files === before.files) return;
    const names = state.files.map(({ name }) => name);
    if (names.join('\n') === known) return;
    known = names.join('\n');
    // The first write to this storage takes ms, and comes just as the list is to be drawn.
    setTimeout(() => remember(names));
  });
}

/** Files that the address or this tab had, that are kept and not open. */
export async function reopenable(
  app: AppStore & AppPage,
  hash: string,
): Promise<readonly KeptFile[]> {
  return keptAmong(app, wantedNames(hash));
}

/** Opens what was open here. `ask` is for a click: the browser may ask the user. */
export async function reopen(
  app: AppStore & AppFiles & AppPage,
  names: readonly string[],
  asking: 'ask' | 'look',
): Promise<void> {
  if (names.length === 0) return;
  const files: File[] = [];
  for (const kept of await keptAmong(app, names)) {
    if (!(await mayRead(kept, asking))) continue;
    try {
      files.push(await kept.handle.getFile());
    } catch {
      if (asking === 'look') continue;
      const text = sentence(pageMessage('file-moved'));
      app.update((state) => addNotice(state, { kind: 'error', title: kept.name, text }));
    }
  }
  if (files.length > 0) app.openFiles(files);
}

/** The names of the files that an address speaks of, and of those that were open in this tab. */
function wantedNames(hash: string): readonly string[] {
  const address = parseAddress(hash);
  const named = address.ok
    ? [
        address.value.file?.name,
        address.value.place.kind === 'twoFiles' ? address.value.place.after.name : undefined,
      ]
    : [];
  return [...new Set([...named, ...remembered()])].filter((name) => name !== undefined);
}

/** One of each name: the one that was opened last. */
async function keptAmong(
  app: AppStore & AppPage,
  names: readonly string[],
): Promise<readonly KeptFile[]> {
  const open = new Set([
    ...app.store.getState().files.map(({ name }) => name),
    // What `hitmap serve` hands over comes by itself.
    ...(await app.host.servedNames()).map(visibleName),
  ]);
  const kept = await keptFiles();
  return names.flatMap((name) => {
    const found = open.has(name) ? undefined : kept.find((each) => visibleName(each.name) === name);
    return found ?? [];
  });
}

function remember(names: readonly string[]): void {
  try {
    window.sessionStorage.setItem(OPEN, JSON.stringify([...new Set(names)].slice(0, MOST)));
  } catch {
    // A page that may store nothing asks for its files.
  }
}

function remembered(): readonly string[] {
  try {
    const names: unknown = JSON.parse(window.sessionStorage.getItem(OPEN) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
