import type { AppFiles, AppStore } from '../app/app';
import { addNotice, withoutFailures } from '../app/files/fileReducers';
import { LAZY_PARTS } from '../app/lazyParts';
import { loadModel } from '../app/predict/loadModel';
import { loadWorker } from '../background/startSearch';
import { fetched, Unfetched, untilNetwork } from '../base/fetched';
import { loadTwoFilesView } from './compare/LazyTwoFilesView';
import { loadDialogs } from './frame/LazyDialogs';
import { loadPredictPanels } from './predict/panels';
import { loadHotReports } from './list/LazyHotReports';
import { loadMenus } from './document/menus';
import { STUDY_CARDS } from '../app/studies/list';
import { partsOfStudy } from '../app/studies/openStudy';
import { loadPatchTab } from './patch/load';

/** What the page might want later, so that it makes no request once it is there: all scripts of the build. */
const partsOf = (app: AppStore & AppFiles): readonly (() => Promise<unknown>)[] => [
  () => app.prewarm(),
  ...STUDY_CARDS.map(
    ({ id }) =>
      () =>
        partsOfStudy(id),
  ),
  () => import('./compare/CompareView'),
  () => import('./findings/Findings'),
  () => import('./rules/Rules'),
  () => import('./notes/Notes'),
  () => import('./heat/HeatPanel'),
  () => import('./heat/ProfileView'),
  ...LAZY_PARTS,
  () => loadModel(app),
  loadTwoFilesView,
  loadPredictPanels,
  loadDialogs,
  loadMenus,
  loadHotReports,
  loadWorker,
  loadPatchTab,
];

/**
 * Loads in idle time whatever the page might want later: neither a network that goes nor another version on the host
 * takes a part from a page that is open. `data-prefetched` on the root says that all of it is in.
 */
export function prefetchWhenIdle(app: AppStore & AppFiles): void {
  whenIdle(() => void prefetch(app));
}

const TITLE = 'The page';

async function prefetch(app: AppStore & AppFiles): Promise<void> {
  const parts = partsOf(app);
  for (;;) {
    const outcomes = await Promise.allSettled(parts.map((part) => fetched(part)));
    const reasons = outcomes.map((each): unknown =>
      each.status === 'rejected' ? each.reason : null,
    );
    const missing = reasons.find((reason) => reason instanceof Unfetched);
    if (missing === undefined) break;
    app.update((state) =>
      addNotice(withoutFailures(state, TITLE), {
        kind: 'error',
        title: TITLE,
        text: missing.message,
      }),
    );
    await untilNetwork();
  }
  app.update((state) => withoutFailures(state, TITLE));
  document.documentElement.dataset.prefetched = 'true';
}

function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 1500 });
  else setTimeout(run, 300);
}
