import type { AppStore } from '../app';

/** Fetches the model; the page then shows predictions. */
export async function loadEngine(app: AppStore): Promise<void> {
  const engine = await import('./engine');
  app.update((state) => ({ ...state, predict: { ...state.predict, engine } }));
}
