import { isPage } from '../share/linkPage';
import type { PanelSide, Settings } from './state';

const KEY = 'hitmap.settings';
const SIDES: readonly PanelSide[] = ['left', 'right'];

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
  const { theme, singleKeys, keepDrafts, linkPage, listPx, closed } = kept as Record<
    string,
    unknown
  >;
  return {
    theme: theme === 'system' || theme === 'light' || theme === 'dark' ? theme : defaults.theme,
    singleKeys: typeof singleKeys === 'boolean' ? singleKeys : defaults.singleKeys,
    keepDrafts: typeof keepDrafts === 'boolean' ? keepDrafts : defaults.keepDrafts,
    linkPage: typeof linkPage === 'string' && isPage(linkPage) ? linkPage : defaults.linkPage,
    listPx: typeof listPx === 'number' && listPx > 0 ? listPx : defaults.listPx,
    closed: Array.isArray(closed) ? SIDES.filter((side) => closed.includes(side)) : defaults.closed,
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
