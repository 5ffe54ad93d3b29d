import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { App } from '../state/app';
import type { AppState } from '../state/state';

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('bug: a component outside AppContext');
  return app;
}

/** A part of the state. The selector must give the same object while nothing in it changed. */
export function useAppState<T>(selector: (state: AppState) => T): T {
  return useStore(useApp().store, selector);
}

/** Whether keys are named as on a Mac. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
