import type { App } from '../app';
import type * as engineModule from './engine';

type Engine = typeof engineModule;

let loaded: Engine | null = null;

/** The model, where it is there already. */
export function engine(): Engine | null {
  return loaded;
}

/** Fetches the model; the page then shows predictions. */
export async function loadEngine(app: App): Promise<void> {
  if (loaded === null) loaded = await import('./engine');
  app.update((state) =>
    state.predict.isReady ? state : { ...state, predict: { ...state.predict, isReady: true } },
  );
}
