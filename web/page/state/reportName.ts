import { lineRows } from '../../core/heat/lineRows';
import { shortSymbol } from '../../core/heat/shortSymbol';
import type { AccessProfile } from '../../core/facts/generated';

const MOST = 40;

/**
 * What to call a report that was pasted: the hottest function of its hottest line tells two of them apart. Null where
 * it names none.
 */
export function reportName(profile: AccessProfile): string | null {
  const hottest = hottestFunction(profile);
  return hottest === null ? null : `report · ${hottest}`;
}

/** The hottest function of the hottest line; else the line's address, or the first type of a report without lines. */
export function hottestFunction(profile: AccessProfile): string | null {
  const [hottest] = lineRows(profile);
  const name = hottest ? (hottest.functions[0] ?? hottest.line.address) : profile.types[0]?.name;
  return name === undefined || name === null ? null : shortSymbol(name, MOST);
}
