import { modulo } from '../base/math';

/** How the elements of an array lie on cache lines. */
export interface ArrayLines {
  readonly strideBytes: number;
  /** Null where unknown. */
  readonly count: number | null;
  /** How many elements a line holds at least a byte of, at most. */
  readonly elementsPerLine: number;
  /** Whether some element's first line is also its predecessor's last. */
  readonly sharesFirst: boolean;
  /** Whether some element's last line is also its successor's first. */
  readonly sharesLast: boolean;
  /** What to do, as a sentence; null where no element shares a line. */
  readonly finding: string | null;
}

/** @param startBytes of the first element, from the start of a line */
export function arrayLines(
  strideBytes: number,
  count: number | null,
  startBytes: number,
  lineBytes: number,
): ArrayLines {
  const start = modulo(startBytes, lineBytes);
  // Places repeat after as many elements as their starts take to come round.
  const period = Math.min(count ?? lineBytes, lineBytes);
  let sharesFirst = false;
  let sharesLast = false;
  let elementsPerLine = 1;
  for (let element = 0; element < period; element += 1) {
    const from = start + element * strideBytes;
    const until = from + strideBytes;
    const isFirst = element === 0;
    const isLast = count !== null && element === count - 1;
    if (!isFirst && from % lineBytes !== 0) sharesFirst = true;
    if (!isLast && until % lineBytes !== 0) sharesLast = true;
    const line = Math.floor(from / lineBytes);
    const onLine = Math.floor(((line + 1) * lineBytes - 1 - from) / strideBytes) + 1;
    const before = isFirst || from % lineBytes === 0 ? 0 : 1;
    const possible = count === null ? Infinity : count - element;
    elementsPerLine = Math.max(elementsPerLine, Math.min(onLine, possible) + before);
  }
  const shares = sharesFirst || sharesLast;
  return {
    strideBytes,
    count,
    elementsPerLine: shares ? elementsPerLine : 1,
    sharesFirst,
    sharesLast,
    finding: shares
      ? `Up to ${elementsPerLine} elements of ${strideBytes} bytes share a line of ${lineBytes}: no order of members separates them. Align the element to ${lineBytes} bytes, or pad it to ${Math.ceil(strideBytes / lineBytes) * lineBytes}.`
      : null,
  };
}
