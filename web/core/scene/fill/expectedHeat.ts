import type { Attribution } from '../../heat/attribute';
import { metricOf } from '../../heat/counts';
import type { Forecast } from '../../model/forecast';
import type { HeatMetric } from '../../edit/profiles';
import { grouped } from '../../base/prose';
import type { MemberPath } from '../../layout/ids';
import { heatStep, type HeatScale } from '../heat';
import type { CellHeat } from '../scene';

/** What one profile lets expect of the layout that is drawn. */
export type Expected = Pick<Forecast, 'rows'>;

/** Counts that depend on which fields share a line; what a field is loaded and stored goes along with it. */
type SnoopMetric = Extract<HeatMetric, 'hitm' | 'remote' | 'local'>;

export function dependsOnLayout(metric: HeatMetric): metric is SnoopMetric {
  return metric === 'hitm' || metric === 'remote' || metric === 'local';
}

/**
 * The cells of a profile, filled by what is expected of each field in the layout that is drawn. The steps are those of
 * what was measured, so that a field that gets colder is seen to.
 */
export function expectedCells(
  cells: ReadonlyMap<MemberPath, CellHeat>,
  scale: HeatScale,
  attribution: Attribution,
  metric: SnoopMetric,
  expected: Expected,
): ReadonlyMap<MemberPath, CellHeat> {
  const counts = countsByPath(attribution, metric, expected.rows());
  return new Map(
    [...cells].map(([path, cell]): [MemberPath, CellHeat] => {
      const count = counts.get(path);
      if (count === undefined) return [path, cell];
      const text = `≈ ${grouped(Math.round(count))} predicted for this layout, measured on another: ${cell.text}`;
      return [path, { ...cell, source: 'predicted', step: heatStep(count, scale), text }];
    }),
  );
}

/** Of every member with counts in either layout, and of what holds it. */
function countsByPath(
  attribution: Attribution,
  metric: SnoopMetric,
  forecasts: ReturnType<Expected['rows']>,
): ReadonlyMap<MemberPath, number> {
  const forecastAt = new Map(
    forecasts.map((each) => [placeKey(each.field, each.offsetBytes), each]),
  );
  const newcomers = new Set<string>();
  const counts = new Map<MemberPath, number>();
  for (const row of attribution.rows) {
    const { place } = row;
    if (place.kind !== 'field') continue;
    const key = placeKey(place.mover, place.moverOffsetBytes);
    const forecast = forecastAt.get(key);
    const measured = metricOf(row.counts, metric);
    let expected = measured;
    // What a lock left behind keeps the heat that was measured.
    if (forecast?.outcome === 'unknown') continue;
    if (forecast !== undefined && forecast.measured > 0) {
      expected = measured * (forecast.predicted / forecast.measured);
    } else if (forecast !== undefined && metric === 'hitm' && !newcomers.has(key)) {
      // Several functions are at a place that had none: what is expected there is of them together.
      newcomers.add(key);
      expected = forecast.predicted;
    }
    if (measured <= 0 && expected <= 0) continue;
    for (const path of new Set([place.path, ...place.chain, ...place.oneOf])) {
      counts.set(path, (counts.get(path) ?? 0) + expected);
    }
  }
  return counts;
}

function placeKey(mover: MemberPath, offsetBytes: number): string {
  return `${offsetBytes} ${mover}`;
}
