import { Suspense } from 'react';
import type { ThemeChoice } from '../state/state';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { FilePicker } from '../files/FilePicker';
import { Icon, Logo, type IconName } from '../kit/Icon';
import { lazyPart } from '../kit/lazyPart';
import { useWindowWidth } from '../kit/useWindowWidth';
import { showsRail } from '../state/panels';
import styles from './TopBar.module.css';

const FileChip = lazyPart(async () => (await import('./opened')).FileChip);
const FileMenu = lazyPart(async () => (await import('./opened')).FileMenu);

export function TopBar() {
  const files = useAppState((state) => state.files);
  const hasDocument = useAppState((state) => state.documents.length > 0);
  const width = useWindowWidth();
  const hasListRail = useAppState((state) => showsRail(state, 'left', width));
  return (
    <header className={styles.bar}>
      <p className={styles.logo}>
        <Logo />
        <span className={styles.wordmark}>Hitmap</span>
      </p>
      <Suspense>{files.length > 1 && <FileMenu />}</Suspense>
      <ul
        className={styles.files}
        aria-label="Loaded files"
        data-in-menu={files.length > 1 || undefined}
      >
        {files.map((file) => (
          <li key={file.id}>
            <Suspense>
              <FileChip file={file} />
            </Suspense>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CommandButton command="file.open" className={controls.button}>
          <Icon name="open" />
          <span className={styles.openWord}>Open…</span>
        </CommandButton>
        <span className={styles.commands}>
          <CommandButton command="help.palette" className={controls.button} withKey>
            <Icon name="commands" />
            <span className={styles.commandsWord}>Commands</span>
          </CommandButton>
        </span>
        <CommandButton command="help.keys" className={controls.iconButton}>
          <span className={styles.questionMark}>?</span>
        </CommandButton>
        <span className={styles.wideOnly}>
          <ThemeButton />
        </span>
        {(files.length > 0 || hasDocument) && !hasListRail && (
          <CommandButton command="view.left" className={controls.iconButton}>
            <Icon name="leftPanel" />
          </CommandButton>
        )}
        {/* In a wider window it has its own button, or its rail. */}
        {hasDocument && (
          <span className={styles.narrowOnly}>
            <CommandButton command="view.right" className={controls.iconButton}>
              <Icon name="rightPanel" />
            </CommandButton>
          </span>
        )}
      </div>
      <FilePicker />
    </header>
  );
}

const NEXT_THEME: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};

const THEME_ICON: Readonly<Record<ThemeChoice, IconName>> = {
  system: 'system',
  light: 'sun',
  dark: 'moon',
};

function ThemeButton() {
  const app = useApp();
  const theme = useAppState((state) => state.settings.theme);
  const next = NEXT_THEME[theme];
  const label = (name: ThemeChoice) => (name === 'system' ? 'as the system' : name);
  return (
    <button
      type="button"
      className={controls.iconButton}
      aria-label={`Theme: ${label(theme)}. Change to ${label(next)}`}
      title={`Theme: ${label(theme)}`}
      onClick={() => app.setSettings({ theme: next })}
    >
      <Icon name={THEME_ICON[theme]} />
    </button>
  );
}
