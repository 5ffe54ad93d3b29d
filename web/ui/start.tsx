import { createApp } from '../app/createApp';
import { browserDrafts } from '../app/drafts/draftStore';
import { wearColours } from '../base/colours';
import { followHazards } from '../app/patch/followHazards';
import { scanHazards } from '../app/patch/scanHazards';
import { followSuggestions } from '../app/predict/followSuggestions';
import { startSearch } from '../background/startSearch';
import { createReaderPool } from '../ingest/client';
import { SERVED_FILES_META } from '../ingest/servedFiles';
import { App } from './App';
import { AppContext } from './kit/context';
import { prefetchWhenIdle } from './prefetch';
import { trustOwnWorkers } from './trustedTypes';
import './theme.css';
import './base.css';

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
  followHazards(app, scanHazards);
  if (isServed) {
    const served = import('../ingest/servedList').then(({ servedList }) => servedList(document));
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
