import { documentNeeded, type Command } from '../state/command';
import { announce } from '../state/fileReducers';
import { documentInView, type InView, heatInView } from '../state/inView';
import type { AppState } from '../state/state';
import { HEAT_METRICS, type HeatMetric } from '../../core/edit/profiles';
import { leaveProfile, setHeatView, showProfile } from '../state/profileReducers';

const METRIC_TITLES: Readonly<Record<HeatMetric, string>> = {
  hitm: 'HITM',
  remote: 'remote HITM',
  local: 'local HITM',
  loads: 'loads',
  stores: 'stores',
  latency: 'load latency',
};

/** What can be done with measured heat. */
export const HEAT_COMMANDS: readonly Command[] = [
  {
    id: 'view.heat',
    title: 'Inspector: heat',
    group: 'View',
    keys: ['T'],
    disabled: documentNeeded,
    run: (app) => app.showInspector('heat'),
  },
  {
    id: 'heat.report',
    title: 'Switch between report and struct',
    group: 'View',
    keys: ['R'],
    disabled: (state) => (firstReport(state) === null ? 'Open a report of perf first.' : null),
    run: (app) =>
      app.update((state) => {
        if (state.centre.kind === 'profile') return leaveProfile(state);
        const file = state.heat.line?.file ?? firstReport(state);
        const isThere = state.files.some(({ id }) => id === file);
        const shown = isThere ? file : firstReport(state);
        return shown === null ? state : showProfile(state, shown);
      }),
  },
  {
    id: 'heat.conflicts',
    title: 'Links between writers and the fields they disturb',
    group: 'View',
    keys: ['W'],
    disabled: heatNeeded,
    run: (app) =>
      app.update((state) => {
        const conflicts = documentInView(state)?.document.view.conflicts !== true;
        const sentence = conflicts ? 'Links are shown.' : 'Links are hidden.';
        return announce(setHeatView(state, { conflicts }), sentence);
      }),
  },
  ...HEAT_METRICS.map((metric): Command => ({
    id: `heat.fill.${metric}`,
    title: `Fill by ${METRIC_TITLES[metric]}`,
    group: 'View',
    keys: [],
    disabled: heatNeeded,
    run: (app) => app.update((state) => setHeatView(state, { metric })),
  })),
  {
    id: 'heat.nextProfile',
    title: 'Show the next profile',
    group: 'View',
    keys: ['N'],
    disabled: (state) => {
      const inView = documentInView(state);
      if (!inView) return 'Open a struct first.';
      return heatInView(inView).all.length > 1 ? null : 'Bind a second profile first.';
    },
    run: (app) => app.update(showNextProfile),
  },
];

function showNextProfile(state: AppState): AppState {
  const inView = documentInView(state);
  if (!inView) return state;
  const next = nextProfile(inView);
  return announce(setHeatView(state, { profile: next }), `Heat of ${next}.`);
}

function nextProfile(inView: InView): string {
  const { all, current } = heatInView(inView);
  const at = all.findIndex((each) => each === current);
  return all[(at + 1) % all.length]?.profile.name ?? '';
}

function heatNeeded(state: AppState): string | null {
  const inView = documentInView(state);
  if (!inView) return 'Open a struct first.';
  return heatInView(inView).current === null ? 'Bind a line of a report first.' : null;
}

function firstReport({ files }: AppState) {
  return files.find(({ phase }) => phase.kind === 'profile')?.id ?? null;
}
