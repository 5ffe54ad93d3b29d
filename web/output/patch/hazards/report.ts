import { plural } from '../../../base/prose';
import { isAffected, type OrderChange } from './affects';
import { hazardLine } from './hazardWords';
import type { Hazards, PlacedHazard } from './combine';

/** What the edits break, or may break; what they leave alone is only counted. */
export interface HazardReport {
  readonly affected: readonly PlacedHazard[];
  /** Initialisers of which nothing tells whether they give values by position. */
  readonly open: readonly PlacedHazard[];
  /** Places that depend on the layout and that these edits do not touch. */
  readonly others: readonly PlacedHazard[];
  /** What was not looked at, as sentences. */
  readonly left: readonly string[];
}

export function hazardReport({ places, open, left }: Hazards, change: OrderChange): HazardReport {
  const reordered = change.before.join('\n') !== change.after.join('\n');
  return {
    affected: places.filter((place) => isAffected(place, change)),
    open: reordered ? open : [],
    others: places.filter((place) => !isAffected(place, change)),
    left,
  };
}

/** The report as lines of text; null hazards were not looked for. */
export function hazardLines(report: HazardReport | null): readonly string[] {
  if (report === null) return [NOT_LOOKED_FOR];
  const { affected, open, others, left } = report;
  const count = others.length + affected.length;
  return [
    affected.length === 0
      ? `The source tree: ${plural(count, 'place')} ${count === 1 ? 'depends' : 'depend'} on the layout, none on what changes.`
      : `The source tree: ${plural(affected.length, 'place')} of ${count} that depend on the layout ${affected.length === 1 ? 'depends' : 'depend'} on what changes:`,
    ...affected.slice(0, MOST_TOLD).map(hazardLine),
    ...more(affected.length),
    ...open
      .slice(0, MOST_TOLD)
      .map(
        ({ path, line, text }) =>
          `${path}:${line}: a macro that the tree does not define decides whether values are given by position: ${text}`,
      ),
    ...more(open.length),
    ...left,
  ];
}

/** What is said of more places than are told one by one. */
function more(count: number): readonly string[] {
  return count > MOST_TOLD ? [`and ${count - MOST_TOLD} more (\`patch --json\` has all).`] : [];
}

const MOST_TOLD = 40;

/** What a patch without a tree has to say. */
export const NOT_LOOKED_FOR =
  'Not looked for, as no source tree is at hand: initialisers without names, casts, copied ranges, offsets and assertions that depend on the order.';
