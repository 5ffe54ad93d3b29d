import { meanCycles, type Accessor } from '../../analysis/heat/accessor';
import { knowsMetric, type Attribution } from '../../analysis/heat/attribute';
import { metricOf, snoopName, snoopsOf, type HeatCounts } from '../../analysis/heat/counts';
import type { FieldHeat } from '../../analysis/heat/fieldHeat';
import { shortSymbol } from '../../analysis/heat/shortSymbol';
import type { Heat } from '../../analysis/heat/heatOf';
import { grouped, plural } from '../../base/prose';
import { heatSentence, valueText } from '../../scene/fill/heatSentence';
import styles from './HeatTab.module.css';

const MOST_ACCESSORS = 40;

/** Who loads a field and who stores it: functions with their counts, source lines, CPUs and nodes. */
export function FieldAccessors({ field, heat }: { field: FieldHeat; heat: Heat }) {
  const { current } = heat;
  if (!current) return null;
  const { counts, latency } = field;
  const cycles = meanCycles(latency);
  const all = snoopsOf(current.attributed);
  return (
    <section className={styles.section} aria-label="Heat of the field">
      <p className={styles.name}>{field.path}</p>
      <dl className={styles.facts}>
        {current.statedKinds !== null && (
          <>
            <dt>Of the line’s {snoopName(current)}</dt>
            <dd>
              {shareOfLine(counts, 'remote', current)} remote,{' '}
              {shareOfLine(counts, 'local', current)} local
            </dd>
          </>
        )}
        {current.statedKinds === null && snoopsOf(current.total) > 0 && (
          <>
            <dt>{current.peer ? 'Peer snoops' : 'HITM'}</dt>
            <dd>
              {grouped(snoopsOf(counts))}{' '}
              <small>
                {all > 0 && `${((100 * snoopsOf(counts)) / all).toFixed(0)} % of the struct’s, `}
                {grouped(counts.hitmRemote + counts.peerRemote)} remote
              </small>
            </dd>
          </>
        )}
        <dt>Other loads</dt>
        <dd>{current.statedKinds === null ? valueText(counts.otherLoads, current) : '?'}</dd>
        <dt>Stores</dt>
        <dd className={counts.stores > 0 ? styles.stores : undefined}>
          {knowsMetric(current, 'stores') ? valueText(counts.stores, current) : '?'}
        </dd>
        {cycles !== null && (
          <>
            <dt>Load takes</dt>
            <dd>
              {grouped(cycles)} <small>cycles, mean of {grouped(latency.loads)}</small>
            </dd>
          </>
        )}
      </dl>
      {field.oneOf.length > 0 && (
        <p className={styles.note}>
          Offsets cannot tell {field.oneOf.join(', ')} apart: they share these bytes.
        </p>
      )}
      {field.accessors.length > 0 && (
        <ol className={styles.accessors} aria-label="Functions">
          {field.accessors.slice(0, MOST_ACCESSORS).map((accessor, place) => (
            <AccessorItem key={place} accessor={accessor} attribution={current} />
          ))}
        </ol>
      )}
      {field.accessors.length > MOST_ACCESSORS && (
        <p className={styles.note}>
          and {plural(field.accessors.length - MOST_ACCESSORS, 'more instruction')}
        </p>
      )}
      {heat.all.length > 1 && <Elsewhere field={field} heat={heat} />}
    </section>
  );
}

function AccessorItem(props: { accessor: Accessor; attribution: Attribution }) {
  const { accessor, attribution } = props;
  const { counts } = accessor;
  const snoops = snoopsOf(counts);
  const all = snoopsOf(attribution.attributed);
  const places = [
    accessor.sourceLine === null ? null : shortSymbol(accessor.sourceLine, 90),
    accessor.cpuCount === null ? null : plural(accessor.cpuCount, 'CPU'),
    accessor.nodes.length > 0
      ? `node${accessor.nodes.length === 1 ? '' : 's'} ${accessor.nodes.join(', ')}`
      : null,
    accessor.thread === null ? null : `thread ${accessor.thread}`,
    accessor.remark,
  ].filter((part) => part !== null && part !== '');
  return (
    <li>
      <p>
        <code title={accessor.symbol ?? undefined}>
          {shortSymbol(accessor.symbol ?? accessor.codeAddress ?? 'unknown code', 90)}
          {accessor.symbolMayBeCut && '…'}
        </code>
        {counts.stores > 0 && <span className={styles.badge}>stores</span>}
      </p>
      <p className={styles.amounts}>
        {snoops > 0 && attribution.statedKinds !== null && (
          <span>
            {shareOfLine(counts, 'remote', attribution)} of the line’s remote and{' '}
            {shareOfLine(counts, 'local', attribution)} of its local {snoopName(attribution)}
          </span>
        )}
        {snoops > 0 && attribution.statedKinds === null && (
          <span>
            {grouped(snoops)} {snoopName(attribution)}
            {all > 0 && ` (${shareText((100 * snoops) / all)})`}
          </span>
        )}
        {counts.otherLoads > 0 && <span>{grouped(counts.otherLoads)} other loads</span>}
        {counts.stores > 0 && (
          <span>
            {attribution.statedKinds === null
              ? `${grouped(counts.stores)} stores`
              : `${valueText(counts.stores, attribution)} of its stores`}
          </span>
        )}
      </p>
      {places.length > 0 && <p className={styles.places}>{places.join(' · ')}</p>}
    </li>
  );
}

function shareOfLine(
  counts: HeatCounts,
  metric: 'remote' | 'local',
  attribution: Attribution,
): string {
  return knowsMetric(attribution, metric) ? valueText(metricOf(counts, metric), attribution) : '?';
}

function shareText(percent: number): string {
  return percent < 1 ? 'below 1 %' : `${percent.toFixed(0)} %`;
}

/** The same field in the other profiles. */
function Elsewhere({ field, heat }: { field: FieldHeat; heat: Heat }) {
  return (
    <dl className={styles.elsewhere} aria-label="In other profiles">
      {heat.all
        .filter((each) => each !== heat.current)
        .map((other) => {
          const there = other.heat.byPath.get(field.path);
          return (
            <div key={other.profile.name}>
              <dt>{other.profile.name}</dt>
              <dd>{there ? heatSentence(there, other) : 'no sample'}</dd>
            </div>
          );
        })}
    </dl>
  );
}
