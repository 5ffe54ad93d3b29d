import type { CellSeed } from './sceneNode';
import type { AlignMark } from './scene';

/** The forced alignment of a member, if it has one. What its type asks for by itself is none. */
export function markOf(seed: CellSeed): AlignMark | null {
  const { item } = seed;
  if (item?.kind !== 'field') return null;
  const { align, inner, isolateBytes } = item.member;
  const forced = align ?? inner?.forcedAlign ?? null;
  if (forced !== null && forced.from !== 'abi') return { bytes: forced.bytes, from: forced.from };
  return isolateBytes === null ? null : { bytes: isolateBytes, from: 'edited' };
}
