import { useEffect } from 'react';
import type { App } from '../state/app';
import { documentInView } from '../state/inView';
import { useApp } from '../kit/context';

/** How long the page waits: a dialog gives the focus back in the frame after it is gone. */
const FOCUS_BACK_MS = 50;

/**
 * Keeps the keyboard on the page when what has it disappears: a button that led elsewhere, a tab that another took the
 * place of. The browser then starts at the top of the page; here the keyboard goes on where the page went on.
 */
export function useKeptFocus(): void {
  const app = useApp();
  useEffect(() => {
    let last: Element | null = null;
    let wasInInspector = false;
    let wasGrid = false;
    let timer: number | undefined;
    const onFocusIn = ({ target }: FocusEvent) => {
      // A dialog gives back what it took.
      if (!(target instanceof Element) || target.closest('[role=dialog]') !== null) return;
      last = target;
      if (!isCentre(target)) wasGrid = target.closest('.hitmap-grid') !== null;
      wasInInspector = target.closest('[role=tabpanel]') !== null;
    };
    const unsubscribe = app.store.subscribe(() => {
      window.clearTimeout(timer);
      // While a field is held nothing goes that could have the keyboard, and each frame would wake the page once more.
      if (documentInView(app.store.getState())?.open.preview) return;
      timer = window.setTimeout(() => {
        const isLost = last !== null && !last.isConnected;
        if (isLost && document.activeElement === document.body) goOn(app, wasInInspector);
        // It waited in the centre, where nothing took it: a comparison that is left gives the layout its keys back.
        else if (wasGrid && isCentre(document.activeElement)) goOn(app, false);
      }, FOCUS_BACK_MS);
    });
    document.addEventListener('focusin', onFocusIn);
    return () => {
      window.clearTimeout(timer);
      unsubscribe();
      document.removeEventListener('focusin', onFocusIn);
    };
  }, [app]);
}

const isCentre = (element: Element | null) => element?.tagName === 'MAIN';

function goOn(app: App, wasInInspector: boolean): void {
  const { host } = app;
  const { centre, comparing, inspector } = app.store.getState();
  // Focus on a field opens what can be changed in place of the findings, which are what a line is bound for.
  if ((wasInInspector || inspector === 'findings') && host.focusInspector()) return;
  const isField = centre.kind === 'document' && !comparing && inspector !== 'findings';
  if (isField) host.focusGrid();
  else document.querySelector('main')?.focus();
}
