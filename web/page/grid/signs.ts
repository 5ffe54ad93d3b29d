import { STORED_WIDTH_PX, storedPx } from '../../core/scene/picture';
import type { SceneCell } from '../../core/scene/scene';

/** Small drawings on a cell, as paths that begin at their middle. */
export const CHEVRON_DOWN = 'm-3.5 -1.75l3.5 3.5l3.5 -3.5';
export const CHEVRON_RIGHT = 'm-1.75 -3.5l3.5 3.5l-3.5 3.5';
/** A drawing pin: the user keeps the member where it is. */
export const PIN_SIGN =
  'm-2.5 -5h5l-.7 3.4l1.9 1.8v1.2h-2.9v3.2l-.8 1.4l-.8 -1.4v-3.2h-2.9v-1.2l1.9 -1.8z';
/** A mark of exclamation on a disc: something was found on the line. */
export const FINDING_SIGN =
  'm-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0zm4.7 -3.4h1.6v4h-1.6zm0 5.2h1.6v1.6h-1.6z';
/** A warning triangle: the line breaks a rule. */
export const BROKEN_SIGN = 'm0 -5.5l5.5 10h-11z';
/** A ribbon: somebody noted something on the line. */
export const NOTE_SIGN = 'm-4 -5h8v10l-4 -3.5l-4 3.5z';
/** A block against a bar: a forced alignment. */
export const ALIGN_SIGN = 'm-4.5 -4.5h1.6v9h-1.6zm3.1 2h5.4v5h-5.4z';

/** A bar at the left edge, the higher the more is stored to. */
export function storedPath(widthPx: number, heightPx: number, step: number): string {
  const width = Math.min(STORED_WIDTH_PX, widthPx / 3);
  const height = storedPx(heightPx, step);
  return `M0.5 ${tenth(heightPx - 1 - height)}h${tenth(width)}v${tenth(height)}h${tenth(-width)}z`;
}

export function signAt(xPx: number, yPx: number, sign: string): string {
  return `M${tenth(xPx)} ${tenth(yPx)}${sign}`;
}

/** The marked corner of a member that left its place; fits the rounding of the cell. */
export function cornerPath(widthPx: number): string {
  const size = Math.min(10, widthPx);
  const radius = Math.min(4.5, widthPx / 2);
  return `M0 ${size}V${radius}a${radius} ${radius} 0 0 1 ${radius} ${-radius}H${size}Z`;
}

/** The other top corner: a rule is broken here. */
export function brokenPath(widthPx: number): string {
  const size = Math.min(12, widthPx);
  return `M${tenth(widthPx - size)} 0.5H${tenth(widthPx - 0.5)}V${size}Z`;
}

/** A ribbon that hangs from the top edge, above the name: someone noted something. */
export function ribbonPath(widthPx: number): string {
  const x = Math.max(0, widthPx - (widthPx < 40 ? 20 : 24));
  return `M${tenth(x)} 0.5h6.5v8l-3.25 -2.5l-3.25 2.5z`;
}

/** A bar at the foot: what is known of a member without having been measured. */
export function stripePath(widthPx: number, heightPx: number): string {
  if (widthPx < 12) return `M0 ${heightPx - 3}h${widthPx}v3h${-widthPx}z`;
  return `M4 ${heightPx - 5}h${widthPx - 8}v3h${8 - widthPx}z`;
}

/** The bracket over an anonymous struct: hooks at its ends, open where it goes on, none in rows between. */
export function railPath(cell: SceneCell, originX: number, originY: number): string {
  return cell.fragments
    .filter((each) => !(each.joinsBefore && each.joinsAfter))
    .map((each) => {
      const left = tenth(each.xPx - originX + 0.75);
      const right = tenth(each.xPx - originX + each.widthPx - 0.75);
      const top = tenth(each.yPx - originY + 1);
      const start = each.joinsBefore ? `M${left} ${top}` : `M${left} ${top + 3}V${top}`;
      return `${start}H${right}${each.joinsAfter ? '' : `V${top + 3}`}`;
    })
    .join('');
}

/** The edge by which a union is taken hold of. */
export function sidePath(cell: SceneCell, originX: number, originY: number): string {
  const first = cell.fragments[0]!;
  if (first.widthPx < 40 || first.joinsBefore || cell.expanded === true) return '';
  const x = tenth(first.xPx - originX + 3);
  return `M${x} ${tenth(first.yPx - originY + 6)}v${tenth(first.heightPx - 12)}`;
}

/** Three dots where nobody knows how far it goes. */
export function openEndPath(cell: SceneCell, originX: number, originY: number): string {
  const last = cell.fragments.at(-1)!;
  if (last.widthPx < 24) return '';
  const x = tenth(last.xPx - originX + last.widthPx - 5);
  const y = tenth(last.yPx - originY + last.heightPx / 2);
  return [-5, 0, 5].map((at) => `M${x} ${y + at}h0`).join('');
}

function tenth(px: number): number {
  return Math.round(px * 10) / 10;
}
