import { hierarchy, treemap, treemapBinary } from 'd3-hierarchy';
import { grouped, plural } from '../../core/base/prose';
import { elide } from '../../core/scene/textFit';
import { isOfLibrary, type Catalog } from '../state/catalog';
import type { HeatColumn } from './heatMarks';

/** A struct that is worth opening first, and why, after its name. */
export interface WayIn {
  readonly row: number;
  readonly says: string;
}

const MOST = 5;
const MOST_HOT = 3;
/** Of a struct that few lines hold, one line less is much. */
const MOST_LINES = 4;
/** Larger holes, on average, are alignment that somebody wanted: `bpf_ringbuf` begins each part on a page. */
const MOST_OF_A_HOLE = 32;
/** Fewer members are found by a look. */
const LEAST_MEMBERS = 20;

/**
 * Where to look first, by the rows of the list alone: what a report has most of, where most bytes are lost, where a line
 * is lost with them, and what is the largest of all.
 */
export function waysIn(catalog: Catalog, heat: HeatColumn | null): readonly WayIn[] {
  const { kinds, members, lines, holes, holeBytes } = catalog;
  const best = (amountOf: (row: number) => number): number => {
    let first = -1;
    let most = 0;
    for (let row = 0; row < catalog.rowCount; row += 1) {
      const amount = kinds[row] === 1 || isOfLibrary(catalog, row) ? 0 : amountOf(row);
      if (amount > most) [first, most] = [row, amount];
    }
    return first;
  };
  const at = (column: ArrayLike<number>, row: number) => column[row] ?? -1;
  const ways: WayIn[] = hottest(heat);
  const add = (row: number, says: (row: number) => string) => {
    if (row >= 0 && ways.every((way) => way.row !== row)) ways.push({ row, says: says(row) });
  };
  const lost = (row: number) => lostBytes(catalog, row);
  add(
    best(lost),
    (row) => `loses ${grouped(at(holeBytes, row))} bytes to ${plural(at(holes, row), 'hole')}`,
  );
  add(
    best((row) => (linesWithoutHoles(catalog, row) < at(lines, row) ? lost(row) : 0)),
    (row) =>
      `would fill ${plural(linesWithoutHoles(catalog, row), 'line')} instead of ${at(lines, row)} without its holes`,
  );
  add(
    best((row) => at(members, row) - LEAST_MEMBERS),
    (row) => `has the most members: ${grouped(at(members, row))}`,
  );
  add(
    best((row) => at(lines, row) - MOST_LINES),
    (row) => `fills the most lines: ${grouped(at(lines, row))}`,
  );
  return ways.slice(0, MOST);
}

/** What a type loses to holes that nobody wanted; 0 where that is not known. */
function lostBytes({ holes, holeBytes }: Catalog, row: number): number {
  const [bytes = 0, count = 0] = [holeBytes[row], holes[row]];
  return bytes > 0 && bytes <= MOST_OF_A_HOLE * count ? bytes : 0;
}

function hottest(heat: HeatColumn | null): WayIn[] {
  return [...(heat?.of ?? [])]
    .map(([row, of]) => ({ row, of, share: heat?.shares[row] ?? 0 }))
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_HOT)
    .map(({ row, of, share }) => ({ row, says: `has ${Math.round(100 * share)} % of the ${of}` }));
}

/** As many as now where it has too many for one to count, or where its holes are not known. */
function linesWithoutHoles({ lines, sizesBytes, holeBytes }: Catalog, row: number): number {
  const [now = 0, sizeBytes = 0, lost = 0] = [lines[row], sizesBytes[row], holeBytes[row]];
  if (now > MOST_LINES || now < 2 || lost <= 0) return now;
  // Between the sizes of a line that give as many, the machine's own is the power of two.
  const lineBytes = 2 ** Math.ceil(Math.log2(sizeBytes / now));
  return Math.ceil((sizeBytes - lost) / lineBytes);
}

/** A struct on the map, which is as large as it has bytes. */
export interface MapTile {
  readonly row: number;
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The name as far as there is room for it; null where there is none. */
  readonly label: string | null;
  readonly sizeBytes: number;
  /** In holes that nobody wanted. */
  readonly lostBytes: number;
  /** 1 to 5, by its part of what a report counts; null without. */
  readonly heatStep: number | null;
}

const MOST_TILES = 120;
const LABEL_PX = 11;
/** A tile of less height has no room for its name. */
const LEAST_LABELLED_PX = 16;
const LABEL_PAD_PX = 4;
/** Of a name that has its own end behind them. */
const NAMESPACES = /^(?:\w+::)+(?=\w)/;
const HEAT_STEPS = 5;

/** The largest types of a program's own, side by side. */
export function structMap(
  catalog: Catalog,
  heat: HeatColumn | null,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): readonly MapTile[] {
  const { sizesBytes, byName, ownCount } = catalog;
  const size = (row: number) => sizesBytes[row] ?? 0;
  const largest = [...byName.subarray(0, ownCount)]
    .filter((row) => size(row) > 0)
    .sort((a, b) => size(b) - size(a))
    .slice(0, MOST_TILES);
  const root = hierarchy<{ row: number; children?: { row: number }[] }>({
    row: -1,
    children: largest.map((row) => ({ row })),
  }).sum(({ row }) => (row < 0 ? 0 : size(row)));
  const placed = treemap<{ row: number }>()
    .tile(treemapBinary)
    .size([widthPx, heightPx])
    .paddingInner(1.5)(root);
  return placed.leaves().map(({ data: { row }, x0, y0, x1, y1 }) => ({
    row,
    xPx: x0,
    yPx: y0,
    widthPx: x1 - x0,
    heightPx: y1 - y0,
    label:
      y1 - y0 < LEAST_LABELLED_PX
        ? null
        : elide(
            (catalog.names[row] ?? '').replace(NAMESPACES, ''),
            LABEL_PX,
            x1 - x0 - 2 * LABEL_PAD_PX,
            3,
          ),
    sizeBytes: size(row),
    lostBytes: lostBytes(catalog, row),
    heatStep: heat?.of.has(row) ? Math.ceil(HEAT_STEPS * (heat.shares[row] ?? 0)) || 1 : null,
  }));
}
