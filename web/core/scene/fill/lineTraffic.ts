import type { Attribution } from '../../heat/attribute';
import { snoopName, snoopsOf } from '../../heat/counts';
import { trafficOf, type LineTraffic, type Touch } from '../../heat/lineTraffic';
import type { Layout } from '../../layout/layout';
import type { LineRuler } from '../../layout/lines';
import { placementOf } from '../../model/placement';
import { rowsByLine } from './heatCells';

/** What is known of one line of a layout, on the fields that it has now; no spots where no row of the profile falls on it. */
export function lineTraffic(
  attribution: Attribution,
  layout: Layout,
  ruler: LineRuler,
  line: number,
): LineTraffic {
  const rows = rowsByLine(attribution, layout, ruler).get(line) ?? [];
  const { offsets } = placementOf(layout);
  const { lineBytes } = ruler;
  const inLine = (byte: number) => Math.min(lineBytes, Math.max(0, byte - line * lineBytes));
  const touches = rows.flatMap(({ row, counts, place, offsetBytes }): Touch[] => {
    const mover = place.kind === 'field' ? offsets.get(place.mover) : undefined;
    if (place.kind !== 'field' || mover === undefined) return [];
    const intoField = offsetBytes - place.offsetBytes;
    const from = ruler.baseBytes + mover + place.moverOffsetBytes - intoField;
    const spot = {
      name: place.path,
      fromByte: inLine(from),
      toByte: inLine(from + Math.max(1, place.sizeBytes ?? 1)),
    };
    return [{ row, counts, spot }];
  });
  const cut = attribution.unattributed.find(({ reason }) => reason === 'trimmed');
  return trafficOf(touches, {
    lineBytes,
    isPercent: attribution.unit === 'percent',
    snoop: snoopName(attribution),
    cut: { stores: cut?.counts.stores ?? 0, snoops: cut === undefined ? 0 : snoopsOf(cut.counts) },
  });
}
