import type { MemberPath } from '../../layout/ids';
import type { Assignment } from './assign';
import type { Calibrated } from './calibrate';
import type { LineFigures } from './lineCache';

/** A row of the report (a place in a field) in another order. */
export interface RowForecast {
  readonly field: MemberPath;
  /** From the field's first byte. */
  readonly offsetBytes: number;
  readonly measured: number;
  readonly predicted: number;
  readonly fate: 'vanishes' | 'stays' | 'appears';
}

/** A row vanishes when this share of it is left, or less than one sample; it appears from nothing likewise. */
const TRACE = 0.05;

/** Rows that have HITM before or after; all others are not worth a line. */
export function rowFates(
  calibrated: Calibrated,
  placed: readonly { readonly assignment: Assignment; readonly figures: readonly LineFigures[] }[],
): readonly RowForecast[] {
  const rows = new Map<string, Omit<RowForecast, 'fate'>>();
  const add = (field: MemberPath, offsetBytes: number, measured: number, predicted: number) => {
    const key = `${offsetBytes} ${field}`;
    const row = rows.get(key);
    rows.set(key, {
      field,
      offsetBytes,
      measured: (row?.measured ?? 0) + measured,
      predicted: (row?.predicted ?? 0) + predicted,
    });
  };
  for (const { atoms, sites } of calibrated.groups) {
    atoms.forEach((atom, index) => {
      const site = sites[index];
      if (site?.kind !== 'field' || site.source !== 'measured') return;
      add(site.field, site.offsetBytes, atom.hitm + atom.atomicHitm, 0);
    });
  }
  for (const { assignment, figures } of placed) {
    for (const line of figures) {
      line.atoms.forEach((index, at) => {
        const site = assignment.group.sites[index];
        if (site?.kind !== 'field' || site.source !== 'measured') return;
        add(site.field, site.offsetBytes, 0, (line.hitm[at] ?? 0) * assignment.weight);
      });
    }
  }
  const seen = Math.max(1, TRACE * 0.1 * calibrated.baselineHitm);
  return [...rows.values()].flatMap((row): RowForecast[] => {
    const left = Math.max(1, TRACE * row.measured);
    if (row.measured >= 1) {
      return [{ ...row, fate: row.predicted < left ? 'vanishes' : 'stays' }];
    }
    return row.predicted >= seen ? [{ ...row, fate: 'appears' as const }] : [];
  });
}
