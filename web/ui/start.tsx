import { createApp } from '../app/createApp';
import { browserDrafts } from '../app/drafts/draftStore';
import { followHazards } from '../app/patch/followHazards';
import { scanHazards } from '../app/patch/scanHazards';
import { followSuggestions } from '../app/predict/followSuggestions';
import { startSearch } from '../background/startSearch';
import { createReaderPool } from '../ingest/client';
import { App } from './App';
import { AppContext } from './kit/context';
import { prefetchWhenIdle } from './prefetch';
import './theme.css';
import './base.css';

/** The page with its app. */
export function start() {
  const storage = storageOrNull();
  const app = createApp({
    readers: createReaderPool(),
    storage,
    drafts: browserDrafts(storage),
    windowWidth: () => window.innerWidth,
  });
  followSuggestions(app, startSearch);
  followHazards(app, scanHazards);
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
