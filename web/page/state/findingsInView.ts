import type { Finding } from '../../core/findings/finding';
import { findingsOf } from '../../core/findings/findings';
import { heatOf } from '../../core/heat/heatOf';
import { derived } from '../../core/base/derived';
import { documentInView, type InView } from './inView';
import type { AppScreen, AppStore } from './app';
import { selectInView } from './documentReducers';

/** What is worth looking at in the original or the edited layout; the same list until it or its heat changes. */
export function findingsInView({ document, edited, original }: InView): readonly Finding[] {
  const { applied, layout } = document.view.show === 'original' ? original : edited;
  return findings(applied, layout, original.applied.struct, heatOf(document, applied).current);
}

/** Whether anything is known of who uses the fields: without it only holes are found, which no line is marked for. */
export function mayConflict({ document, edited }: InView): boolean {
  return edited.applied.state.tags.length > 0 || heatOf(document, edited.applied).current !== null;
}

const findings = derived(findingsOf);

/** Selects what was found on a line, under the findings. */
export function showFinding(app: AppStore & AppScreen, line: number): void {
  const inView = documentInView(app.store.getState());
  const finding = inView && findingsInView(inView).find(({ lines }) => lines.includes(line));
  if (!finding) return;
  app.showInspector('findings');
  app.update((state) => selectInView(state, finding.members));
}
