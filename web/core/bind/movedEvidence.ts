import type { Layout } from '../layout/layout';
import { leavesOf } from '../layout/walk';
import type { Evidence, Touch } from './evidence';
import type { HeldAt, Containers } from './containers';

/**
 * What code says of a struct whose members were moved: code is of the file, where they lie as they were found, and what
 * it touches is wherever the member is now.
 */
export function movedEvidence(
  evidence: Evidence,
  name: string,
  before: Layout,
  after: Layout,
): Evidence {
  const move = moverOf(before, after);
  const moved = (touch: Touch): Touch => {
    const { code } = touch;
    if (code === null) return touch;
    const touches = code.touches.flatMap((each) => {
      if (each.struct !== name) return [each];
      const offsetBytes = move(each.offsetBytes);
      return offsetBytes === null ? [] : [{ ...each, offsetBytes }];
    });
    return { ...touch, code: { ...code, touches } };
  };
  return {
    ...evidence,
    touches: evidence.touches.map(moved),
    neighbours: evidence.neighbours.map((line) => ({ ...line, touches: line.touches.map(moved) })),
    containers: movedContainers(evidence.containers, name, move),
  };
}

function movedContainers(
  containers: Containers,
  name: string,
  move: (offsetBytes: number) => number | null,
): Containers {
  return new Map(
    [...containers].map(([inner, by]) => {
      const held = by.get(name);
      if (held === undefined) return [inner, by];
      const offsetsBytes = held.offsetsBytes.flatMap((offset) => move(offset) ?? []);
      return [inner, new Map<string, HeldAt>([...by, [name, { ...held, offsetsBytes }]])];
    }),
  );
}

/** Where the byte of a member is after the move; null for one of no member, or of one that is no more. */
function moverOf(before: Layout, after: Layout): (offsetBytes: number) => number | null {
  const now = new Map([...leavesOf(after)].map(({ path, offsetBits }) => [path, offsetBits]));
  const leaves = [...leavesOf(before)];
  return (offsetBytes) => {
    const bit = offsetBytes * 8;
    const leaf = leaves.find(
      ({ offsetBits, sizeBits }) => offsetBits <= bit && bit < offsetBits + (sizeBits ?? 8),
    );
    const there = leaf && now.get(leaf.path);
    return leaf === undefined || there === undefined
      ? null
      : offsetBytes + (there - leaf.offsetBits) / 8;
  };
}
