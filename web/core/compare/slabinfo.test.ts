import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import { cacheOf, cacheRow, readSlabinfo, wayOf, type SlabCache } from './slabinfo';

const MACHINE = { lineBytes: 64, pageBytes: 4096, pointerBytes: 8, cpus: 64 };

// As a kernel 6.18 with 2 CPUs printed it; there `struct file` has 184 bytes, `buffer_head` 104,
// `signal_struct` 1144, `anon_vma` 96, and `task_struct` 3264 before what the FPU needs.
const TEXT = `slabinfo - version: 2.1
# name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables <limit> <batchcount> <sharedfactor> : slabdata <active_slabs> <num_slabs> <sharedavail>
buffer_head       950172 1112904    104   39    1 : tunables    0    0    0 : slabdata  28536  28536      0
filp                2050   2058    192   21    1 : tunables    0    0    0 : slabdata     98     98      0
signal_cache         239    252   1152   14    4 : tunables    0    0    0 : slabdata     18     18      0
task_struct          395    395   5888    5    8 : tunables    0    0    0 : slabdata     79     79      0
anon_vma            8034   8034    104   39    1 : tunables    0    0    0 : slabdata    206    206      0
`;

function caches(): readonly SlabCache[] {
  const read = readSlabinfo(TEXT);
  if (!read.ok) throw new Error(sentence(read.error));
  return read.value;
}

/** `way: stride, objects in a slab, order` after a change of size. */
function check(struct: string, before: number, after: number): string {
  const cache = cacheOf(caches(), struct);
  if (cache === null) return 'no cache';
  const way = wayOf(cache, { sizeBytes: before, alignBytes: 8 }, MACHINE);
  if (way === null) return 'too large';
  const row = cacheRow(cache, way, { sizeBytes: after, alignBytes: 8 }, MACHINE, 1000);
  const words = way.kind === 'larger' ? `larger by ${way.bytes}` : way.kind;
  return `${words}: ${row.after.strideBytes}, ${row.after.objectsPerSlab}, ${row.after.order}`;
}

test('a cache is found by the name of its struct, or by that which the kernel gives it', () => {
  expect(cacheOf(caches(), 'file')).toEqual({
    name: 'filp',
    activeObjects: 2050,
    strideBytes: 192,
    objectsPerSlab: 21,
    pagesPerSlab: 1,
  });
  expect(cacheOf(caches(), 'buffer_head')?.activeObjects).toBe(950172);
  expect(cacheOf(caches(), 'dentry')).toBeNull();
});

test('what the kernel states stays where the size does', () => {
  expect(check('file', 184, 184)).toBe('hwcacheAlign: 192, 21, 0');
  expect(check('buffer_head', 104, 104)).toBe('plain: 104, 39, 0');
  expect(check('signal_struct', 1144, 1144)).toBe('hwcacheAlign: 1152, 14, 2');
  expect(check('anon_vma', 96, 96)).toBe('larger by 8: 104, 39, 0');
  expect(check('task_struct', 3264, 3264)).toBe('larger by 2624: 5888, 5, 3');
});

test('a new size costs what the cache does with it', () => {
  expect(check('file', 184, 192)).toBe('hwcacheAlign: 192, 21, 0');
  expect(check('file', 184, 200)).toBe('hwcacheAlign: 256, 16, 0');
  expect(check('buffer_head', 104, 96)).toBe('plain: 96, 42, 0');
  expect(check('anon_vma', 96, 88)).toBe('larger by 8: 96, 42, 0');
});

test('a cache of smaller objects is of another layout, and other texts are refused', () => {
  expect(check('file', 232, 232)).toBe('too large');
  expect(readSlabinfo('slabinfo - version: 1.1\nx').ok).toBe(false);
  expect(readSlabinfo('slabinfo - version: 2.1\n# name\n').ok).toBe(false);
});
