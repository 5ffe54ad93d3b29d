import { describe, expect, test } from 'vitest';
import { kmallocBucketBytes, slabFit, strideBytes, type Allocation } from './slab';

const machine = { lineBytes: 64, pageBytes: 4096, pointerBytes: 8, cpus: 8 };

describe('what the allocator takes', () => {
  const cases: [string, number, number, Allocation, number][] = [
    [
      'struct file at 184 with SLAB_HWCACHE_ALIGN',
      184,
      8,
      { kind: 'cache', hwcacheAlign: true },
      192,
    ],
    ['struct file at 192 likewise', 192, 8, { kind: 'cache', hwcacheAlign: true }, 192],
    ['184 without', 184, 8, { kind: 'cache', hwcacheAlign: false }, 184],
    ['a 20-byte object shares a line by halves', 20, 4, { kind: 'cache', hwcacheAlign: true }, 32],
    ['40 bytes do not', 40, 8, { kind: 'cache', hwcacheAlign: true }, 64],
    ['an odd size still holds a free pointer', 21, 1, { kind: 'cache', hwcacheAlign: false }, 24],
    ['pcpu_chunk at 136 with one word', 136, 8, { kind: 'kmalloc', tailBytes: 8 }, 192],
    ['pcpu_chunk at 136 with seven', 136, 8, { kind: 'kmalloc', tailBytes: 56 }, 192],
    ['pcpu_chunk at 192 with one word', 192, 64, { kind: 'kmalloc', tailBytes: 8 }, 256],
    ['embedded', 184, 8, { kind: 'embedded' }, 184],
  ];
  for (const [name, size, align, allocation, stride] of cases) {
    test(name, () => expect(strideBytes(size, align, allocation, machine)).toBe(stride));
  }

  test('kmalloc beyond the last bucket takes pages', () => {
    expect(kmallocBucketBytes(8192)).toBe(8192);
    expect(kmallocBucketBytes(8193)).toBe(16384);
  });

  // From /proc/slabinfo of a running 6.x kernel with 2 CPUs: objsize, pagesperslab, objperslab.
  test.each([
    [96, 2, 0, 42],
    [128, 2, 0, 32],
    [192, 2, 0, 21],
    [256, 2, 0, 16],
    [512, 2, 1, 16],
    [624, 2, 1, 13],
    [1024, 2, 2, 16],
    [1600, 2, 3, 20],
    [2048, 2, 3, 16],
    [4096, 2, 3, 8],
    [5888, 2, 3, 5],
    [8192, 2, 3, 4],
  ])('objects of %i bytes on %i CPUs: order %i, %i per slab', (stride, cpus, order, objects) => {
    const fit = slabFit(stride, { ...machine, cpus });
    expect([fit.order, fit.objectsPerSlab]).toEqual([order, objects]);
  });
});
