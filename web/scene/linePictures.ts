import type { Picture, PictureShape } from './picture';
import type { GridScene } from './scene';

/** A cache line of a scene, or what a fold leaves out, with the heights between which it lies. */
export interface LineBand {
  readonly line: number;
  readonly fromPx: number;
  readonly toPx: number;
}

/** Room for the ticks above a line and for its frame below. */
const ABOVE_PX = 5;
const BELOW_PX = 2;

/** The lines of a scene from the top. */
export function lineFrames({ frames, rows }: GridScene): readonly LineBand[] {
  return frames.flatMap(({ kind, firstRow, yPx, heightPx }) => {
    const row = rows[firstRow];
    return kind === 'pair' || row === undefined
      ? []
      : [{ line: row.line, fromPx: yPx - ABOVE_PX, toPx: yPx + heightPx + BELOW_PX }];
  });
}

/** What of a picture lies on a line, as a picture of its own. */
export function pictureWithin(picture: Picture, { fromPx, toPx }: LineBand): Picture {
  return {
    widthPx: picture.widthPx,
    heightPx: toPx - fromPx,
    shapes: picture.shapes.flatMap((shape) => within(shape, fromPx, toPx)),
  };
}

/** A shape that lies between two heights, moved up to where they begin; none where it lies elsewhere. */
function within(shape: PictureShape, fromPx: number, toPx: number): readonly PictureShape[] {
  if (shape.kind === 'line') {
    const top = shape.points[1] ?? 0;
    if (top < fromPx || top > toPx) return [];
    const points = shape.points.map((value, at) => (at % 2 === 1 ? value - fromPx : value));
    return [{ ...shape, points }];
  }
  const isPair = shape.kind === 'rect' && shape.role === 'pair';
  if (isPair || shape.yPx < fromPx || shape.yPx > toPx) return [];
  return [{ ...shape, yPx: shape.yPx - fromPx }];
}
