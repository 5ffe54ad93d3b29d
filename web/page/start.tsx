import { createApp } from './createApp';
import { browserDrafts } from './drafts/draftStore';
import { wearColours } from '../core/base/colours';
import { untilFetched } from '../core/base/fetched';
import { followSuggestions } from './predict/followSuggestions';
import { startSearch } from './predict/startSearch';
import { createReaderPool } from '../core/ingest/client';
import { SERVED_FILES_META } from '../core/ingest/servedFiles';
import { App } from './shell/App';
import { AppContext } from './kit/context';
import { prefetchWhenIdle, whenIdle } from './prefetch';
import { trustOwnWorkers } from './shell/trustedTypes';
import './kit/theme.css';
import './kit/base.css';

/** The page with its app. */
export function start() {
  wearColours(document);
  trustOwnWorkers();
  const storage = storageOrNull();
  const isServed = document.querySelector(`meta[name="${SERVED_FILES_META}"]`) !== null;
  const app = createApp({
    readers: createReaderPool(isServed ? 'address' : 'script'),
    storage,
    drafts: browserDrafts(storage),
    windowWidth: () => window.innerWidth,
  });
  followSuggestions(app, startSearch);
  // Only who drops a tree of source needs it.
  whenIdle(() => {
    void untilFetched(() => import('./patch/followHazards')).then(({ followHazards }) =>
      followHazards(app),
    );
  });
  if (isServed) {
    const served = import('../core/ingest/servedList').then(({ servedList }) =>
      servedList(document),
    );
    app.provide({ servedNames: async () => (await served).map(({ name }) => name) });
    void served.then((files) => app.openFiles(files));
  }
  prefetchWhenIdle(app);
  return (
    <AppContext value={app}>
      <App />
    </AppContext>
  );
}

/** Reading the property alone throws where a browser forbids storage. */
function storageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
