import { knownMetric, knowsMetric, type Attribution } from '../../core/heat/attribute';
import { loadsName, metricOf, snoopName } from '../../core/heat/counts';
import { type InView, heatInView } from '../state/inView';
import { HEAT_METRICS, type HeatMetric } from '../../core/edit/profiles';
import { unattributedWords } from '../../core/format/heat/unattributedWords';
import { heatPicture } from '../../core/scene/fill/heatCells';
import { formatCountWithin } from '../kit/format';
import { metricName } from './heatWords';

/** Whose heat is shown, by which count, what the colours stand for, and how much no field got. */
export interface HeatBarModel {
  /** The reports of the struct by name, where there are several. */
  readonly profiles: readonly string[];
  readonly profile: { readonly name: string; readonly title: string };
  readonly metric: HeatMetric;
  /** What the report states and can be filled by. */
  readonly metrics: readonly { readonly value: HeatMetric; readonly name: string }[];
  /** What the fill counts: `loads`, `% of the line’s remote HITM`. */
  readonly unit: string;
  /** Each step of the fill with the least that it stands for. */
  readonly scale: readonly {
    readonly step: number;
    readonly from: number;
    readonly least: string;
  }[];
  /** How much of the report is on fields; null where it has none of what is counted. */
  readonly onFields: OnFields | null;
}

export interface OnFields {
  readonly percent: number;
  readonly percentText: string;
  /** What the share is of: `of the report’s 7,455 HITM on fields`. */
  readonly of: string;
  /** Reports of which only shares are known, so that they are in no sum. */
  readonly leftOut: readonly string[];
  /** Why the rest is on no field, most first. */
  readonly reasons: readonly { readonly percentText: string; readonly words: string }[];
}

type Counted = Exclude<HeatMetric, 'latency'>;

/** The bar over the grid; null where nothing was measured. */
export function heatBar(inView: InView): HeatBarModel | null {
  const { current, all } = heatInView(inView);
  return current && barOf(current, all, inView.document.view.metric);
}

function barOf(
  current: Attribution,
  all: readonly Attribution[],
  wanted: HeatMetric,
): HeatBarModel {
  const { name, command } = current.profile;
  const metric = knownMetric(current, wanted);
  const hasSnoops = current.instances.length > 0;
  return {
    profiles: all.length > 1 ? all.map(({ profile }) => profile.name) : [],
    profile: { name, title: command === null ? name : `${name}\n${command}` },
    metric,
    metrics: HEAT_METRICS.filter(
      (each) => knowsMetric(current, each) && (hasSnoops || each === 'loads' || each === 'stores'),
    ).map((value) => ({ value, name: metricName(value, current) })),
    unit: unitOf(current, metric),
    scale: heatPicture(current, metric).scale.map(({ step, from }) => ({
      step,
      from,
      least: formatCountWithin(from, 9_999),
    })),
    onFields: onFields(current, metric === 'latency' ? 'loads' : metric),
  };
}

function unitOf(attribution: Attribution, metric: HeatMetric): string {
  if (metric === 'latency') return 'mean cycles of a load';
  if (attribution.unit !== 'percent') return metricWords(metric, attribution);
  return attribution.instances.length > 0
    ? `% of the line’s ${metricWords(metric, attribution)}`
    : '% of all samples';
}

function metricWords(metric: Counted, attribution: Attribution): string {
  if (metric === 'loads') return loadsName(attribution);
  if (metric === 'stores') return metric;
  const name = snoopName(attribution);
  return metric === 'hitm' ? name : `${metric} ${name}`;
}

/** A reason with less than this share of the whole is not worth its words. */
const LEAST_SHARE = 0.0005;

function onFields(attribution: Attribution, metric: Counted): OnFields | null {
  const total = metricOf(attribution.total, metric);
  if (total <= 0) return null;
  const on = metricOf(attribution.attributed, metric);
  const isSnoops = metric !== 'loads' && metric !== 'stores';
  const name = isSnoops ? snoopName(attribution) : metricWords(metric, attribution);
  return {
    percent: (100 * on) / total,
    percentText: percent(on, total),
    of:
      attribution.statedKinds === null
        ? `of the report’s ${formatCountWithin(Math.round(total), 99_999_999)} ${name} on fields`
        : `of the line’s ${metricWords(metric, attribution)} on fields; the table has no counts`,
    leftOut: attribution.leftOut,
    reasons: attribution.unattributed
      .map(({ reason, counts }) => ({ reason, count: metricOf(counts, metric) }))
      .filter(({ count }) => Math.abs(count) / total >= LEAST_SHARE)
      .sort((a, b) => b.count - a.count)
      .map(({ reason, count }) => ({
        percentText: percent(count, total),
        words: unattributedWords(reason),
      })),
  };
}

function percent(part: number, of: number): string {
  const value = (100 * part) / of;
  return `${value !== 0 && Math.abs(value) < 9.95 ? value.toFixed(1) : Math.round(value)} %`;
}
