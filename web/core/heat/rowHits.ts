import type { DocumentLine } from '../edit/profiles';
import type { AccessRow, StructDesc } from '../facts/generated';
import { computeLayout } from '../layout/compute';
import type { MemberOrder } from '../layout/order';
import { orderedFrom } from '../layout/original';
import { loadsOf } from './counts';
import { rowCounter } from './lineUnit';
import { byteFinder, type BytePlace } from './byteFinder';

/** Where a row of a line falls, if the line lies at some offset of a struct. */
export interface RowHit {
  readonly row: AccessRow;
  /** From the struct's start. */
  readonly offsetBytes: number;
  readonly place: BytePlace;
  /** The byte is not the first of the scalar that holds it: a part of it is used, or the place is wrong. */
  readonly midField: boolean;
}

/** Why a line cannot lie where it is put; null where it can. */
export type Impossible =
  /** No object of this alignment begins there. */
  | { readonly kind: 'misaligned'; readonly alignBytes: number }
  /** The struct has no byte on the line. */
  | { readonly kind: 'beside' }
  | null;

/** Where the rows of a line fall. */
export function rowHits(
  struct: MemberOrder,
  line: DocumentLine,
  offsetBytes: number,
): readonly RowHit[] {
  const find = byteFinder(struct);
  return line.rows.map((row) => rowHit(find, row, offsetBytes));
}

function rowHit(
  find: (byte: number) => BytePlace,
  row: AccessRow,
  lineOffsetBytes: number,
): RowHit {
  const offsetBytes = lineOffsetBytes + row.offsetBytes;
  const place = find(offsetBytes);
  const midField = place.kind === 'field' && place.offsetBytes !== offsetBytes;
  return { row, offsetBytes, place, midField };
}

/** Whether a line can lie at an offset of a struct at all. A line without an address begins at a multiple of its size. */
export function impossibleAt(
  struct: MemberOrder,
  line: DocumentLine,
  offsetBytes: number,
  lineBytes: number,
): Impossible {
  const { sizeBits, alignBits } = computeLayout(struct);
  if (offsetBytes >= sizeBits / 8 || offsetBytes <= -lineBytes) return { kind: 'beside' };
  const alignBytes = Math.max(1, alignBits / 8);
  const start = BigInt(line.address ?? 0) - BigInt(offsetBytes);
  return start % BigInt(alignBytes) === 0n ? null : { kind: 'misaligned', alignBytes };
}

/**
 * All places that fit equally well, among those that are wanted: offsets alone seldom tell.
 *
 * @returns none where no possible place is wanted
 */
export function bestOffsets(
  desc: StructDesc,
  line: DocumentLine,
  lineBytes: number,
  isWanted: (offsetBytes: number) => boolean = () => true,
): readonly number[] {
  const struct = orderedFrom(desc);
  const find = byteFinder(struct);
  const sizeBytes = Math.ceil(computeLayout(struct).sizeBits / 8);
  const count = rowCounter(line);
  let best = -1;
  let offsets: number[] = [];
  for (let offset = 1 - lineBytes; offset < sizeBytes; offset++) {
    if (!isWanted(offset) || impossibleAt(struct, line, offset, lineBytes) !== null) continue;
    let score = 0;
    for (const row of line.rows) {
      const { place, midField } = rowHit(find, row, offset);
      const counts = count(row);
      const weight = loadsOf(counts) + counts.stores;
      if (place.kind === 'field') score += midField ? weight / 2 : weight;
    }
    if (score > best) {
      best = score;
      offsets = [offset];
    } else if (score === best) offsets.push(offset);
  }
  return offsets;
}
