import { gainIsOpen, unseenRisk } from '../../web/analysis/suggest/unseenRisk';
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
}

/** Layouts of one scenario tell something apart only if their truth differs by this much. */
const VARIES = 0.1;
const NEAR = 0.05;

/**
 * @param counts layouts that are scored
 * @param among layouts that decide whether a scenario tells anything apart
 */
export function scoreOf(
  trials: readonly Trial[],
  predict: (layout: LayoutTrial, trial: Trial) => number,
  counts: (layout: LayoutTrial) => boolean,
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
      if (layout.truth >= layout.low && layout.truth <= layout.high) covered++;
      widths.push((layout.high - layout.low) / base);
      const change = layout.truth - base;
      if (Math.abs(change) < NEAR * base) return;
      changed++;
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

export function harmOf(trials: readonly Trial[], counts: (layout: LayoutTrial) => boolean): Harm {
  let scenarios = 0;
  let layouts = 0;
  let warned = 0;
  let silent = 0;
  let gross = 0;
  let harmful = 0;
  let offers = 0;
  for (const trial of trials) {
    const base = trial.baselineHitm;
    const chosen = trial.layouts.filter(counts);
    if (chosen.length === 0) continue;
    scenarios++;
    for (const layout of chosen) {
      layouts++;
      if (layout.warned) warned++;
      if (layout.warned || (layout.truth >= layout.low && layout.truth <= layout.high)) continue;
      silent++;
      const error = Math.abs(layout.predicted - layout.truth) / Math.max(layout.truth, NEAR * base);
      if (error > GROSS) gross++;
    }
    const first = offeredFirst(trial, chosen);
    if (first === null) continue;
    offers++;
    if (first.truth >= (1 + NEAR) * base) harmful++;
  }
  return {
    scenarios,
    layouts,
    warned: warned / Math.max(1, layouts),
    confidentAndWrong: silent / Math.max(1, layouts),
    grossAndSilent: gross,
    harmfulFirst: harmful / Math.max(1, scenarios),
    offers,
  };
}

/**
 * As suggestions are sorted: the best of those whose sign is known and whose gain no hidden reader can undo, where there
 * are such; none that raises transactions or gains nothing.
 */
function offeredFirst({ shownHitm }: Trial, layouts: readonly LayoutTrial[]): LayoutTrial | null {
  const offered = layouts.filter(
    ({ predicted, raisesTransactions }) => predicted < shownHitm && !raisesTransactions,
  );
  const known = offered.filter(({ isSignUnknown }) => !isSignUnknown);
  const signed = known.length > 0 ? known : offered;
  const sure = signed.filter(({ predicted, unseen }) => !gainIsOpen(predicted, unseen, shownHitm));
  const among = sure.length > 0 ? sure : signed;
  const cost = ({ predicted, unseen }: LayoutTrial) => predicted + unseenRisk(unseen, shownHitm);
  return among.reduce<LayoutTrial | null>(
    (best, each) => (best === null || cost(each) < cost(best) ? each : best),
    null,
  );
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
export function spearman(a: readonly number[], b: readonly number[]): number {
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
