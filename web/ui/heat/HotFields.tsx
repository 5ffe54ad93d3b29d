import { knowsMetric, type Attribution } from '../../analysis/heat/attribute';
import { metricOf, snoopsOf } from '../../analysis/heat/counts';
import type { FieldHeat } from '../../analysis/heat/fieldHeat';

import type { Heat } from '../../analysis/heat/heatOf';
import type { InView } from '../../app/document/inView';
import type { MemberPath } from '../../layout/ids';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { grouped } from '../../base/prose';
import { CopyHeatTable } from './CopyHeatTable';
import { valueText } from '../../scene/fill/heatSentence';
import styles from './HeatTab.module.css';

const MOST_FIELDS = 60;

/** Every hot field of the struct, hottest first; with several profiles, each in a column of its own. */
export function HotFields({ inView, heat }: { inView: InView; heat: Heat }) {
  const app = useApp();
  const { current, all } = heat;
  if (!current) return null;
  const byPath = new Set(all.flatMap((each) => each.heat.fields.map(({ path }) => path)));
  const hot = (path: MemberPath) => current.heat.fields.find((each) => each.path === path);
  const paths = [
    ...current.heat.fields.map(({ path }) => path),
    ...[...byPath].filter((path) => !hot(path)),
  ];
  const several = all.length > 1;
  const pick = (path: MemberPath) => app.showFields([path]);
  return (
    <section className={styles.section} aria-label="Hot fields">
      <h2>Hot fields of {inView.document.struct.name}</h2>
      <div className={styles.scroll}>
        <table className={styles.fields} data-several={several || undefined}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {several ? (
                all.map((each) => (
                  <th key={each.profile.name} scope="col" title={each.profile.name}>
                    {each.profile.name}
                  </th>
                ))
              ) : (
                <>
                  <th scope="col">{headOf(current)}</th>
                  <th scope="col">Stores</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {paths.slice(0, MOST_FIELDS).map((path) => (
              <tr key={path}>
                <th scope="row">
                  <button type="button" className={controls.link} onClick={() => pick(path)}>
                    {path}
                  </button>
                </th>
                {several ? (
                  all.map((each) => (
                    <td key={each.profile.name}>
                      {perOperation(
                        each,
                        each.heat.fields.find((field) => field.path === path),
                      )}
                    </td>
                  ))
                ) : (
                  <Counts field={hot(path)} attribution={current} />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {several && (
        <p className={styles.note}>
          {all.every(({ profile }) => profile.operations !== null)
            ? 'HITM / stores, per million operations.'
            : 'HITM / stores. Enter the operations of each run below to compare per operation.'}
        </p>
      )}
      <CopyHeatTable inView={inView} heat={heat} />
    </section>
  );
}

function Counts({
  field,
  attribution,
}: {
  field: FieldHeat | undefined;
  attribution: Attribution;
}) {
  if (!field) return null;
  const stores = knowsMetric(attribution, 'stores');
  return (
    <>
      <td>{mainText(field, attribution)}</td>
      <td className={field.counts.stores > 0 ? styles.stores : styles.zero}>
        {stores ? valueText(field.counts.stores, attribution) : '?'}
      </td>
    </>
  );
}

/** The two kinds of HITM have no sum on a line of shares: one that is known is shown. */
function mainText(field: FieldHeat, attribution: Attribution): string {
  if (attribution.statedKinds !== null) {
    const metric = mainMetric(attribution);
    return metric === null ? '?' : valueText(metricOf(field.counts, metric), attribution);
  }
  const main = snoopsOf(attribution.total) > 0 ? snoopsOf(field.counts) : field.counts.otherLoads;
  return valueText(main, attribution);
}

function mainMetric(attribution: Attribution): 'remote' | 'local' | null {
  const sides = ['remote', 'local'] as const;
  return sides.find((side) => knowsMetric(attribution, side)) ?? null;
}

function headOf(attribution: Attribution): string {
  if (attribution.statedKinds !== null) {
    const side = mainMetric(attribution);
    const name = attribution.peer ? 'peer' : 'HITM';
    return side === 'remote' ? `Remote ${name}` : side === 'local' ? `Local ${name}` : name;
  }
  if (snoopsOf(attribution.total) <= 0) return 'Loads';
  return attribution.peer ? 'Peer' : 'HITM';
}

/** `1,204 / 481`; per million operations where they are given. */
function perOperation(attribution: Attribution, field: FieldHeat | undefined): string {
  if (!field) return '·';
  if (attribution.statedKinds !== null) {
    const stores = knowsMetric(attribution, 'stores');
    return `${mainText(field, attribution)} / ${stores ? valueText(field.counts.stores, attribution) : '?'} of the line`;
  }
  const { operations } = attribution.profile;
  const scale = operations === null ? 1 : 1e6 / operations;
  const text = (value: number) =>
    operations === null ? grouped(value) : (value * scale).toPrecision(3);
  const main = snoopsOf(attribution.total) > 0 ? snoopsOf(field.counts) : field.counts.otherLoads;
  return `${text(main)} / ${text(field.counts.stores)}`;
}
