import type { Fragment } from '../../core/scene/scene';

const RADIUS_PX = 4.5;

/** Fragments as one filled shape, relative to an origin. Where the shape goes on in another row its corners stay square. */
export function fillPath(fragments: readonly Fragment[], originX: number, originY: number): string {
  return fragments
    .map((each) => {
      const { left, top, right, bottom, before, after } = corners(each, originX, originY);
      return (
        `M${left + before} ${top}H${right - after}${arc(after, 1, 1)}V${bottom - after}` +
        `${arc(after, -1, 1)}H${left + before}${arc(before, -1, -1)}V${top + before}${arc(before, 1, -1)}Z`
      );
    })
    .join('');
}

/**
 * The outline of the same shape, open where it goes on in another row. Half a pixel inside, so that a
 * stroke of one pixel is sharp.
 */
export function edgePath(fragments: readonly Fragment[], originX: number, originY: number): string {
  return fragments
    .map((each) => {
      const { left, top, right, bottom, before, after } = corners(each, originX, originY, 0.5);
      const end = each.joinsAfter
        ? `M${right} ${bottom}`
        : `${arc(after, 1, 1)}V${bottom - after}${arc(after, -1, 1)}`;
      const start = each.joinsBefore
        ? ''
        : `${arc(before, -1, -1)}V${top + before}${arc(before, 1, -1)}`;
      return `M${left + before} ${top}H${right - after}${end}H${left + before}${start}`;
    })
    .join('');
}

/** Whether two cells have the same outline, wherever they are. */
export function isSameShape(a: readonly Fragment[], b: readonly Fragment[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, at) => {
      const other = b[at]!;
      return (
        one.widthPx === other.widthPx &&
        one.heightPx === other.heightPx &&
        one.joinsBefore === other.joinsBefore &&
        one.joinsAfter === other.joinsAfter &&
        one.xPx - a[0]!.xPx === other.xPx - b[0]!.xPx &&
        one.yPx - a[0]!.yPx === other.yPx - b[0]!.yPx
      );
    })
  );
}

interface Corners {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Radii. */
  readonly before: number;
  readonly after: number;
}

function corners(fragment: Fragment, originX: number, originY: number, insetPx = 0): Corners {
  const { xPx, yPx, widthPx, heightPx, joinsBefore, joinsAfter } = fragment;
  const radius = Math.max(0, Math.min(RADIUS_PX, widthPx / 2 - insetPx, heightPx / 2 - insetPx));
  return {
    left: tenth(xPx - originX + (joinsBefore ? 0 : insetPx)),
    top: tenth(yPx - originY + insetPx),
    right: tenth(xPx + widthPx - originX - (joinsAfter ? 0 : insetPx)),
    bottom: tenth(yPx + heightPx - originY - insetPx),
    before: joinsBefore ? 0 : tenth(radius),
    after: joinsAfter ? 0 : tenth(radius),
  };
}

/** A quarter turn clockwise; the signs say where it leads. */
function arc(radius: number, dx: 1 | -1, dy: 1 | -1): string {
  return radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`;
}

function tenth(px: number): number {
  return Math.round(px * 10) / 10;
}

/** `M x y L x y …` of numbers by turns. */
export function linePath(points: readonly number[], originX: number, originY: number): string {
  let path = '';
  for (let at = 0; at + 1 < points.length; at += 2) {
    path += `${at === 0 ? 'M' : 'L'}${tenth(points[at]! - originX)} ${tenth(points[at + 1]! - originY)}`;
  }
  return path;
}
