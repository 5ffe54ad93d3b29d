import { heldShare, rowWeight, touchProof } from './codeFit';
import type { Evidence } from './evidence';
import type { Chosen } from './preselect';

/** More descriptions than this would take longer than a person waits. */
const MAX_CHOSEN = 60;
/** A part that many hold is seldom what a line is of. */
const PART = 0.45;

/** Structs that a line's code touches, directly or as what holds a part that it touches: the best explained first. */
export function structsByCode(
  evidence: Evidence,
  isPart: (aggregate: string) => boolean,
): readonly Chosen[] {
  const { touches, holders, lineBytes } = evidence;
  const sizes = new Map<string, number | null>();
  const total = new Map<string, Map<number, number>>();
  for (const row of touches) {
    const own = new Map<string, Map<number, number>>();
    const add = (struct: string, at: number, proof: number) => {
      if (at <= -lineBytes || at % 4 !== 0) return;
      let places = own.get(struct);
      if (places === undefined) own.set(struct, (places = new Map<number, number>()));
      if ((places.get(at) ?? 0) < proof) places.set(at, proof);
    };
    for (const touch of row.code?.touches ?? []) {
      const proof = touchProof(row, touch);
      add(touch.struct, touch.offsetBytes - row.offsetBytes, proof);
      if (!sizes.has(touch.struct)) sizes.set(touch.struct, touch.sizeBytes);
      const by = holders.get(touch.struct);
      const share = by === undefined ? 0 : heldShare(by.size);
      if (share === 0) continue;
      for (const [outer, { offsetsBytes }] of by ?? []) {
        for (const offset of offsetsBytes) {
          add(outer, offset + touch.offsetBytes - row.offsetBytes, proof * share);
        }
      }
    }
    const weight = rowWeight(row);
    for (const [struct, places] of own) {
      let sums = total.get(struct);
      if (sums === undefined) total.set(struct, (sums = new Map<number, number>()));
      for (const [at, proof] of places) sums.set(at, (sums.get(at) ?? 0) + weight * proof);
    }
  }
  return [...total]
    .map(([name, places]) => {
      let best = 0;
      for (const sum of places.values()) best = Math.max(best, sum);
      return { name, score: best * (isPart(name) ? PART : 1) };
    })
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_CHOSEN)
    .map(({ name }) => ({ name, kind: null, sizeBytes: sizes.get(name) ?? null }));
}

/** Structs that are touched, to be asked for what holds them; those that too many hold are left out. */
export function askedHolders(
  evidence: Pick<Evidence, 'touches' | 'neighbours'>,
  isTooCommon: (aggregate: string) => boolean,
): readonly string[] {
  const rows = [...evidence.touches, ...evidence.neighbours.flatMap(({ touches }) => touches)];
  const names = new Set(rows.flatMap(({ code }) => (code?.touches ?? []).map((t) => t.struct)));
  return [...names].filter((name) => !isTooCommon(name));
}
