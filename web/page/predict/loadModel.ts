import type { AppStore } from '../state/app';

/** Fetches the model; the page then shows predictions. */
export async function loadModel(app: AppStore): Promise<void> {
  const model = await import('../state/predictModel');
  app.update((state) => ({ ...state, predict: { ...state.predict, model } }));
}
