import { setHeatView } from '../state/profileReducers';
import type { HeatMetric } from '../../core/edit/profiles';
import { heatBar, type HeatBarModel, type OnFields } from './heatBar';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { MarksLegend } from '../kit/MarksLegend';
import { PopoverButton } from '../kit/PopoverButton';
import { useSettledView } from '../kit/useInView';
import styles from './HeatBar.module.css';

/**
 * Over the grid: whose heat is shown, by which count, what the colours stand for, and how much no field got; without
 * heat, how to get it.
 */
export function HeatBar() {
  const inView = useSettledView();
  if (!inView) return null;
  const bar = heatBar(inView);
  if (!bar) return <NoHeat />;
  return <Bar bar={bar} hasLinks={inView.document.view.conflicts} />;
}

function Bar({ bar, hasLinks }: { bar: HeatBarModel; hasLinks: boolean }) {
  const app = useApp();
  const { profile, profiles } = bar;
  return (
    <section className={styles.bar} aria-label="Measured heat">
      <div className={styles.row}>
        {profiles.length > 0 && (
          <span className={styles.onPaper} aria-hidden="true">
            {profile.name}
          </span>
        )}
        {profiles.length > 0 ? (
          <select
            className={controls.field}
            aria-label="Profile"
            title={profile.name}
            value={profile.name}
            onChange={(event) =>
              app.update((state) => setHeatView(state, { profile: event.target.value }))
            }
          >
            {profiles.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <span className={styles.named}>
            <span className={styles.name} title={profile.title}>
              {profile.name}
            </span>
          </span>
        )}
        <select
          className={controls.field}
          aria-label="Fill by"
          title="Fill by"
          value={bar.metric}
          onChange={({ target }) =>
            app.update((state) => setHeatView(state, { metric: target.value as HeatMetric }))
          }
        >
          {bar.metrics.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <Scale bar={bar} />
        <Share bar={bar} />
        <CommandButton
          command="heat.conflicts"
          className={`${controls.smallButton} ${hasLinks ? styles.on : ''}`}
          ownName
        >
          {hasLinks ? 'Hide links' : 'Links'}
        </CommandButton>
      </div>
    </section>
  );
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
function Scale({ bar: { scale, unit } }: { bar: HeatBarModel }) {
  return (
    <span
      className={styles.steps}
      role="img"
      title={`Fill: the least ${unit} of each step`}
      aria-label={`Fill: ${scale.map(({ step, from }) => `step ${step} from ${from}`).join(', ')} ${unit}`}
    >
      {scale.map(({ step, least }) => (
        <span key={step} data-step={step}>
          {least}
        </span>
      ))}
    </span>
  );
}

/** How much of the report is on fields; behind it why the rest is not, and what each mark means. */
function Share({ bar: { onFields, unit } }: { bar: HeatBarModel }) {
  return (
    <PopoverButton
      label="What the colours and marks mean"
      className={styles.share}
      face={
        onFields ? (
          <>
            <span className={styles.strip} aria-hidden="true">
              <i style={{ width: `${onFields.percent}%` }} />
            </span>
            {onFields.percentText} on fields
          </>
        ) : (
          'Legend'
        )
      }
    >
      {onFields && <Unattributed onFields={onFields} />}
      <p className={styles.fill}>
        <i className={styles.filled} /> The fill: {unit}; a figure on the scale is the least of its
        step.
      </p>
      <MarksLegend of="heat" />
    </PopoverButton>
  );
}

/** What is on fields, and why the rest is not. */
function Unattributed({ onFields }: { onFields: OnFields }) {
  const { percent, percentText, of, leftOut, reasons } = onFields;
  return (
    <p className={styles.unattributed}>
      <span className={styles.strip} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
      <span>
        <b>{percentText}</b> {of}
        {leftOut.length > 0 && (
          <span className={styles.reason}>
            without {leftOut.join(', ')}, of which only shares are known
          </span>
        )}
        {reasons.map(({ percentText, words }) => (
          <span key={words} className={styles.reason}>
            {percentText} {words}
          </span>
        ))}
      </span>
    </p>
  );
}
