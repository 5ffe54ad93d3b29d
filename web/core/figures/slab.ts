import { roundUp } from '../base/math';

/** How objects of a struct are allocated. */
export type Allocation =
  /** `kmem_cache_create`: objects of one size, `SLAB_HWCACHE_ALIGN` or not. */
  | { readonly kind: 'cache'; readonly hwcacheAlign: boolean }
  /** `kmalloc`: the next bucket, with `tailBytes` for what follows the struct (a flexible array). */
  | { readonly kind: 'kmalloc'; readonly tailBytes: number }
  /** Inside another object, on the stack, static: nothing rounds it up. */
  | { readonly kind: 'embedded' };

/** What an object is in and what it costs. */
export interface SlabFit {
  /** Bytes from one object to the next. */
  readonly strideBytes: number;
  readonly order: number;
  readonly objectsPerSlab: number;
}

export interface SlabMachine {
  readonly lineBytes: number;
  readonly pageBytes: number;
  readonly pointerBytes: number;
  /** Present CPUs: more of them make SLUB choose larger slabs. */
  readonly cpus: number;
}

/** mm/slab_common.c, `kmalloc_info[]`, on 64-bit machines with 8-byte minimal alignment. */
const KMALLOC_BUCKETS: readonly number[] = [
  8, 16, 32, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 8192,
];

/** Larger requests go to the page allocator, in powers of two of a page. */
export function kmallocBucketBytes(bytes: number, pageBytes = 4096): number {
  const bucket = KMALLOC_BUCKETS.find((size) => bytes <= size);
  if (bucket !== undefined) return bucket;
  return pageBytes * 2 ** orderFor(bytes, pageBytes);
}

/** Bytes that an object of this size takes, from its start to the start of the next. */
export function strideBytes(
  sizeBytes: number,
  alignBytes: number,
  allocation: Allocation,
  machine: SlabMachine,
): number {
  switch (allocation.kind) {
    case 'embedded':
      return sizeBytes;
    case 'kmalloc':
      return kmallocBucketBytes(sizeBytes + allocation.tailBytes, machine.pageBytes);
    case 'cache': {
      const align = cacheAlignBytes(sizeBytes, alignBytes, allocation.hwcacheAlign, machine);
      return roundUp(roundUp(sizeBytes, machine.pointerBytes), align);
    }
  }
}

/** Slab order and objects per slab: mm/slub.c, `calculate_order` (v6.6 and later, default parameters). */
export function slabFit(stride: number, machine: SlabMachine): SlabFit {
  const { pageBytes, cpus } = machine;
  const order = slabOrder(stride, pageBytes, cpus);
  const slabBytes = pageBytes * 2 ** order;
  const objectsPerSlab = Math.floor(slabBytes / stride);
  return {
    strideBytes: stride,
    order,
    objectsPerSlab,
  };
}

/** mm/slab_common.c, `calculate_alignment`: small objects share a line by halves of it. */
function cacheAlignBytes(
  sizeBytes: number,
  alignBytes: number,
  hwcacheAlign: boolean,
  { lineBytes, pointerBytes }: SlabMachine,
): number {
  let align = alignBytes;
  if (hwcacheAlign) {
    let line = lineBytes;
    while (sizeBytes <= line / 2) line /= 2;
    align = Math.max(align, line);
  }
  return roundUp(Math.max(align, pointerBytes), pointerBytes);
}

/** PAGE_ALLOC_COSTLY_ORDER, the default of `slub_max_order`. */
const MOST_ORDER = 3;
/** MAX_OBJS_PER_PAGE: the counter of objects in a slab has 15 bits. */
const MOST_OBJECTS = 32767;

function slabOrder(stride: number, pageBytes: number, cpus: number): number {
  // 4 * (fls(nr_cpus) + 1): a slab should hold this many objects where it can.
  const wanted = 4 * (Math.floor(Math.log2(Math.max(1, cpus))) + 2);
  const most = Math.max(1, Math.floor((pageBytes * 2 ** MOST_ORDER) / stride));
  const least = orderFor(Math.min(wanted, most) * stride, pageBytes);
  if (Math.floor((pageBytes * 2 ** least) / stride) > MOST_OBJECTS) {
    return orderFor(stride * MOST_OBJECTS, pageBytes) - 1;
  }
  // First with at most a sixteenth left over, then with an eighth, a quarter, a half.
  for (let fraction = 16; fraction > 1; fraction /= 2) {
    for (let order = least; order <= MOST_ORDER; order++) {
      const slab = pageBytes * 2 ** order;
      if (slab % stride <= Math.floor(slab / fraction)) return order;
    }
  }
  return orderFor(stride, pageBytes);
}

function orderFor(bytes: number, pageBytes: number): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(1, bytes) / pageBytes)));
}
