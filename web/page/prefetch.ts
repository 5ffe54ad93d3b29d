import type { AppFiles, AppStore } from './state/app';
import { addNotice, withoutFailures } from './state/fileReducers';
import { LAZY_PARTS } from './lazyParts';
import { loadModel } from './predict/loadModel';
import { loadWorker } from './predict/startSearch';
import { fetched, Unfetched, untilNetwork } from '../core/base/fetched';
import { STUDY_CARDS } from './state/studyList';
import { partsOfStudy } from './studies/openStudy';
import { lazyParts } from './kit/lazyPart';
import { loadLayoutSvg } from './share/savePicture';

/** What the page might want later, so that it makes no request once it is there: all scripts of the build. */
const partsOf = (app: AppStore & AppFiles): readonly (() => Promise<unknown>)[] => [
  () => app.prewarm(),
  ...STUDY_CARDS.map(
    ({ id }) =>
      () =>
        partsOfStudy(id),
  ),
  ...LAZY_PARTS,
  () => loadModel(app),
  loadWorker,
  loadLayoutSvg,
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
  const loaded = new Set<() => Promise<unknown>>();
  const others = partsOf(app);
  for (;;) {
    // One that has come may know of more.
    const wanted = [...others, ...lazyParts].filter((part) => !loaded.has(part));
    if (wanted.length === 0) break;
    const outcomes = await Promise.allSettled(wanted.map((part) => fetched(part)));
    // What is wrong in a script itself will be no better the next time.
    const missing = outcomes.map((each) =>
      each.status === 'rejected' && each.reason instanceof Unfetched ? each.reason : null,
    );
    wanted.filter((_, index) => missing[index] === null).forEach((part) => loaded.add(part));
    const reason = missing.find((each) => each !== null);
    if (!reason) continue;
    app.update((state) =>
      addNotice(withoutFailures(state, TITLE), {
        kind: 'error',
        title: TITLE,
        text: reason.message,
      }),
    );
    await untilNetwork();
  }
  app.update((state) => withoutFailures(state, TITLE));
  document.documentElement.dataset.prefetched = 'true';
}

export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 1500 });
  else setTimeout(run, 300);
}
