import { keptWith, derived } from '../../core/base/derived';
import { wellKnownStruct } from '../../core/bind/wellKnown';
import type { Attribution } from '../../core/heat/attribute';
import type { LineTraffic } from '../../core/heat/lineTraffic';
import { lineVerdict } from '../../core/heat/lineVerdict';
import { linesOf } from '../../core/layout/lines';
import { snoopsByLine } from '../../core/scene/fill/heatCells';
import { lineTraffic } from '../../core/scene/fill/lineTraffic';
import { documentInView, findShownField, heatInView, settledInView, type InView } from './inView';
import type { AppState } from './state';

/** A line of the layout in view. */
export interface LineInView {
  readonly line: number;
  readonly traffic: LineTraffic;
  /** What its counts say, in one sentence. */
  readonly verdict: string;
  readonly subtitle: string;
}

/** A line of the layout in view with who writes it and who suffers; null without heat. */
export function lineInView(inView: InView, line: number): LineInView | null {
  const { current } = heatInView(inView);
  if (current === null) return null;
  const { applied, layout } = inView.shown;
  const traffic = lineTraffic(current, layout, applied.state, line);
  const last = lastShown(current);
  // While a field is carried, most frames move nothing of the line: it is the same object then.
  if (last.shown?.line === line && last.shown.traffic === traffic) return last.shown;
  const name = inView.document.struct.name;
  const shown: LineInView = {
    line,
    traffic,
    verdict: lineVerdict(traffic, wellKnownStruct),
    subtitle: `line ${line} of ${name}, as measured in ${current.profile.name}`,
  };
  last.shown = shown;
  return shown;
}

const lastShown = keptWith<Attribution, { shown: LineInView | null }>(() => ({ shown: null }));

/**
 * The line to look at: that of the selected field, where something is measured on it, else the worst. A field that is
 * carried away leaves it; null without heat.
 */
export const watchedLine = derived((state: AppState): LineInView | null => {
  const inView = documentInView(state);
  const settled = settledInView(state);
  const line = settled && watched(settled);
  return inView === null || line === null ? null : lineInView(inView, line);
});

const watched = derived((inView: InView): number | null => {
  const { current } = heatInView(inView);
  if (current === null) return null;
  const { applied, layout } = inView.shown;
  const snoops = snoopsByLine(current, layout, applied.state);
  const [path] = inView.open.selection;
  const field = path === undefined ? null : findShownField(inView, path);
  if (field !== null) {
    const { first } = linesOf(field.offsetBits, field.sizeBits, applied.state);
    if (snoops.has(first)) return first;
  }
  const [worst] = [...snoops].sort((a, b) => b[1] - a[1]);
  return worst?.[0] ?? null;
});
