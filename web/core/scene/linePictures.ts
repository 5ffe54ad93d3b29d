import type { Picture, PictureShape } from './picture';
import type { GridScene } from './scene';

/** A cache line of a scene, or what a fold leaves out, with the heights between which it lies. */
export interface LineBand {
  readonly line: number;
  /** How many cache lines it stands for: one, but for a fold. */
  readonly lines: number;
  readonly fromPx: number;
  readonly toPx: number;
}

type Heights = Pick<LineBand, 'fromPx' | 'toPx'>;

/** Room for the ticks above a line and for its frame below. */
const ABOVE_PX = 5;
const BELOW_PX = 2;

/** The lines of a scene from the top. */
export function lineFrames({ frames, rows, lineBytes }: GridScene): readonly LineBand[] {
  return frames.flatMap(({ kind, firstRow, yPx, heightPx }) => {
    const row = rows[firstRow];
    if (kind === 'pair' || row === undefined) return [];
    const lines = row.kind === 'fold' ? row.bytes / lineBytes : 1;
    return [{ line: row.line, lines, fromPx: yPx - ABOVE_PX, toPx: yPx + heightPx + BELOW_PX }];
  });
}

/** What of a picture lies on a line, as a picture of its own. */
export function pictureWithin(picture: Picture, band: Heights): Picture {
  return picturesWithin(picture, [band])[0] ?? { ...picture, shapes: [] };
}

/** The same for many lines, from the first to the last, in one walk over the shapes. */
export function picturesWithin(picture: Picture, bands: readonly Heights[]): readonly Picture[] {
  const shapes = bands.map((): PictureShape[] => []);
  for (const shape of picture.shapes) {
    const topPx = topOf(shape);
    if (topPx === null) continue;
    for (let at = firstFrom(bands, topPx); at < bands.length; at++) {
      const band = bands[at];
      if (band === undefined || band.fromPx > topPx) break;
      shapes[at]?.push(movedUp(shape, band.fromPx));
    }
  }
  return bands.map(({ fromPx, toPx }, at) => ({
    widthPx: picture.widthPx,
    heightPx: toPx - fromPx,
    shapes: shapes[at] ?? [],
  }));
}

/** The place of the first band that does not end above a height. */
function firstFrom(bands: readonly Heights[], topPx: number): number {
  let [low, high] = [0, bands.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bands[middle]?.toPx ?? 0) < topPx) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Null for what belongs to no single line. */
function topOf(shape: PictureShape): number | null {
  if (shape.kind === 'line') return shape.points[1] ?? 0;
  if (shape.kind === 'flow' || (shape.kind === 'rect' && shape.role === 'pair')) return null;
  return shape.yPx;
}

function movedUp(shape: PictureShape, byPx: number): PictureShape {
  if (shape.kind === 'flow') return shape;
  if (shape.kind !== 'line') return { ...shape, yPx: shape.yPx - byPx };
  return {
    ...shape,
    points: shape.points.map((value, at) => (at % 2 === 1 ? value - byPx : value)),
  };
}
