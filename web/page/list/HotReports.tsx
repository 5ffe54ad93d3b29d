import { useEffect } from 'react';
import { bindHot, followReports } from '../bind/hotReport';
import { followUnsampled } from '../bind/unsampled';
import { documentInView } from '../state/inView';
import type { AppState, HotReport } from '../state/state';
import { plural } from '../../core/base/prose';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import styles from './StructPanel.module.css';

/**
 * Asks for the structs of reports that are of a loaded file, whether or not the list is in view. The list shows what is
 * found; a struct that is opened has its lines bound, and the code of its report's functions read.
 */
export function FollowReports() {
  const app = useApp();
  const pairs = useAppState(pairsKey);
  const hot = useAppState((state) => state.hot);
  useEffect(() => void followReports(app), [app, pairs]);
  const inView = useAppState(({ centre }) => (centre.kind === 'document' ? centre.id : ''));
  useEffect(() => bindHot(app), [app, inView, hot]);
  const bindings = useAppState(
    (state) => documentInView(state)?.edited.applied.state.bindings ?? null,
  );
  useEffect(() => void followUnsampled(app), [app, pairs, bindings]);
  return null;
}

/** How far that is. */
export function HotReports() {
  const hot = useAppState((state) => state.hot);
  return hot.map((each) => <Progress key={`${each.report} ${each.types}`} hot={each} />);
}

function Progress({ hot }: { hot: HotReport }) {
  const app = useApp();
  const name = useAppState(({ files }) => files.find(({ id }) => id === hot.report)?.name ?? '');
  const { done, total, found } = hot.search;
  const share = `${Math.round(100 * found.namedShare)} % of the ${hot.of} of ${name}`;
  if (hot.state === 'asking') {
    return (
      <p className={styles.hot} role="status">
        Following the code of {name}: {done} of {plural(total, 'instruction')}…{' '}
        <button
          type="button"
          className={controls.smallButton}
          onClick={() => app.stopCode(hot.types)}
        >
          Stop
        </button>
      </p>
    );
  }
  return (
    <p className={styles.hot} title={reasonsText(hot)}>
      {share} {hot.state === 'stopped' ? 'so far, stopped' : 'is on these structs'}.
    </p>
  );
}

/** Why the rest is on none. */
function reasonsText({ search, of }: HotReport): string {
  const { unnamed, otherShare } = search.found;
  const lines = unnamed
    .slice(0, 4)
    .map(({ reason, heat }) => `${Math.round(heat)} ${of}: ${reason.replaceAll('`', '')}`);
  const others = `${Math.round(100 * otherShare)} % by code of other files, or in no row of the report`;
  return [...lines, ...(otherShare >= 0.005 ? [others] : [])].join('\n');
}

/** Changes with every report and every list of a file. */
function pairsKey({ files }: AppState): string {
  return files
    .flatMap(({ id, phase }) =>
      phase.kind === 'profile' ? [id] : phase.kind === 'ready' && phase.index ? [`${id}+`] : [],
    )
    .join(' ');
}
