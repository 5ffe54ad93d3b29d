import { keptWith } from '../../base/derived';
import type { Attribution } from '../../heat/attribute';
import { snoopName, snoopsOf } from '../../heat/counts';
import { trafficOf, type LineTraffic, type Touch } from '../../heat/lineTraffic';
import type { PlacedRow } from '../../heat/placedRow';
import type { MemberPath } from '../../layout/ids';
import type { Layout } from '../../layout/layout';
import type { LineRuler } from '../../layout/lines';
import { placementOf } from '../../model/placement';
import { rowsByLine } from './heatCells';

/**
 * What is known of one line of a layout, on the fields that it has now; no spots where no row of the profile falls on it.
 * It is the same object for as long as the same fields are at the same bytes of the line: most frames of a drag.
 */
export function lineTraffic(
  attribution: Attribution,
  layout: Layout,
  ruler: LineRuler,
  line: number,
): LineTraffic {
  const rows = rowsByLine(attribution, layout, ruler).get(line) ?? [];
  const { offsets } = placementOf(layout);
  const { lineBytes, baseBytes } = ruler;
  const places = new Map<MemberPath, number>();
  for (const { place, offsetBytes } of rows) {
    if (place.kind !== 'field' || places.has(place.path)) continue;
    const intoField = offsetBytes - place.offsetBytes;
    const mover = offsets.get(place.mover) ?? 0;
    const byte = baseBytes + mover + place.moverOffsetBytes - intoField;
    places.set(place.path, byte - line * lineBytes);
  }
  const last = lastMade(attribution);
  const key = JSON.stringify([lineBytes, ...places]);
  if (last.made?.key !== key)
    last.made = { key, traffic: placed(attribution, rows, places, lineBytes) };
  return last.made.traffic;
}

const lastMade = keptWith<
  Attribution,
  { made: { readonly key: string; readonly traffic: LineTraffic } | null }
>(() => ({ made: null }));

/** @param places where on the line each field begins, in bytes; before it where it straddles */
function placed(
  attribution: Attribution,
  rows: readonly PlacedRow[],
  places: ReadonlyMap<MemberPath, number>,
  lineBytes: number,
): LineTraffic {
  const inLine = (byte: number) => Math.min(lineBytes, Math.max(0, byte));
  const touches = rows.flatMap(({ row, counts, place }): Touch[] => {
    const from = place.kind === 'field' ? places.get(place.path) : undefined;
    if (place.kind !== 'field' || from === undefined) return [];
    const toByte = inLine(from + Math.max(1, place.sizeBytes ?? 1));
    return [{ row, counts, spot: { name: place.path, fromByte: inLine(from), toByte } }];
  });
  const cut = attribution.unattributed.find(({ reason }) => reason === 'trimmed');
  return trafficOf(touches, {
    lineBytes,
    isPercent: attribution.unit === 'percent',
    snoop: snoopName(attribution),
    cut: { stores: cut?.counts.stores ?? 0, snoops: cut === undefined ? 0 : snoopsOf(cut.counts) },
  });
}
