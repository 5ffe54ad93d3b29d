import type { RowRuler } from './rows';

/** Lengths in px that scene and painter share. Cells of a row stand on whole pixels at every 8 bytes. */
const GUTTER_PX = 72;
const MARGIN_RIGHT_PX = 10;
export const RULER_PX = 20;
export const MARGIN_BOTTOM_PX = 14;
/** From the frame of a line to its cells. */
export const FRAME_PAD_PX = 3;
/** Between two cells. */
export const CELL_GAP_PX = 2;

export const FOLD_PX = 26;
/** One lane of a union, one line of text. */
export const LANE_PX = 20;
/** A name on two lines. */
export const TWO_LINE_LANE_PX = 31;
export const LANE_GAP_PX = 2;
/** Inside a box, above and below its lanes. */
export const BOX_PAD_PX = 3;
/** The header of an open member. */
export const TITLE_PX = 16;
/** The bracket over an anonymous struct. */
export const RAIL_PX = 5;
/** The edge of a union, to take hold of it. */
export const SIDE_PX = 7;

export const NAME_FONT_PX = 12;
export const SMALL_NAME_FONT_PX = 11;
export const DETAIL_FONT_PX = 11;

export interface Density {
  /** Least height of a row's cells. */
  readonly bandPx: number;
  /** Between lines, from frame to frame. */
  readonly lineGapPx: number;
  /** Between the lines of a pair. */
  readonly pairGapPx: number;
}

/** Higher cells say no more. */
const MOST_BAND_PX = 84;
/** Of labels below a row. */
const BELOW_ROW_PX = 18;

/**
 * Three lines of text while the struct is small, two where it has many rows.
 *
 * @param roomPx what a small struct may fill from top to bottom, with room for one line more; 0 where that is not known
 */
export function densityFor(rowCount: number, roomPx = 0): Density {
  if (rowCount > 12) return { bandPx: 42, lineGapPx: 8, pairGapPx: 3 };
  const eachPx = (roomPx - RULER_PX - MARGIN_BOTTOM_PX) / (Math.ceil(rowCount) + 1);
  const bandPx = Math.min(MOST_BAND_PX, Math.max(58, Math.floor(eachPx - 12 - BELOW_ROW_PX)));
  return { bandPx, lineGapPx: 12, pairGapPx: 4 };
}

const LEAST_BYTE_PX = 8.4;
/** More than 64 bytes side by side only where 4 bytes still have room for a word. */
const LEAST_BYTE_PX_WIDE = 12;
const MOST_BYTE_PX = 30;

export interface HorizontalMetrics {
  readonly rowBytes: number;
  readonly bytePx: number;
  readonly originXPx: number;
}

/** How many bytes stand side by side, a power of two up to the line, and how wide each is. */
export function horizontalMetrics(widthPx: number, lineBytes: number): HorizontalMetrics {
  const room = widthPx - GUTTER_PX - MARGIN_RIGHT_PX - 2 * FRAME_PAD_PX;
  let rowBytes = lineBytes;
  while (rowBytes > 16 && room / rowBytes < (rowBytes > 64 ? LEAST_BYTE_PX_WIDE : LEAST_BYTE_PX)) {
    rowBytes /= 2;
  }
  const bytePx = Math.min(MOST_BYTE_PX, Math.max(4, Math.floor((room / rowBytes) * 8) / 8));
  return { rowBytes, bytePx, originXPx: GUTTER_PX + FRAME_PAD_PX };
}

/** Whether a whole line stands in one row of a scene of this width. */
export function holdsLine(widthPx: number, lineBytes: number): boolean {
  return horizontalMetrics(widthPx, lineBytes).rowBytes === lineBytes;
}

/** End of the row that holds a bit. */
export function rowEndBit(bit: number, ruler: RowRuler): number {
  const rowBits = ruler.rowBytes * 8;
  const fromRowStart = bit + ruler.baseBytes * 8;
  return (Math.floor(fromRowStart / rowBits) + 1) * rowBits - ruler.baseBytes * 8;
}

const ZOOM_FROM_PX = 1000;
const MOST_ZOOM = 1.3;

/** A scene is drawn so many times larger in a place of so many pixels. Type grows with a wide window, in steps: each other width would set every text anew. */
export function zoomFor(hostPx: number): number {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, hostPx / ZOOM_FROM_PX));
  return Math.floor(zoom * 20) / 20;
}
