import { useEffect, useRef } from 'react';
import { AUTO_PANELS } from '../app/createApp';
import { commandForKey } from '../app/commands';
import { addNotice } from '../app/fileReducers';
import { Announcer } from './Announcer';
import { Banners } from './Banners';
import { isMac, useApp, useAppState } from './context';
import controls from './controls.module.css';
import { DropOverlay } from './DropOverlay';
import { Help } from './Help';
import { Inspector } from './Inspector';
import { Palette } from './Palette';
import { StructPanel } from './StructPanel';
import { StructView } from './StructView';
import { TopBar } from './TopBar';
import { useWindowWidth } from './useWindowWidth';
import { Welcome } from './Welcome';
import styles from './App.module.css';

/** The frame of the page: bar, list, centre, inspector, and what lies over them. */
export function App() {
  useTheme();
  useKeys();
  usePageHost();
  const width = useWindowWidth();
  const panels = useAppState((state) => state.panels);
  const centre = useAppState((state) => state.centre);
  const somethingOpen = useAppState(
    (state) => state.files.length > 0 || state.documents.length > 0,
  );
  const left = somethingOpen && (panels.left ?? width >= AUTO_PANELS.left);
  const right = centre.kind === 'document' && (panels.right ?? width >= AUTO_PANELS.right);
  return (
    <div className={styles.app} data-left={left || undefined} data-right={right || undefined}>
      <TopBar />
      <Banners />
      {left && <StructPanel />}
      <main className={styles.centre}>
        {centre.kind === 'document' && <StructView key={centre.id} />}
        {centre.kind === 'opening' && (
          <p className={styles.opening} role="status">
            Opening {centre.label}…
          </p>
        )}
        {centre.kind === 'empty' && <Welcome />}
      </main>
      {right && <Inspector />}
      <FilePicker />
      <DropOverlay />
      <Palette />
      <Help />
      <Announcer />
    </div>
  );
}

/** Commands by their keys, wherever the focus is. */
function useKeys(): void {
  const app = useApp();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const inText =
        target instanceof HTMLElement &&
        (target.isContentEditable ||
          target.matches('input:not([type=checkbox]), textarea, select'));
      const state = app.store.getState();
      const command = commandForKey(event, {
        mac: isMac,
        inText,
        singleKeys: state.settings.singleKeys,
      });
      if (!command || event.defaultPrevented) return;
      // A dialog has the keyboard for itself.
      if (state.dialog !== 'none' && command.group !== 'Help') return;
      // In a text field undo and find belong to the text.
      if (inText && (command.group === 'Edit' || command.group === 'Field')) return;
      event.preventDefault();
      if (command.disabled(state) === null) command.run(app);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [app]);
}

function useTheme(): void {
  const theme = useAppState((state) => state.settings.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
}

function usePageHost(): void {
  const app = useApp();
  useEffect(() => app.provide({ copy: copyText, print: () => window.print() }), [app]);
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission, or a page that is not from a secure place.
    return false;
  }
}

/** The browser's own dialog for files; several at once. */
function FilePicker() {
  const app = useApp();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => app.provide({ pickFiles: () => input.current?.click() }), [app]);
  return (
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
        if (files.length > 0) app.openFiles(files);
        else {
          const text = 'The browser gave no file. Files under /sys have to be copied first.';
          app.update((state) =>
            addNotice(state, { kind: 'error', title: 'Nothing to open', text }),
          );
        }
      }}
    />
  );
}
