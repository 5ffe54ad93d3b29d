import { derived } from '../base/derived';
import type { MemberPath } from '../layout/ids';
import type { Assignment } from './assign';
import type { Calibrated } from './calibrated';
import type { CalibratedGroup } from './group';
import type { LineFigures } from './lineCache';

/** A row of the report (a place in a field) in another order. */
export interface RowForecast {
  readonly field: MemberPath;
  /** From the field's first byte. */
  readonly offsetBytes: number;
  readonly measured: number;
  readonly predicted: number;
  readonly outcome: ExpectedOutcome;
}

export type OutcomeKind = 'vanishes' | 'stays' | 'appears';

/** `unknown`: it lies on a line whose figure is unknown (`LineForecast.isUnknown`), and `predicted` says nothing. */
export type ExpectedOutcome = OutcomeKind | 'unknown';

/** A row vanishes when this share of it is left, or less than one sample. */
const TRACE = 0.05;
/** A row appears with this share of all HITM. */
const APPEARS = 0.005;

/**
 * Rows that have HITM before or after; all others are not worth a line.
 *
 * @param unknown lines whose figure is unknown
 */
export function rowForecasts(
  calibrated: Calibrated,
  placed: readonly { readonly assignment: Assignment; readonly figures: readonly LineFigures[] }[],
  unknown: readonly { readonly assignment: Assignment; readonly line: number }[],
): readonly RowForecast[] {
  const { rows, slots } = rowsOf(calibrated);
  const predicted = new Float64Array(rows.length);
  const isUnknown = new Set<number>();
  for (const { assignment, figures } of placed) {
    const own = slots.get(assignment.group);
    for (const line of figures) {
      for (let at = 0; at < line.atoms.length; at++) {
        const slot = own?.[line.atoms[at] as number] ?? -1;
        if (slot >= 0) {
          predicted[slot] =
            (predicted[slot] as number) + (line.hitm[at] as number) * assignment.weight;
        }
      }
    }
  }
  for (const { assignment, line } of unknown) {
    for (const index of assignment.lines.get(line) ?? []) {
      isUnknown.add(slots.get(assignment.group)?.[index] ?? -1);
    }
  }
  return rows.flatMap(({ field, offsetBytes, measured }, slot): RowForecast[] => {
    const now = predicted[slot] as number;
    if (isUnknown.has(slot)) {
      return measured < 1
        ? []
        : [{ field, offsetBytes, measured, predicted: now, outcome: 'unknown' }];
    }
    const outcome = outcomeKind(measured, now, calibrated.baselineHitm);
    return outcome === null ? [] : [{ field, offsetBytes, measured, predicted: now, outcome }];
  });
}

/**
 * What becomes of a row with so much HITM before and after; null where it has as good as none in either.
 *
 * @param whole HITM of the whole struct before
 */
export function outcomeKind(before: number, after: number, whole: number): OutcomeKind | null {
  if (before >= 1) return after < Math.max(1, TRACE * before) ? 'vanishes' : 'stays';
  return after >= Math.max(1, APPEARS * whole) ? 'appears' : null;
}

interface Rows {
  readonly rows: readonly Omit<RowForecast, 'predicted' | 'outcome'>[];
  /** For each atom of a group its row, -1 for none: places that several groups share are one row. */
  readonly slots: ReadonlyMap<CalibratedGroup, readonly number[]>;
}

/** The same for every order: made once. */
const rowsOf = derived((calibrated: Calibrated): Rows => {
  const rows: { field: MemberPath; offsetBytes: number; measured: number }[] = [];
  const byPlace = new Map<string, number>();
  const slots = new Map(
    calibrated.groups.map((group) => {
      const own = group.sites.map((site, index) => {
        const atom = group.atoms[index];
        if (site.kind !== 'field' || site.source !== 'measured' || atom === undefined) return -1;
        const key = `${site.offsetBytes} ${site.field}`;
        let slot = byPlace.get(key);
        if (slot === undefined) {
          byPlace.set(key, (slot = rows.length));
          rows.push({ field: site.field, offsetBytes: site.offsetBytes, measured: 0 });
        }
        const row = rows[slot];
        if (row !== undefined) row.measured += atom.hitm + atom.atomicHitm;
        return slot;
      });
      return [group, own] as const;
    }),
  );
  return { rows, slots };
});
