import { roundUp } from '../base/math';
import type { FieldItem, Layout } from './layout';

/** How lines are laid over a struct. Line 0 is the one that holds its first byte. */
export interface LineRuler {
  /** Size of a line in bytes. */
  readonly lineBytes: number;
  /** Bytes of line 0 before the struct: `alignedBase` of its layout. */
  readonly baseBytes: number;
}

/**
 * Where in its line a struct begins that is asked to begin `wantedBytes` into it: a compiler moves a member on to the
 * next boundary of its alignment (C11 6.2.8), and an allocator does the same. Every line, too, is a boundary of its size.
 */
export function alignedBase(wantedBytes: number, alignBytes: number, lineBytes: number): number {
  return roundUp(wantedBytes, alignBytes) % lineBytes;
}

/** First and last line that a range touches. One without size lies on the line of its offset. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

export function linesOf(offsetBits: number, sizeBits: number | null, ruler: LineRuler): LineSpan {
  const lineBits = ruler.lineBytes * 8;
  const start = offsetBits + (ruler.baseBytes % ruler.lineBytes) * 8;
  const end = start + Math.max(1, sizeBits ?? 1) - 1;
  return { first: Math.floor(start / lineBits), last: Math.floor(end / lineBits) };
}

/** The same of bytes: `sizeBytes` of them from `offsetBytes` on. */
export function linesOfBytes(offsetBytes: number, sizeBytes: number, ruler: LineRuler): LineSpan {
  return linesOf(offsetBytes * 8, sizeBytes * 8, ruler);
}

/**
 * Whether what lies on these lines shares one. Findings, forecast, comparison, rules and grid all mean this by it:
 * `samePairs.test.ts` holds them to it.
 */
export function shareLine(a: LineSpan, b: LineSpan): boolean {
  return a.first <= b.last && b.first <= a.last;
}

/** How many lines a struct touches; 0 for an empty one. */
export function lineCount(layout: Layout, ruler: LineRuler): number {
  return layout.sizeBits === 0 ? 0 : linesOf(0, layout.sizeBits, ruler).last + 1;
}

/**
 * Whether a field touches more lines than its size needs: 8 bytes over two lines, 80 bytes over three.
 * A field of two whole lines over two lines straddles nothing that could be helped.
 */
export function straddles(item: FieldItem, ruler: LineRuler): boolean {
  if (item.sizeBits === null || item.sizeBits === 0) return false;
  const { first, last } = linesOf(item.offsetBits, item.sizeBits, ruler);
  return last - first + 1 > Math.ceil(item.sizeBits / (ruler.lineBytes * 8));
}
