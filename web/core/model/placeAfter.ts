import { computeLayout } from '../layout/compute';
import type { OrderedStruct } from '../layout/order';
import { byteFinder } from '../heat/byteFinder';
import { rowCounter } from '../heat/lineUnit';
import type { ProfileLine } from '../facts/generated';
import type { Basis } from './basis';

export interface PlacedLine<Line> {
  readonly line: Line;
  /** Byte of the struct at which it begins; negative where the struct begins later. */
  readonly offsetBytes: number;
}

/**
 * Where a line of a report that was measured on a new order lies in it: where the functions of its rows touch the fields
 * that they touched before. Null where none does, or several places fit alike.
 */
export function placeAfter<Line extends Pick<ProfileLine, 'rows' | 'counts'>>(
  lines: readonly Line[],
  { profile }: Basis,
  struct: OrderedStruct,
  lineBytes: number,
): PlacedLine<Line> | null {
  const touched = new Map<string, Set<string>>();
  for (const { field, offsetBytes, rows } of profile.instances.flatMap(({ atoms }) => atoms)) {
    const key = `${offsetBytes} ${field}`;
    const known = touched.get(key) ?? new Set();
    rows.forEach(({ symbol }) => known.add(symbol));
    touched.set(key, known);
  }
  const find = byteFinder(struct);
  const { sizeBits, alignBits } = computeLayout(struct);
  const step = Math.min(lineBytes, alignBits / 8);
  const found = lines.flatMap((line) => {
    const count = rowCounter(line);
    const starts: { placed: PlacedLine<Line>; score: number }[] = [];
    for (let offsetBytes = step - lineBytes; offsetBytes < sizeBits / 8; offsetBytes += step) {
      let score = 0;
      for (const row of line.rows) {
        const place = find(offsetBytes + row.offsetBytes);
        if (place.kind !== 'field' || row.symbol === null) continue;
        const symbols = touched.get(`${place.moverOffsetBytes} ${place.mover}`);
        const { hitmLocal, hitmRemote, stores } = count(row);
        if (symbols?.has(row.symbol) === true) score += hitmLocal + hitmRemote + stores;
      }
      starts.push({ placed: { line, offsetBytes }, score });
    }
    return starts;
  });
  const [first, second] = found.sort((a, b) => b.score - a.score);
  if (first === undefined || first.score === 0 || first.score === second?.score) return null;
  return first.placed;
}
