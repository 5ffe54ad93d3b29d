import { metricOf } from '../../analysis/attribute/counts';
import { knownMetric, tellsOf, type Attribution } from '../../analysis/attribute/attribute';
import { heatInView } from '../../app/heat/heatInView';
import { setHeatView } from '../../app/heat/profileReducers';
import type { InView } from '../../app/document/inView';
import { HEAT_METRICS, type HeatMetric } from '../../edit/profiles';
import { CommandButton } from '../kit/CommandButton';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { formatCountWithin } from '../kit/format';
import { useInView } from '../kit/useInView';
import { heatPicture } from '../../scene/fill/heatCells';
import { snoopName } from '../../scene/fill/heatSentence';
import { metricName, reasonText } from './heatWords';
import styles from './HeatBar.module.css';

/** Over the grid: whose heat is shown, by which count, what the colours stand for, and what no field got. */
export function HeatBar() {
  const inView = useInView();
  if (!inView) return null;
  const { current, all } = heatInView(inView);
  if (!current) return null;
  return <Bar inView={inView} current={current} all={all} />;
}

function Bar(props: { inView: InView; current: Attribution; all: readonly Attribution[] }) {
  const { inView, current, all } = props;
  const app = useApp();
  const { conflicts } = inView.document.view;
  const metric = knownMetric(current, inView.document.view.metric);
  const hasSnoops = current.instances.length > 0;
  const metrics = HEAT_METRICS.filter(
    (each) => tellsOf(current, each) && (hasSnoops || each === 'loads' || each === 'stores'),
  );
  return (
    <section className={styles.bar} aria-label="Measured heat">
      <div className={styles.row}>
        {all.length > 1 ? (
          <select
            className={controls.field}
            aria-label="Profile"
            value={current.profile.name}
            onChange={(event) =>
              app.update((state) => setHeatView(state, { profile: event.target.value }))
            }
          >
            {all.map(({ profile }) => (
              <option key={profile.name}>{profile.name}</option>
            ))}
          </select>
        ) : (
          <span className={styles.name} title={current.profile.command ?? undefined}>
            {current.profile.name}
          </span>
        )}
        <div className={controls.segments} role="group" aria-label="Fill by">
          {metrics.map((each) => (
            <button
              key={each}
              type="button"
              className={controls.segment}
              aria-pressed={each === metric}
              onClick={() => app.update((state) => setHeatView(state, { metric: each }))}
            >
              {metricName(each, current.peer)}
            </button>
          ))}
        </div>
        <Legend attribution={current} metric={metric} />
        <CommandButton
          command="heat.conflicts"
          className={`${controls.smallButton} ${conflicts ? styles.on : ''}`}
          ownName
        >
          {conflicts ? 'Hide links' : 'Links'}
        </CommandButton>
      </div>
      <Unattributed attribution={current} metric={metric} />
    </section>
  );
}

/** Each step with the least count that it stands for, and the marks. */
function Legend({ attribution, metric }: { attribution: Attribution; metric: HeatMetric }) {
  const { scale } = heatPicture(attribution, metric);
  const unit =
    metric === 'latency'
      ? 'mean cycles of a load'
      : attribution.unit === 'percent'
        ? attribution.instances.length > 0
          ? `% of the line’s ${metricWords(metric, attribution)}`
          : '% of all samples'
        : metricWords(metric, attribution);
  return (
    <div className={styles.legend}>
      <span
        className={styles.steps}
        role="img"
        aria-label={`Fill: ${scale.map(({ step, from }) => `step ${step} from ${from}`).join(', ')} ${unit}`}
      >
        {scale.map(({ step, from }) => (
          <span key={step} data-step={step}>
            {formatCountWithin(from, 9_999)}
          </span>
        ))}
      </span>
      <span>{unit}</span>
      <span className={styles.mark}>
        <i className={styles.stored} /> stores
      </span>
      <span className={styles.mark}>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <circle cx="6" cy="6" r="3.5" />
        </svg>
        read
      </span>
      <span className={styles.mark}>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <rect x="3" y="3" width="6" height="6" data-solid="" />
        </svg>
        written
      </span>
      <span className={styles.mark}>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <circle cx="6" cy="6" r="4.5" />
          <rect x="4" y="4" width="4" height="4" data-solid="" />
        </svg>
        both
      </span>
    </div>
  );
}

function metricWords(metric: HeatMetric, attribution: Attribution): string {
  if (metric === 'loads' || metric === 'stores') return metric;
  const name = snoopName(attribution);
  return metric === 'hitm' ? name : `${metric} ${name}`;
}

/** What is on fields, and why the rest is not. */
function Unattributed(props: { attribution: Attribution; metric: HeatMetric }) {
  const { attribution } = props;
  const metric = props.metric === 'latency' ? 'loads' : props.metric;
  const total = metricOf(attribution.total, metric);
  if (total <= 0) return null;
  const name = metric === 'loads' || metric === 'stores' ? metric : snoopName(attribution);
  const parts = attribution.unattributed
    .map(({ reason, counts }) => ({ reason, count: metricOf(counts, metric) }))
    .filter(({ count }) => Math.abs(count) / total >= 0.0005)
    .sort((a, b) => b.count - a.count);
  const on = metricOf(attribution.attributed, metric);
  return (
    <p className={styles.unattributed}>
      <span className={styles.strip} aria-hidden="true">
        <i style={{ width: `${(100 * on) / total}%` }} />
      </span>
      <span>
        <b>{percent(on, total)}</b>{' '}
        {attribution.statedKinds === null
          ? `of the report’s ${formatCountWithin(Math.round(total), 99_999_999)} ${name} on fields`
          : `of the line’s ${metricWords(metric, attribution)} on fields; the table has no counts`}
        {attribution.leftOut.length > 0 && (
          <span className={styles.reason}>
            without {attribution.leftOut.join(', ')}, of which only shares are known
          </span>
        )}
        {parts.map(({ reason, count }) => (
          <span key={reason} className={styles.reason}>
            {percent(count, total)} {reasonText(reason)}
          </span>
        ))}
      </span>
    </p>
  );
}

function percent(part: number, of: number): string {
  const value = (100 * part) / of;
  return `${value !== 0 && Math.abs(value) < 9.95 ? value.toFixed(1) : Math.round(value)} %`;
}
