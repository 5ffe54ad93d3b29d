import type { AppFiles, AppStore } from '../app/app';
import { loadLazyParts } from '../app/lazyParts';
import { loadModel } from '../app/predict/loadModel';
import { loadWorker } from '../background/startSearch';
import { loadDialogs } from './frame/LazyDialogs';
import { loadPredictPanels } from './predict/panels';
import { loadHotReports } from './list/LazyHotReports';
import { loadMenus } from './document/menus';
import { STUDY_CARDS } from '../app/studies/list';
import { loadStudy } from '../app/studies/openStudy';
import { loadPatchTab } from './patch/load';

/**
 * Loads in idle time whatever the page might want later, so that it makes no request once it is there:
 * the reader with its WASM, the example, the panels that are opened on demand. `data-prefetched` on the
 * root says that all of it is in.
 */
export function prefetchWhenIdle(app: AppStore & AppFiles): void {
  whenIdle(() => {
    void Promise.allSettled([
      app.prewarm(),
      ...STUDY_CARDS.map(({ id }) => loadStudy(id)),
      import('./compare/CompareView'),
      import('./findings/Findings'),
      import('./rules/Rules'),
      import('./notes/Notes'),
      import('./heat/HeatPanel'),
      import('./heat/ProfileView'),
      ...loadLazyParts(),
      loadModel(app),
      loadPredictPanels(),
      loadDialogs(),
      loadMenus(),
      loadHotReports(),
      loadWorker(),
      loadPatchTab(),
    ]).then(() => {
      document.documentElement.dataset.prefetched = 'true';
    });
  });
}

function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 1500 });
  else setTimeout(run, 300);
}
