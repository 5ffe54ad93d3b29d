import { ODDS_EDGES, ODDS_KINDS, oddsCell, oddsKind, type Odds } from '../../web/core/model/odds';
import {
  MARGIN_TERMS,
  marginTerms,
  type Hidden,
  rangeKind,
  type Margin,
} from '../../web/core/model/range';
import type { RANGES } from '../../web/core/model/learned';
import type { LayoutTrial, Trial } from './trial';

/** Fewer simulated orders than this make no cell of their own. */
const FEWEST = 25;
/** A change by less is none. */
const NEAR = 0.05;
/** Shares of orders that may lie above a margin. Below, harm is rarer, and little width is to be had. */
const ABOVE: Readonly<Record<keyof typeof RANGES, number>> = {
  none: 0.06,
  kept: 0.04,
  changed: 0.035,
};
const BELOW = 0.015;

/** No error of more standard deviations is noise: with that weight a profile of few samples had no range at all. */
const MOST_NOISE = 3;

const LOCKS = ['none', 'kept', 'changed'] as const;
const HIDDEN: readonly Hidden[] = ['none', 'few', 'many'];

interface Seen {
  readonly layout: LayoutTrial;
  readonly trial: Trial;
  /** True change and predicted change, as shares of what was profiled. */
  readonly came: number;
  readonly predicted: number;
}

/** The text of `web/core/model/learned.ts`. */
export function learned(trials: readonly Trial[]): string {
  const all = trials.flatMap((trial) =>
    trial.layouts.flatMap((layout): readonly Seen[] =>
      layout.odds === null
        ? []
        : [
            {
              layout,
              trial,
              came: layout.truth / trial.baselineHitm - 1,
              predicted: layout.predicted / trial.shownHitm - 1,
            },
          ],
    ),
  );
  const ranges = LOCKS.map((locks) => {
    const own = all.filter(
      ({ layout: { likeness } }) =>
        rangeKind(likeness.situation) === locks && !likeness.situation.hasUnknownLine,
    );
    const rows = HIDDEN.map((hidden) => {
      // Without hidden readers a range says what the profile itself does.
      const some = own.filter(({ layout }) =>
        hidden === 'none' ? layout.observable : layout.likeness.situation.hidden === hidden,
      );
      return `${hidden}: { below: ${margin(some, -1, BELOW)}, above: ${margin(some, 1, ABOVE[locks])} }`;
    });
    return `${locks}: { ${rows.join(', ')} }`;
  });
  const odds = ODDS_KINDS.map((kind) => {
    const own = all.filter(({ layout }) => oddsKind(layout.likeness.situation) === kind);
    const cells = cellsOf(own).map(
      (cell) => `{ better: ${cell.better}, worse: ${cell.worse}, of: ${cell.of} }`,
    );
    return `${kind}: [${cells.join(', ')}]`;
  });
  return `// Made by \`npm run validate:model -- --learn\` from ${trials.length} simulated scenarios with ${all.length} orders. docs/model.md explains it.

/** Margins below and above a figure. */
export const RANGES = { ${ranges.join(', ')} };

/** By what is seen, and by the cells of the predicted change (\`ODDS_EDGES\`). */
export const ODDS = { ${odds.join(', ')} };
`;
}

/** Finds the weights under which so many of the errors lie above the margin, and the margin is narrow (pinball loss). */
function margin(seen: readonly Seen[], sign: 1 | -1, above: number): string {
  const cases = seen.map(({ layout, trial, came, predicted }) => {
    const terms = marginTerms(layout.likeness.figure, layout.likeness.situation);
    return {
      error: sign * (came - predicted),
      terms: MARGIN_TERMS.map((name) => terms[name] / trial.shownHitm),
    };
  });
  const loss = (weights: readonly number[]) => {
    let total = 0;
    for (const { error, terms } of cases) {
      const over = terms.reduce((rest, term, at) => rest - term * (weights[at] as number), error);
      total += over > 0 ? (1 - above) * over : -above * over;
    }
    const size = weights.reduce((sum, weight) => sum + weight, 0);
    return total / Math.max(1, cases.length) + 2e-5 * size;
  };
  const weights = MARGIN_TERMS.map(() => 0.5);
  let best = loss(weights);
  for (let step = 0.5; step > 0.01;) {
    let isBetter = false;
    for (let at = 0; at < weights.length; at++) {
      for (const direction of [1, -1]) {
        const before = weights[at] as number;
        const most = MARGIN_TERMS[at] === 'noise' ? MOST_NOISE : Infinity;
        weights[at] = Math.min(most, Math.max(0, before + direction * step * (1 + before)));
        const now = loss(weights);
        if (now < best - 1e-9) {
          best = now;
          isBetter = true;
        } else weights[at] = before;
      }
    }
    if (!isBetter) step /= 2;
  }
  const named: Partial<Record<keyof Margin, number>> = {};
  MARGIN_TERMS.forEach((name, at) => (named[name] = Number((weights[at] as number).toFixed(2))));
  return `{ ${MARGIN_TERMS.map((name) => `${name}: ${named[name]}`).join(', ')} }`;
}

/** A run of cells that are told alike. */
interface Block extends Odds {
  readonly cells: number;
}

/** The cell of orders that are predicted to change nothing: most of them move nothing that counts. */
const UNCHANGED = ODDS_EDGES.findIndex((edge) => edge > 0);

function cellsOf(seen: readonly Seen[]): readonly Odds[] {
  const counts = Array.from({ length: ODDS_EDGES.length + 1 }, () => ({
    better: 0,
    worse: 0,
    of: 0,
  }));
  for (const { layout, trial, came } of seen) {
    const cell = counts[oddsCell(layout.predicted, trial.shownHitm)];
    if (cell === undefined) continue;
    cell.of++;
    if (came <= -NEAR) cell.better++;
    if (came >= NEAR) cell.worse++;
  }
  return [
    ...smoothed(counts.slice(0, UNCHANGED)),
    ...counts.slice(UNCHANGED, UNCHANGED + 1),
    ...smoothed(counts.slice(UNCHANGED + 1)),
  ];
}

/**
 * The more HITM an order is predicted to lose, the likelier it is better: where counts of neighbouring cells say
 * otherwise, or are few, they are taken together.
 */
function smoothed(counts: readonly Odds[]): readonly Odds[] {
  let blocks: Block[] = counts.map((count) => ({ ...count, cells: 1 }));
  const join = (at: number) => {
    const [a, b] = [blocks[at], blocks[at + 1]] as [Block, Block];
    const joined = {
      better: a.better + b.better,
      worse: a.worse + b.worse,
      of: a.of + b.of,
      cells: a.cells + b.cells,
    };
    blocks = [...blocks.slice(0, at), joined, ...blocks.slice(at + 2)];
  };
  while (blocks.length > 1) {
    const small = blocks.findIndex(({ of }) => of < FEWEST);
    const odd = blocks.findIndex((block, at) => {
      const next = blocks[at + 1];
      return next !== undefined && block.better / block.of < next.better / next.of;
    });
    if (small < 0 && odd < 0) break;
    join(small < 0 ? odd : Math.min(small, blocks.length - 2));
  }
  return blocks.flatMap(({ cells, ...odds }) => Array.from({ length: cells }, () => odds));
}
