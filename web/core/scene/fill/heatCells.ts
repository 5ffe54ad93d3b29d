import { derived } from '../../base/derived';
import { metricOf, snoopsOf, type HeatCounts } from '../../heat/counts';
import { meanCycles } from '../../heat/accessor';
import { knownMetric, type Attribution } from '../../heat/attribute';
import type { PlacedRow } from '../../heat/placedRow';
import type { FieldHeat } from '../../heat/fieldHeat';
import { placementOf } from '../../model/placement';
import type { HeatMetric } from '../../edit/profiles';
import type { MemberPath } from '../../layout/ids';
import type { Layout } from '../../layout/layout';
import type { LineRuler } from '../../layout/lines';
import { heatScale, heatStep, type HeatScale } from '../heat';
import type { CellHeat, HeatAccess, SceneLink } from '../scene';
import { heatSentence } from './heatSentence';

/** What the grid draws of a profile. */
export interface HeatPicture {
  readonly cells: ReadonlyMap<MemberPath, CellHeat>;
  /** Of the fill; counts, or cycles where latency fills. */
  readonly scale: HeatScale;
  /** Of the mark for stores. */
  readonly writes: HeatScale;
}

/** Fills and marks for every member that has heat, and for what holds one. */
export function heatPicture(attribution: Attribution, chosen: HeatMetric): HeatPicture {
  return pictureOf(attribution, knownMetric(attribution, chosen));
}

const pictureOf = derived((attribution: Attribution, metric: HeatMetric): HeatPicture => {
  const { byPath } = attribution.heat;
  const movers = new Set(
    attribution.rows.flatMap(({ place }) => (place.kind === 'field' ? [place.mover] : [])),
  );
  const shown = [
    ...attribution.heat.fields,
    ...[...movers].flatMap((path) => byPath.get(path) ?? []),
  ];
  const scale = heatScale(Math.max(0, ...shown.map((field) => metricValue(field, metric))));
  const writes = heatScale(Math.max(0, ...shown.map(({ counts }) => counts.stores)));
  const cells = new Map<MemberPath, CellHeat>();
  for (const [path, field] of byPath) {
    const cell: CellHeat = {
      source: 'measured',
      step: heatStep(metricValue(field, metric), scale),
      writes: heatStep(field.counts.stores, writes),
      access: accessOf(field.counts),
      tag: null,
      text: heatSentence(field, attribution),
    };
    cells.set(path, cell);
    for (const other of field.oneOf) if (!byPath.has(other)) cells.set(other, cell);
  }
  return { cells, scale, writes };
});

/** What a metric fills a field by: samples, or of `latency` the mean cycles of a load. */
function metricValue(field: FieldHeat, metric: HeatMetric): number {
  if (metric === 'latency') return meanCycles(field.latency) ?? 0;
  return metricOf(field.counts, metric);
}

function accessOf(counts: HeatCounts): HeatAccess {
  const loads = snoopsOf(counts) + counts.otherLoads;
  if (counts.stores <= 0) return loads > 0 ? 'reads' : null;
  return loads > 0 ? 'both' : 'writes';
}

/** The snoops of each line of a layout: counts travel with their fields. By line number. */
/** Sampled HITM, or peer snoops, on each line of a layout. */
export function snoopsByLine(
  attribution: Attribution,
  layout: Layout,
  ruler: LineRuler,
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [line, rows] of rowsByLine(attribution, layout, ruler)) {
    sums.set(
      line,
      rows.reduce((sum, { counts }) => sum + snoopsOf(counts), 0),
    );
  }
  return sums;
}

/** The rows of a profile by the line on which a layout has their fields. */
export function rowsByLine(
  attribution: Attribution,
  layout: Layout,
  ruler: LineRuler,
): ReadonlyMap<number, readonly PlacedRow[]> {
  const { offsets } = placementOf(layout);
  const lines = new Map<number, PlacedRow[]>();
  for (const row of attribution.rows) {
    if (row.place.kind !== 'field') continue;
    const start = offsets.get(row.place.mover);
    if (start === undefined) continue;
    const byte = ruler.baseBytes + start + row.place.moverOffsetBytes;
    const line = Math.floor(byte / ruler.lineBytes);
    const here = lines.get(line);
    if (here === undefined) lines.set(line, [row]);
    else here.push(row);
  }
  return lines;
}

/**
 * The share of each line in all that was attributed, and what it was before where that differs: `62→58 %`.
 * `oldRuler` is laid over `original`.
 */
export function measuredNotes(
  attribution: Attribution,
  layout: Layout,
  original: Layout,
  ruler: LineRuler,
  oldRuler: LineRuler,
): ReadonlyMap<number, string> {
  const all = snoopsOf(attribution.attributed);
  // Shares of several lines have no sum of which a line has a part.
  if (all <= 0 || attribution.unit === 'percent') return new Map();
  const now = snoopsByLine(attribution, layout, ruler);
  const before = layout === original ? now : snoopsByLine(attribution, original, oldRuler);
  const notes = new Map<number, string>();
  for (const line of new Set([...now.keys(), ...before.keys()])) {
    const [is, was] = [now, before].map((sums) => Math.round((100 * (sums.get(line) ?? 0)) / all));
    if (is === 0 && was === 0) continue;
    notes.set(line, is === was ? `${is} %` : `${was}→${is} %`);
  }
  return notes;
}

/** More links than this tell nothing. */
const MOST_LINKS = 40;

/** From each field that is stored to, to the fields beside it on its line whose loads met a modified line. */
export function conflictLinks(
  attribution: Attribution,
  layout: Layout,
  ruler: LineRuler,
): readonly SceneLink[] {
  const links: SceneLink[] = [];
  for (const rows of rowsByLine(attribution, layout, ruler).values()) {
    const stores = new Map<MemberPath, number>();
    const suffers = new Map<MemberPath, number>();
    for (const { place, counts } of rows) {
      if (place.kind !== 'field') continue;
      stores.set(place.path, (stores.get(place.path) ?? 0) + counts.stores);
      suffers.set(place.path, (suffers.get(place.path) ?? 0) + snoopsOf(counts));
    }
    for (const [from, stored] of stores) {
      for (const [to, suffered] of suffers) {
        if (from === to || stored <= 0 || suffered <= 0) continue;
        links.push({ from: parents(rows, from), to: parents(rows, to), weight: stored * suffered });
      }
    }
  }
  return links.sort((a, b) => b.weight - a.weight).slice(0, MOST_LINKS);
}

/** The names of a field from the inside out: the first that is drawn is the one that a link ends at. */
function parents(rows: readonly PlacedRow[], path: MemberPath): readonly MemberPath[] {
  for (const { place } of rows) {
    if (place.kind === 'field' && place.path === path) return place.chain.toReversed();
  }
  return [path];
}
