import type { Attribution } from '../../heat/attribute';
import { addCounts, loadsOf, NO_COUNTS, type HeatCounts } from '../../heat/counts';
import type { MemberPath } from '../../layout/ids';
import { HEAT_COLUMNS } from './format';

/** The heat of one member, and of what is told apart inside it. */
export interface MemberHeat {
  readonly sum: HeatCounts;
  /** Where it is known more exactly than "the member"; by offset in the member. */
  readonly parts: readonly HeatPart[];
}

interface HeatPart {
  /** `.count`, `[3].next`: the path behind the member's own. */
  readonly name: string;
  readonly offsetBytes: number;
  readonly counts: HeatCounts;
}

/** Counts of samples by the member that holds them; null where nothing, or no samples, were counted. */
export function tableHeat(attribution: Attribution): ReadonlyMap<MemberPath, MemberHeat> | null {
  if (attribution.unit !== 'samples') return null;
  const members = new Map<MemberPath, Map<string, HeatPart>>();
  for (const { place, counts } of attribution.rows) {
    if (place.kind !== 'field') continue;
    const parts = members.get(place.mover) ?? new Map<string, HeatPart>();
    members.set(place.mover, parts);
    const isInside = place.path.startsWith(place.mover) && place.path !== place.mover;
    const name = isInside ? place.path.slice(place.mover.length) : '';
    const known = parts.get(name);
    parts.set(name, {
      name,
      offsetBytes: Math.min(known?.offsetBytes ?? Infinity, place.moverOffsetBytes),
      counts: addCounts(known?.counts ?? NO_COUNTS, counts),
    });
  }
  if (members.size === 0) return null;
  return new Map(
    [...members].map(([path, parts]) => {
      const all = [...parts.values()].sort((a, b) => a.offsetBytes - b.offsetBytes);
      const sum = all.reduce((total, { counts }) => addCounts(total, counts), NO_COUNTS);
      const [only] = all;
      const isWhole = all.length === 1 && only?.name === '' && only.offsetBytes === 0;
      return [path, { sum, parts: isWhole ? [] : all }];
    }),
  );
}

/** One word for each of `HEAT_COLUMNS`; a dot for none. */
export function heatWords(counts: HeatCounts | null): readonly string[] {
  if (counts === null) return HEAT_COLUMNS.map(() => '.');
  const values = [
    counts.hitmRemote + counts.peerRemote,
    counts.hitmLocal + counts.peerLocal,
    loadsOf(counts),
    counts.stores,
  ];
  return values.map((value) => (value === 0 ? '.' : `${Math.round(value)}`));
}
