import { useEffect, useRef } from 'react';
import type { AppFiles } from '../state/app';
import { addNotice, withoutFailures } from '../state/fileReducers';
import { treeOfFiles, treeOfHandle } from '../source/tree';
import { keepFile } from './keptFiles';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';

const NO_FILE = 'Nothing to open';

/** The browser's own dialog for files; several at once. */
export function FilePicker() {
  const app = useApp();
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      app.provide({
        pickFiles: () => input.current?.click(),
        pickKeptFiles: () => void pickKept(app, input.current),
        pickFolder: () => void pickFolder(app, folder.current),
      }),
    [app],
  );
  return (
    <>
      <input
        ref={folder}
        className={controls.visuallyHidden}
        type="file"
        // @ts-expect-error: React knows the attribute, its types do not.
        webkitdirectory=""
        aria-label="Folder to open"
        tabIndex={-1}
        onChange={(event) => {
          const tree = treeOfFiles(Array.from(event.target.files ?? []));
          event.target.value = '';
          if (tree) void app.sources.openFolder(tree);
        }}
      />
      <input
        ref={input}
        className={controls.visuallyHidden}
        type="file"
        multiple
        aria-label="Files to open"
        tabIndex={-1}
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          // The same file may be picked again, after it was removed.
          event.target.value = '';
          if (files.length > 0) {
            app.update((state) => withoutFailures(state, NO_FILE));
            app.openFiles(files);
          } else {
            const text = 'The browser gave no file. Files under /sys have to be copied first.';
            app.update((state) => addNotice(state, { kind: 'error', title: NO_FILE, text }));
          }
        }}
      />
    </>
  );
}

/**
 * Where the browser can open a folder without listing it, that is quicker: a kernel tree has 80,000 files.
 * The other way works everywhere, and where the first is forbidden (a page in a frame).
 */
async function pickFolder(app: AppFiles, input: HTMLInputElement | null): Promise<void> {
  if ('showDirectoryPicker' in window) {
    try {
      await app.sources.openFolder(treeOfHandle(await showDirectoryPicker()));
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  input?.click();
}

/**
 * By handles, which the browser keeps. Not what `Open…` does: Chromium's picker refuses what lies under /boot, /etc
 * and /sys, which the plain input takes as far as it can be read.
 */
async function pickKept(app: AppFiles, input: HTMLInputElement | null): Promise<void> {
  if (!('showOpenFilePicker' in window)) return input?.click();
  try {
    const handles = await showOpenFilePicker({ multiple: true });
    app.openFiles(await Promise.all(handles.map((handle) => handle.getFile())));
    for (const handle of handles) await keepFile(handle);
  } catch (error) {
    // The user thought better of it.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    // A page in a frame may not.
    input?.click();
  }
}

declare function showOpenFilePicker(options: {
  readonly multiple: boolean;
}): Promise<readonly FileSystemFileHandle[]>;
declare function showDirectoryPicker(): Promise<FileSystemDirectoryHandle>;
