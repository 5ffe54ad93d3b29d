import type { SceneNode } from './sceneNode';
import { type BitRange, slice, solidRun } from './slices';

/** A row before it has a height. */
export interface RowSpec {
  readonly kind: 'row' | 'fold';
  /** Counted from 0 at the line of the struct's first byte. */
  readonly line: number;
  /** Of the struct; negative for the first row of a struct that begins within its line. */
  readonly startByte: number;
  readonly bytes: number;
}

export interface RowRuler {
  readonly lineBytes: number;
  /** Bytes of line 0 before the struct; less than a line. */
  readonly baseBytes: number;
  readonly rowBytes: number;
}

/** Whole lines inside one field are left out when there are at least this many. */
const LEAST_FOLDED_LINES = 4;
/** The same of a nested member that can be opened, which shows more than its lines do. */
const LEAST_NESTED_LINES = 2;

/**
 * The rows from the struct's first line to `endBit`. Long runs of lines inside one field, which would all
 * look alike (a 4,096-byte buffer has 64, `se` of `task_struct` 5), are folded into one row that says how many they are.
 *
 * @param noted lines with a note or a mark, which are drawn for that
 */
export function buildRows(
  lane: readonly SceneNode[],
  endBit: number,
  ruler: RowRuler,
  noted: readonly number[] = [],
): readonly RowSpec[] {
  const { lineBytes, baseBytes, rowBytes } = ruler;
  const rows: RowSpec[] = [];
  const endByte = Math.max(1, Math.ceil(endBit / 8));
  const next = noted.toSorted((a, b) => b - a);
  let line = 0;
  for (let lineStart = -baseBytes; lineStart < endByte;) {
    while ((next.at(-1) ?? line) < line) next.pop();
    const unnoted = (next.at(-1) ?? Number.POSITIVE_INFINITY) - line;
    const folded = foldedLines(lane, lineStart * 8, lineBytes * 8, unnoted);
    if (folded > 0) {
      rows.push({ kind: 'fold', line, startByte: lineStart, bytes: folded * lineBytes });
      line += folded;
      lineStart += folded * lineBytes;
      continue;
    }
    for (let at = 0; at < lineBytes; at += rowBytes) {
      rows.push({ kind: 'row', line, startByte: lineStart + at, bytes: rowBytes });
    }
    line += 1;
    lineStart += lineBytes;
  }
  return rows;
}

/**
 * Lines that a fold at this bit leaves out: the field is shown in the line before and in one behind, a nested member that
 * fills its last line in the one before alone. `unnoted`: after so many lines one is noted.
 */
function foldedLines(
  lane: readonly SceneNode[],
  lineStartBit: number,
  lineBits: number,
  unnoted: number,
): number {
  const run = lineStartBit > 0 ? solidRun(lane, lineStartBit) : null;
  if (run === null || run.fromBit >= lineStartBit) return 0;
  const length = run.toBit - lineStartBit;
  const whole = Math.floor(length / lineBits);
  if (!isNested(lane, lineStartBit)) {
    const lines = length % lineBits === 0 ? whole - 1 : whole;
    return lines >= LEAST_FOLDED_LINES ? lines : 0;
  }
  const lines = Math.min(whole, unnoted);
  return lines >= LEAST_NESTED_LINES ? lines : 0;
}

function isNested(lane: readonly SceneNode[], bit: number): boolean {
  const node = slice(lane, { fromBit: bit, toBit: bit + 1, last: false }).find(
    ({ toBit }) => toBit > bit,
  );
  return node?.kind === 'leaf' && node.seed.expanded === false;
}

export function bitRange(row: RowSpec, last: boolean): BitRange {
  return { fromBit: row.startByte * 8, toBit: (row.startByte + row.bytes) * 8, last };
}
