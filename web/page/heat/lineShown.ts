import { derived } from '../../core/base/derived';
import { grouped } from '../../core/base/prose';
import { wellKnownStruct } from '../../core/bind/wellKnown';
import type { AccessProfile } from '../../core/facts/generated';
import { isOfAccesses } from '../../core/heat/counts';
import type { LineRow } from '../../core/heat/lineRows';
import { reportTraffic, type Actor, type LineTraffic } from '../../core/heat/lineTraffic';
import { lineVerdict } from '../../core/heat/lineVerdict';
import { linePicture } from '../../core/scene/linePicture';
import { zoomFor } from '../../core/scene/metrics';

/** A variable may be longer than a line: its bytes would be too narrow to see. */
const MOST_DRAWN_BYTES = 256;

/** A line of a report by itself: what its counts say, and what can be drawn of it; null where it has no rows that tell. */
export const reportLine = derived(
  (
    row: LineRow,
    profile: AccessProfile,
  ): { readonly verdict: string; readonly traffic: LineTraffic | null } | null => {
    const { rows, unplaced = [], counts } = row.line;
    if (rows.length + unplaced.length === 0 || isOfAccesses(counts)) return null;
    const traffic = reportTraffic(row, profile);
    const { spots, lineBytes } = traffic;
    return {
      verdict: lineVerdict(traffic, wellKnownStruct),
      // Functions without offsets are in the table of rows.
      traffic: spots.length === 0 || lineBytes > MOST_DRAWN_BYTES ? null : traffic,
    };
  },
);

/** The picture of a line for a place of so many pixels, and how much larger it is drawn: as the grid above it. */
export const lineDrawn = derived((traffic: LineTraffic, placePx: number, isUnderGrid: boolean) => {
  const zoom = zoomFor(placePx);
  return { picture: linePicture(traffic, placePx / zoom, { isUnderGrid }), zoom };
});

/** The picture in words. */
export function lineSpoken({ spots, writers, readers, isPercent }: LineTraffic): string {
  const all = (actors: readonly Actor[], what: string) =>
    actors.flatMap(({ name, parts }) =>
      parts.map(({ spot, count }) => {
        const amount = isPercent ? '' : `, ${grouped(count)}`;
        return `${name} ${what} ${spots[spot]?.name ?? ''}${amount}`;
      }),
    );
  return [...all(writers, 'stores to'), ...all(readers, 'finds modified')].join('; ');
}
