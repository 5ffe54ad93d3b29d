import type { Layout } from '../layout/layout';
import {
  slabFit,
  strideBytes,
  type Allocation,
  type SlabFit,
  type SlabMachine,
} from '../figures/slab';

/** What objects take in one way of allocating them. */
export interface SlabRow {
  readonly name: string;
  readonly before: SlabCost;
  readonly after: SlabCost;
}

export interface SlabCost extends SlabFit {
  /** For the objects asked about, in whole slabs. */
  readonly totalBytes: number;
}

/** Ways to allocate an object that is on its own. `tailBytes` follow it where it ends in a flexible array. */
export function slabRows(
  before: Layout,
  after: Layout,
  machine: SlabMachine,
  options: { readonly objects: number; readonly tailBytes: number },
): readonly SlabRow[] {
  const { objects, tailBytes } = options;
  const ways: readonly (readonly [name: string, allocation: Allocation])[] = [
    ['Slab cache, SLAB_HWCACHE_ALIGN', { kind: 'cache', hwcacheAlign: true }],
    ['Slab cache, without it', { kind: 'cache', hwcacheAlign: false }],
    // The buckets are those of 64-bit machines.
    ...(machine.pointerBytes === 8 ? [['kmalloc', { kind: 'kmalloc', tailBytes }] as const] : []),
  ];
  const cost = (layout: Layout, allocation: Allocation): SlabCost => {
    const stride = strideBytes(layout.sizeBits / 8, layout.alignBits / 8, allocation, machine);
    const fit = slabFit(stride, machine);
    const slabs = Math.ceil(objects / Math.max(1, fit.objectsPerSlab));
    return { ...fit, totalBytes: slabs * machine.pageBytes * 2 ** fit.order };
  };
  return ways.map(([name, allocation]) => ({
    name,
    before: cost(before, allocation),
    after: cost(after, allocation),
  }));
}
