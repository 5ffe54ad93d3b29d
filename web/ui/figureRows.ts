import type { Figures } from '../analysis/figures';
import { formatCount } from './format';

/** One figure of the strip over the grid. */
export interface FigureRow {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  /** Against the original: `−8`, `+1`, or `=`. */
  readonly change: string;
  readonly isChanged: boolean;
  /** For screen readers: `Size 176 bytes, was 184`. */
  readonly spoken: string;
}

/** The figures of a layout, each with its change against the original on the same lines. */
export function figureRows(before: Figures, after: Figures): readonly FigureRow[] {
  return [
    row('Size', 'B', 'bytes', before.sizeBytes, after.sizeBytes),
    row('Lines', '', 'cache lines', before.lines, after.lines),
    row('Holes', '', 'holes', before.holes, after.holes),
    row('In holes', 'B', 'bytes in holes', before.holeBytes, after.holeBytes),
    row('Padding', 'B', 'bytes of padding at the end', before.paddingBytes, after.paddingBytes),
    row(
      'Straddling',
      '',
      'fields over more lines than they need',
      before.straddling,
      after.straddling,
    ),
    // Rare: only of structs with bit-fields that leave bits.
    ...(before.holeBits + after.holeBits > 0
      ? [
          row(
            'Bit holes',
            'bit',
            'bits in holes between bit-fields',
            before.holeBits,
            after.holeBits,
          ),
        ]
      : []),
    ...(before.alignBytes === after.alignBytes
      ? []
      : [row('Alignment', 'B', 'bytes of alignment', before.alignBytes, after.alignBytes)]),
  ];
}

function row(
  name: string,
  unit: string,
  spokenUnit: string,
  before: number,
  after: number,
): FigureRow {
  const difference = after - before;
  const sign = difference > 0 ? '+' : '−';
  return {
    name,
    value: formatCount(after),
    unit,
    change: difference === 0 ? '=' : `${sign}${formatCount(Math.abs(difference))}`,
    isChanged: difference !== 0,
    spoken: `${formatCount(after)} ${spokenUnit}${difference === 0 ? ', as in the original' : `, was ${formatCount(before)}`}`,
  };
}
