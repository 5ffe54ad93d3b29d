import type { SceneNode } from './sceneNode';
import type { BoxNode } from './sceneNode';

/** Nodes of one struct, those that overlap put into lanes of a box (C++ bases, Rust variants, an open end over padding). */
export function stackOverlaps(nodes: readonly SceneNode[]): readonly SceneNode[] {
  const result: SceneNode[] = [];
  let index = 0;
  while (index < nodes.length) {
    const first = nodes[index]!;
    let end = first.toBit;
    let next = index + 1;
    // A node without width overlaps nothing.
    while (
      next < nodes.length &&
      nodes[next]!.fromBit < end &&
      nodes[next]!.toBit > nodes[next]!.fromBit
    ) {
      end = Math.max(end, nodes[next]!.toBit);
      next += 1;
    }
    const cluster = nodes.slice(index, next);
    if (cluster.length === 1) result.push(first);
    else result.push(stack(cluster, end));
    index = next;
  }
  return result;
}

/** Each node into the first lane where it has room. */
function stack(cluster: readonly SceneNode[], toBit: number): BoxNode {
  const lanes: SceneNode[][] = [];
  for (const node of cluster) {
    const lane = lanes.find((each) => each.at(-1)!.toBit <= node.fromBit);
    if (lane === undefined) lanes.push([node]);
    else lane.push(node);
  }
  return { kind: 'box', seed: null, fromBit: cluster[0]!.fromBit, toBit, lanes };
}
