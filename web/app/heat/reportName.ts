import { lineRows } from '../../analysis/attribute/lineRows';
import { shortSymbol } from '../../analysis/attribute/shortSymbol';
import type { AccessProfile } from '../../facts/generated';

/** What a text is called that came without a name of its own. */
export const PASTED = 'pasted text';

const MOST = 40;

/**
 * What to call a report that was pasted: the hottest function of its hottest line tells two of them apart. Null where
 * it names none.
 */
export function reportName(profile: AccessProfile): string | null {
  const [hottest] = lineRows(profile);
  if (hottest === undefined) {
    const [type] = profile.types;
    return type === undefined ? null : `report · ${shortSymbol(type.name, MOST)}`;
  }
  const symbol = hottest.functions[0] ?? hottest.line.address;
  return symbol === null ? null : `report · ${shortSymbol(symbol, MOST)}`;
}
