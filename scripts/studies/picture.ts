import { withoutEdits } from '../../web/core/edit/apply';
import type { LayoutDocument } from '../../web/core/edit/document';
import { computeLayout } from '../../web/core/layout/compute';
import { heatScale, heatStep } from '../../web/core/scene/heat';

/** Lines that a card has room for. */
const LINES = 4;

/** A field, hole or tail in one line: line, first byte in it, bytes, and what it is. */
export type PictureCell = readonly [line: number, at: number, bytes: number, kind: string];

/** The layout of a study as a card of the gallery draws it: where it is measured, the heat; else the tags. */
export function pictureOf(document: LayoutDocument): readonly PictureCell[] {
  const applied = withoutEdits(document);
  const layout = computeLayout(applied.struct);
  const kinds = new Map<string, string>();
  for (const { member, role } of document.tags) {
    kinds.set(member, role === 'write-hot' || role === 'lock' ? 'writer' : 'reader');
  }
  const hitm = hitmByOffset(document);
  const scale = heatScale(Math.max(1, ...hitm.values()));
  const cells: PictureCell[] = [];
  for (const item of layout.items) {
    const from = item.offsetBits / 8;
    const size = (item.sizeBits ?? 0) / 8;
    let samples = 0;
    for (const [offset, count] of hitm)
      if (offset >= from && offset < from + size) samples += count;
    const step = heatStep(samples, scale);
    const tag = item.kind === 'field' ? kinds.get(item.path) : undefined;
    const kind =
      item.kind === 'field' ? (step === null ? (tag ?? 'cell') : `heat-${step}`) : 'hole';
    for (let at = from + document.baseBytes; at < from + document.baseBytes + size;) {
      const line = Math.floor(at / document.lineBytes);
      const end = Math.min(from + document.baseBytes + size, (line + 1) * document.lineBytes);
      if (line < LINES) cells.push([line, at % document.lineBytes, end - at, kind]);
      at = end;
    }
  }
  return cells;
}

/** HITM of the first profile by offset in the struct. */
function hitmByOffset(document: LayoutDocument): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  const [binding] = document.bindings;
  const profile = document.profiles.find(({ name }) => name === binding?.profile);
  const line = profile?.lines.find(({ id }) => id === binding?.target);
  for (const { offsetBytes, counts } of line?.rows ?? []) {
    const offset = offsetBytes + (binding?.offsetBytes ?? 0);
    const count = (counts.hitmLocal ?? 0) + (counts.hitmRemote ?? 0);
    sums.set(offset, (sums.get(offset) ?? 0) + count);
  }
  return sums;
}
