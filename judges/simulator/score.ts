import { expectedGain } from '../../web/core/model/odds';
import type { Band } from '../../web/core/model/range';
import { randomFrom } from './random';
import type { LayoutTrial, Trial } from './trial';

/** How well one predictor did over many trials. Shares are 0 to 1. */
export interface Score {
  readonly scenarios: number;
  readonly layouts: number;
  /** |predicted - true| / max(true, 5 % of the baseline). */
  readonly medianError: number;
  readonly p90Error: number;
  /** Mean over scenarios of Spearman's rank correlation. */
  readonly rankCorrelation: number;
  /** Scenarios in which the layout with the lowest prediction is within 5 % of the baseline of the best. */
  readonly winners: number;
  /** Mean excess of that pick over the best, as a share of the baseline. */
  readonly regret: number;
  /** Of layouts that truly differ from the baseline by 5 % or more: predicted on the same side. */
  readonly signs: number;
  /** Layouts whose truth lies in the band. */
  readonly covered: number;
  /** Median width of the band as a share of the baseline. */
  readonly bandWidth: number;
  /** Of layouts that truly have fewer HITM by 5 % or more: the whole band lies below the baseline. */
  readonly decided: number;
}

/** Layouts of one scenario tell something apart only if their truth differs by this much. */
const VARIES = 0.1;
const NEAR = 0.05;

/**
 * @param counts layouts that are scored
 * @param band the range that is judged
 * @param among layouts that decide whether a scenario tells anything apart
 */
export function scoreOf(
  trials: readonly Trial[],
  predict: (layout: LayoutTrial, trial: Trial) => number,
  counts: (layout: LayoutTrial) => boolean,
  band: 'band' | 'seenBand',
  among: (layout: LayoutTrial) => boolean = counts,
): Score {
  const errors: number[] = [];
  const ranks: number[] = [];
  const widths: number[] = [];
  let layouts = 0;
  let scenarios = 0;
  let winners = 0;
  let regret = 0;
  let signs = 0;
  let changed = 0;
  let covered = 0;
  let improved = 0;
  let decided = 0;
  for (const trial of trials) {
    const base = trial.baselineHitm;
    const chosen = trial.layouts.filter(counts);
    if (chosen.length === 0 || !tellsApart(trial, among)) continue;
    const truths = chosen.map(({ truth }) => truth);
    const best = Math.min(...truths);
    scenarios++;
    const predictions = chosen.map((layout) => predict(layout, trial));
    chosen.forEach((layout, i) => {
      const predicted = predictions[i] ?? 0;
      layouts++;
      errors.push(Math.abs(predicted - layout.truth) / Math.max(layout.truth, NEAR * base));
      const { low, high } = layout[band];
      if (isIn(layout.truth, { low, high })) covered++;
      widths.push((high - low) / base);
      const change = layout.truth - base;
      if (Math.abs(change) < NEAR * base) return;
      changed++;
      if (change < 0) {
        improved++;
        if (high < trial.shownHitm) decided++;
      }
      if (Math.sign(change) === Math.sign(predicted - trial.shownHitm)) signs++;
    });
    ranks.push(spearman(predictions, truths));
    const pick = predictions.indexOf(Math.min(...predictions));
    const excess = ((truths[pick] ?? 0) - best) / base;
    regret += excess;
    if (excess <= NEAR) winners++;
  }
  return {
    scenarios,
    layouts,
    medianError: quantile(errors, 0.5),
    p90Error: quantile(errors, 0.9),
    rankCorrelation: ranks.reduce((sum, value) => sum + value, 0) / Math.max(1, ranks.length),
    winners: winners / Math.max(1, scenarios),
    regret: regret / Math.max(1, scenarios),
    signs: signs / Math.max(1, changed),
    covered: covered / Math.max(1, layouts),
    bandWidth: quantile(widths, 0.5),
    decided: decided / Math.max(1, improved),
  };
}

/** What would mislead a person, over all scenarios and layouts, whatever could be observed. Shares are 0 to 1. */
export interface Harm {
  readonly scenarios: number;
  readonly layouts: number;
  /** Layouts whose forecast warns. One that warns of everything says nothing. */
  readonly warned: number;
  /** Layouts outside of the range without a warning. */
  readonly confidentAndWrong: number;
  /** Layouts off by more than half, outside of the range and without a warning. */
  readonly grossAndSilent: number;
  /** Scenarios in which the layout that is offered first is truly worse than the baseline by 5 % or more. */
  readonly harmfulFirst: number;
  /** Scenarios in which any layout is offered. */
  readonly offers: number;
}

const GROSS = 0.5;

export function harmOf(trials: readonly Trial[]): Harm {
  let layouts = 0;
  let warned = 0;
  let silent = 0;
  let gross = 0;
  let harmful = 0;
  let offers = 0;
  for (const trial of trials) {
    const base = trial.baselineHitm;
    for (const layout of trial.layouts) {
      layouts++;
      if (layout.warned) warned++;
      if (layout.warned || isIn(layout.truth, layout.band)) continue;
      silent++;
      const error = Math.abs(layout.predicted - layout.truth) / Math.max(layout.truth, NEAR * base);
      if (error > GROSS) gross++;
    }
    const first = offeredFirst(trial);
    if (first === null) continue;
    offers++;
    if (first.truth >= (1 + NEAR) * base) harmful++;
  }
  return {
    scenarios: trials.length,
    layouts,
    warned: warned / Math.max(1, layouts),
    confidentAndWrong: silent / Math.max(1, layouts),
    grossAndSilent: gross,
    harmfulFirst: harmful / Math.max(1, trials.length),
    offers,
  };
}

/** As suggestions are sorted: the largest gain that is to be expected, without more transactions. */
function offeredFirst({ shownHitm, layouts }: Trial): LayoutTrial | null {
  const gain = ({ predicted, odds }: LayoutTrial) => expectedGain(shownHitm, predicted, odds);
  return layouts
    .filter((layout) => gain(layout) > 0 && !layout.raisesTransactions)
    .reduce<LayoutTrial | null>(
      (best, each) => (best === null || gain(each) > gain(best) ? each : best),
      null,
    );
}

/** How often what is told as "p % better" comes true. Shares are 0 to 1. */
export interface Calibration {
  readonly orders: number;
  /** Mean square of what was told less what came, 0 to 1. */
  readonly brier: number;
  /** The same of always telling the base rate, and of telling it by the sign of the figure alone. */
  readonly brierOfBaseRate: number;
  readonly brierOfSign: number;
  /** Orders that are told at 90 % or more, or 10 % or less. */
  readonly sharp: number;
  readonly bins: readonly CalibrationBin[];
}

/** Orders that are told about alike. */
export interface CalibrationBin {
  readonly orders: number;
  readonly stated: number;
  readonly came: number;
  /** 90 % of the bootstrapped shares that came lie within; scenarios are drawn, not orders. */
  readonly from: number;
  readonly to: number;
}

const FEWEST_IN_BIN = 400;
const DRAWS = 1000;

export function calibrationOf(trials: readonly Trial[]): Calibration {
  const all = trials.flatMap((trial, scenario) =>
    trial.layouts.flatMap(({ odds, truth, predicted }) =>
      odds === null
        ? []
        : [
            {
              scenario,
              stated: odds.better / odds.of,
              came: truth <= (1 - NEAR) * trial.baselineHitm ? 1 : 0,
              falls: predicted < trial.shownHitm,
            },
          ],
    ),
  );
  const came = (some: readonly { readonly came: number }[]) => mean(some.map((each) => each.came));
  const bySign = [true, false].map((falls) => came(all.filter((each) => each.falls === falls)));
  const brier = (tell: (each: (typeof all)[number]) => number) =>
    mean(all.map((each) => (tell(each) - each.came) ** 2));
  const base = came(all);
  const stated = [...all].sort((a, b) => a.stated - b.stated);
  const bins: (typeof all)[] = [];
  for (const each of stated) {
    const bin = bins.at(-1);
    // Orders that are told the same belong together.
    if (bin === undefined || (bin.length >= FEWEST_IN_BIN && bin.at(-1)?.stated !== each.stated))
      bins.push([each]);
    else bin.push(each);
  }
  const last = bins.at(-1);
  if (bins.length > 1 && last !== undefined && last.length < FEWEST_IN_BIN)
    bins.splice(-2, 2, [...(bins.at(-2) ?? []), ...last]);
  return {
    orders: all.length,
    brier: brier((each) => each.stated),
    brierOfBaseRate: brier(() => base),
    brierOfSign: brier(({ falls }) => bySign[falls ? 0 : 1] as number),
    sharp: mean(all.map((each) => (each.stated >= 0.9 || each.stated <= 0.1 ? 1 : 0))),
    bins: bins.map((bin) => ({
      orders: bin.length,
      stated: mean(bin.map((each) => each.stated)),
      came: came(bin),
      ...bootstrapped(bin),
    })),
  };
}

function bootstrapped(orders: readonly { readonly scenario: number; readonly came: number }[]) {
  const byScenario = new Map<number, { came: number; of: number }>();
  for (const { scenario, came } of orders) {
    const own = byScenario.get(scenario) ?? { came: 0, of: 0 };
    byScenario.set(scenario, { came: own.came + came, of: own.of + 1 });
  }
  const scenarios = [...byScenario.values()];
  const random = randomFrom(1);
  const shares = Array.from({ length: DRAWS }, () => {
    const drawn = scenarios.map(() => random.pick(scenarios));
    return (
      drawn.reduce((sum, { came }) => sum + came, 0) / drawn.reduce((sum, { of }) => sum + of, 0)
    );
  });
  return { from: quantile(shares, 0.05), to: quantile(shares, 0.95) };
}

function isIn(truth: number, { low, high }: Band): boolean {
  return truth >= low && truth <= high;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function tellsApart(
  { baselineHitm, layouts }: Trial,
  among: (layout: LayoutTrial) => boolean,
): boolean {
  const truths = layouts.filter(among).map(({ truth }) => truth);
  const span = Math.max(...truths, baselineHitm) - Math.min(...truths, baselineHitm);
  return truths.length >= 2 && span >= VARIES * baselineHitm;
}

function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? 0;
}

/** Rank correlation with ties sharing their mean rank; 0 where one side does not vary. */
function spearman(a: readonly number[], b: readonly number[]): number {
  const x = rank(a);
  const y = rank(b);
  const mean = (x.length - 1) / 2;
  let xy = 0;
  let xx = 0;
  let yy = 0;
  x.forEach((value, i) => {
    const other = (y[i] ?? 0) - mean;
    xy += (value - mean) * other;
    xx += (value - mean) ** 2;
    yy += other ** 2;
  });
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}

function rank(values: readonly number[]): number[] {
  const order = values.map((value, i) => ({ value, i })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && order[to + 1]?.value === order[from]?.value) to++;
    for (let k = from; k <= to; k++) ranks[order[k]?.i ?? 0] = (from + to) / 2;
    from = to + 1;
  }
  return ranks;
}
