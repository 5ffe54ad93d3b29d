import { Suspense, useEffect, type CSSProperties } from 'react';
import { commandForKey } from '../commands/commands';
import { liesOver, panelPx, showsPanel, showsRail } from '../state/panels';
import { Announcer } from './Announcer';
import { Banners } from './Banners';
import { isMac, useApp, useAppState } from '../kit/context';
import { textFieldAt } from '../kit/textField';
import { DropOverlay } from '../files/DropOverlay';
import { ErrorBoundary } from '../kit/ErrorBoundary';
import { LazyProfileView } from '../heat/LazyProfileView';
import { InspectorRail, ListRail } from './Rails';
import { LazyDialogs } from './LazyDialogs';
import { LazyFollowReports } from '../list/LazyHotReports';
import { lazyPart } from '../kit/lazyPart';
import { LazyTwoFilesView } from '../compare/LazyTwoFilesView';
import { TopBar } from './TopBar';
import { download, pageAddress } from '../share/pageHost';
import { savePicture } from '../share/savePicture';
import { Awaited } from '../address/Awaited';
import { useAddress } from '../address/useAddress';
import { useKeptFocus } from './useKeptFocus';
import { useWindowWidth } from '../kit/useWindowWidth';
import { Welcome } from './Welcome';
import styles from './App.module.css';

const loadOpened = () => import('./opened');
const FirstLook = lazyPart(async () => (await loadOpened()).FirstLook);
const Inspector = lazyPart(async () => (await loadOpened()).Inspector);
const StructPanel = lazyPart(async () => (await loadOpened()).StructPanel);
const StructView = lazyPart(async () => (await loadOpened()).StructView);

/** The frame of the page: bar, list, centre, inspector, and what lies over them. */
export function App() {
  const app = useApp();
  useTheme();
  useKeys();
  usePageHost();
  useAddress();
  useKeptFocus();
  // The empty page is painted without it. What does not come now is asked for again when it is shown.
  useEffect(() => void loadOpened().catch(() => {}), []);
  const width = useWindowWidth();
  const centre = useAppState((state) => state.centre);
  const listsTypes = useAppState((state) =>
    state.files.some(
      ({ phase }) => (phase.kind === 'ready' && phase.index) || phase.kind === 'text',
    ),
  );
  const left = useAppState((state) => showsPanel(state, 'left', width));
  const right = useAppState((state) => showsPanel(state, 'right', width));
  const isListOver = useAppState((state) => liesOver(state, 'left', width));
  const isInspectorOver = useAppState((state) => liesOver(state, 'right', width));
  const leftRail = useAppState((state) => showsRail(state, 'left', width));
  const rightRail = useAppState((state) => showsRail(state, 'right', width));
  const listWidth = useAppState((state) => panelPx(state, 'left', width));
  const inspectorWidth = useAppState((state) => panelPx(state, 'right', width));
  return (
    <div
      className={styles.app}
      style={
        {
          '--list-width': `${listWidth}px`,
          '--inspector-width': `${inspectorWidth}px`,
        } as CSSProperties
      }
      data-left={(left && !isListOver) || undefined}
      data-right={right || undefined}
    >
      <TopBar />
      <Banners />
      {left && (
        <ErrorBoundary>
          <Suspense>
            <StructPanel isOver={isListOver} />
          </Suspense>
        </ErrorBoundary>
      )}
      {leftRail && <ListRail isOpen={left} />}
      <main
        className={styles.centre}
        // The keyboard goes on here where what had it is gone.
        tabIndex={-1}
        onPointerDown={left && isListOver ? () => app.togglePanel('left') : undefined}
      >
        <ErrorBoundary of={centre.kind === 'document' ? centre.id : centre.kind}>
          {centre.kind === 'document' && (
            <Suspense>
              <StructView />
            </Suspense>
          )}
          {centre.kind === 'opening' && (
            <h1 className={styles.opening} aria-busy="true">
              Opening {centre.label}…
            </h1>
          )}
          {centre.kind === 'profile' && <LazyProfileView />}
          {centre.kind === 'twoFiles' && <LazyTwoFilesView />}
          {centre.kind === 'awaited' && <Awaited hash={centre.hash} />}
          {centre.kind === 'empty' && !listsTypes && <Welcome />}
          {centre.kind === 'empty' && listsTypes && (
            <Suspense>
              <FirstLook />
            </Suspense>
          )}
        </ErrorBoundary>
      </main>
      {right && (
        <ErrorBoundary>
          <Suspense>
            <Inspector isOver={isInspectorOver} />
          </Suspense>
        </ErrorBoundary>
      )}
      {rightRail && <InspectorRail />}
      <DropOverlay />
      <LazyDialogs />
      <LazyFollowReports />
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
      // A list to choose from takes letters, too.
      const inText = textFieldAt(target) !== null || target instanceof HTMLSelectElement;
      const state = app.store.getState();
      const command = commandForKey(event, {
        mac: isMac,
        inText,
        singleKeys: state.settings.singleKeys,
      });
      if (!command || event.defaultPrevented) return;
      // A dialog has the keyboard for itself.
      if (state.dialog !== 'none' && command.group !== 'Help') return;
      // Text that is marked is what Ctrl+C means, wherever the keyboard is.
      if (command.id === 'field.copy' && document.getSelection()?.isCollapsed === false) return;
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
  useEffect(
    () =>
      app.provide({
        copy: copyText,
        print: () => window.print(),
        focusGridSoon: () => requestAnimationFrame(() => setTimeout(() => app.host.focusGrid())),
        pageAddress,
        download,
        savePicture: (kind, theme, line) => void savePicture(app, kind, theme, line ?? null),
      }),
    [app],
  );
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
