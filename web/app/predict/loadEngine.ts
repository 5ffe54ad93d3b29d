import type { App } from '../app';

/** Fetches the model; the page then shows predictions. */
export async function loadEngine(app: App): Promise<void> {
  const engine = await import('./engine');
  app.update((state) => ({ ...state, predict: { ...state.predict, engine } }));
}
