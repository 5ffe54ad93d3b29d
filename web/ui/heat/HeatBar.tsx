import { metricOf, snoopName } from '../../analysis/heat/counts';
import { knownMetric, knowsMetric, type Attribution } from '../../analysis/heat/attribute';
import { heatInView } from '../../app/heat/heatInView';
import { setHeatView } from '../../app/heat/profileReducers';
import type { InView } from '../../app/document/inView';
import { HEAT_METRICS, type HeatMetric } from '../../edit/profiles';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { formatCountWithin } from '../../view/format';
import { MarksLegend } from '../kit/MarksLegend';
import { PopoverButton } from '../kit/PopoverButton';
import { useSettledView } from '../kit/useInView';
import { heatPicture } from '../../scene/fill/heatCells';
import { unattributedWords } from '../../output/heat/unattributedWords';
import { metricName } from '../../view/heat/heatWords';
import styles from './HeatBar.module.css';

/**
 * Over the grid: whose heat is shown, by which count, what the colours stand for, and how much no field got; without
 * heat, how to get it.
 */
export function HeatBar() {
  const inView = useSettledView();
  if (!inView) return null;
  const { current, all } = heatInView(inView);
  if (!current) return <NoHeat />;
  return <Bar inView={inView} current={current} all={all} />;
}

function Bar(props: { inView: InView; current: Attribution; all: readonly Attribution[] }) {
  const { inView, current, all } = props;
  const app = useApp();
  const { conflicts } = inView.document.view;
  const metric = knownMetric(current, inView.document.view.metric);
  const hasSnoops = current.instances.length > 0;
  const metrics = HEAT_METRICS.filter(
    (each) => knowsMetric(current, each) && (hasSnoops || each === 'loads' || each === 'stores'),
  );
  return (
    <section className={styles.bar} aria-label="Measured heat">
      <div className={styles.row}>
        {all.length > 1 && (
          <span className={styles.onPaper} aria-hidden="true">
            {current.profile.name}
          </span>
        )}
        {all.length > 1 ? (
          <select
            className={controls.field}
            aria-label="Profile"
            title={current.profile.name}
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
          <span className={styles.named}>
            <span className={styles.name} title={nameAndCommand(current.profile)}>
              {current.profile.name}
            </span>
          </span>
        )}
        <select
          className={controls.field}
          aria-label="Fill by"
          title="Fill by"
          value={metric}
          onChange={({ target }) =>
            app.update((state) => setHeatView(state, { metric: target.value as HeatMetric }))
          }
        >
          {metrics.map((each) => (
            <option key={each} value={each}>
              {metricName(each, current.peer)}
            </option>
          ))}
        </select>
        <Scale attribution={current} metric={metric} />
        <Share attribution={current} metric={metric} />
        <CommandButton
          command="heat.conflicts"
          className={`${controls.smallButton} ${conflicts ? styles.on : ''}`}
          ownName
        >
          {conflicts ? 'Hide links' : 'Links'}
        </CommandButton>
      </div>
    </section>
  );
}

function nameAndCommand({ name, command }: Attribution['profile']): string {
  return command === null ? name : `${name}\n${command}`;
}

function NoHeat() {
  const hasReport = useAppState(({ files }) => files.some(({ phase }) => phase.kind === 'profile'));
  return (
    <section className={styles.bar} aria-label="No heat">
      <div className={styles.row}>
        <span className={styles.none}>
          {hasReport
            ? 'No heat: no line of the report is bound to this struct'
            : 'No heat: drop or paste a perf c2c report'}
        </span>
        <PopoverButton label="What the marks mean" className={styles.share} face="Legend">
          <MarksLegend of="layout" />
        </PopoverButton>
      </div>
    </section>
  );
}

/** Each step with the least count that it stands for. */
function Scale({ attribution, metric }: { attribution: Attribution; metric: HeatMetric }) {
  const { scale } = heatPicture(attribution, metric);
  const unit = unitOf(attribution, metric);
  return (
    <span
      className={styles.steps}
      role="img"
      title={`Fill: the least ${unit} of each step`}
      aria-label={`Fill: ${scale.map(({ step, from }) => `step ${step} from ${from}`).join(', ')} ${unit}`}
    >
      {scale.map(({ step, from }) => (
        <span key={step} data-step={step}>
          {formatCountWithin(from, 9_999)}
        </span>
      ))}
    </span>
  );
}

function unitOf(attribution: Attribution, metric: HeatMetric): string {
  if (metric === 'latency') return 'mean cycles of a load';
  if (attribution.unit !== 'percent') return metricWords(metric, attribution);
  return attribution.instances.length > 0
    ? `% of the line’s ${metricWords(metric, attribution)}`
    : '% of all samples';
}

/** How much of the report is on fields; behind it why the rest is not, and what each mark means. */
function Share({ attribution, metric }: { attribution: Attribution; metric: HeatMetric }) {
  const by = metric === 'latency' ? 'loads' : metric;
  const total = metricOf(attribution.total, by);
  const on = metricOf(attribution.attributed, by);
  return (
    <PopoverButton
      label="What the colours and marks mean"
      className={styles.share}
      face={
        total > 0 ? (
          <>
            <span className={styles.strip} aria-hidden="true">
              <i style={{ width: `${(100 * on) / total}%` }} />
            </span>
            {percent(on, total)} on fields
          </>
        ) : (
          'Legend'
        )
      }
    >
      <Unattributed attribution={attribution} metric={by} />
      <p className={styles.fill}>
        <i className={styles.filled} /> The fill: {unitOf(attribution, metric)}; a figure on the
        scale is the least of its step.
      </p>
      <MarksLegend of="heat" />
    </PopoverButton>
  );
}

function metricWords(metric: HeatMetric, attribution: Attribution): string {
  if (metric === 'loads' || metric === 'stores') return metric;
  const name = snoopName(attribution);
  return metric === 'hitm' ? name : `${metric} ${name}`;
}

/** What is on fields, and why the rest is not. */
function Unattributed({
  attribution,
  metric,
}: {
  attribution: Attribution;
  metric: Exclude<HeatMetric, 'latency'>;
}) {
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
            {percent(count, total)} {unattributedWords(reason)}
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
