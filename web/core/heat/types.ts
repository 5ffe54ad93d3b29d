import type { Binding, DocumentProfile } from '../edit/profiles';
import type { HeatUnit } from '../facts/generated';
import { addCounts, NO_COUNTS, subtractCounts, type HeatCounts } from './counts';
import type { BytePlace } from './byteFinder';
import { typeCounts } from './typeCounts';

/** A field's share of a type profile. */
export interface PlacedTypeRow {
  readonly counts: HeatCounts;
  readonly place: BytePlace;
}

export interface TypeAttribution {
  readonly rows: readonly PlacedTypeRow[];
  /** What perf puts on the type and on no field of it. */
  readonly noField: HeatCounts;
  /** What the rows miss of their type, or have too much. */
  readonly rounding: HeatCounts;
  /** The counts of all bound types. */
  readonly bound: HeatCounts;
  /** Null where no type is bound. */
  readonly unit: HeatUnit | null;
}

/** The types that are bound, row by row. A row that stands for others (`sumsMembers`) is left out. */
export function attributeTypes(
  profile: DocumentProfile,
  bindings: readonly Binding[],
  find: (byte: number) => BytePlace,
): TypeAttribution {
  const rows: PlacedTypeRow[] = [];
  let noField = NO_COUNTS;
  let bound = NO_COUNTS;
  let sum = NO_COUNTS;
  let unit: HeatUnit | null = null;
  for (const binding of bindings) {
    if (binding.profile !== profile.name) continue;
    const type = profile.types.find(({ name }) => name === binding.target);
    if (type === undefined) continue;
    unit = type.unit;
    bound = addCounts(bound, typeCounts(type.events, type.values));
    for (const row of type.rows) {
      if (row.sumsMembers) continue;
      const counts = typeCounts(type.events, row.values);
      sum = addCounts(sum, counts);
      if (row.field === null) noField = addCounts(noField, counts);
      else rows.push({ counts, place: find(binding.offsetBytes + row.offsetBytes) });
    }
  }
  return { rows, noField, rounding: subtractCounts(bound, sum), bound, unit };
}
