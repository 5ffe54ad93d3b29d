import type { AppScreen, AppStore } from './app';
import { selectInView } from './documentReducers';
import { documentInView } from './inView';
import { findingsInView } from './findingsInView';

/** Selects what was found on a line, under the findings. */
export function showFinding(app: AppStore & AppScreen, line: number): void {
  const inView = documentInView(app.store.getState());
  const finding = inView && findingsInView(inView).find(({ lines }) => lines.includes(line));
  if (!finding) return;
  app.showInspector('findings');
  app.update((state) => selectInView(state, finding.members));
}
