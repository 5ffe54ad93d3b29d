import { sentence } from '../base/messages';
import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import { parseEdit } from '../edit/parse';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { evidenceOf } from './evidence';
import { isWellKnownPart } from './wellKnown';
import { partTest, rankCandidates, rankPlaces, statedStruct, type Candidate } from './rank';
import { prototypes, reportLine } from './testing/report';

const LOCKS = `
struct rw_semaphore { long count; long owner; int osq; int wait_lock; struct { void *next, *prev; } wait_list; };
struct rb_root_cached { void *rb_node, *rb_leftmost; };
`;

/** Linux 6.3, without CONFIG_READ_ONLY_THP_FOR_FS; members that do not matter are made of longs. */
const ADDRESS_SPACE = `${LOCKS}
struct address_space {
  void *host;
  long i_pages[2];
  struct rw_semaphore invalidate_lock;
  int gfp_mask;
  int i_mmap_writable;
  struct rb_root_cached i_mmap;
  struct rw_semaphore i_mmap_rwsem;
  long nrpages;
  long writeback_index;
  void *a_ops;
  long flags;
  int wb_err;
  int private_lock;
  long private_list[2];
  void *private_data;
};`;

/** With it. */
const WITH_THPS = ADDRESS_SPACE.replace(
  'int i_mmap_writable;',
  'int i_mmap_writable; int nr_thps;',
);

const ANON_VMA = `${LOCKS}
struct anon_vma { void *root; struct rw_semaphore rwsem; int refcount; long num; struct rb_root_cached rb_root; };`;

const INODE = `${ADDRESS_SPACE}
struct inode { long mode[10]; struct rw_semaphore i_rwsem; long times[30]; struct address_space i_data; long more[4]; };`;

// The offsets and functions of the line that was posted with the change of June 2023, and what they
// are handed by include/linux/rwsem.h and include/linux/mm.h.
const BEFORE = reportLine(
  '0xff1ddd3f0c8a3b00',
  `
  0x0 vma_interval_tree_remove hitm 2687
  0x8 rwsem_down_write_slowpath hitm 471 stores 489
  0x8 down_write hitm 167 stores 2382
  0x8 up_write hitm 30 stores 1418
  0x10 rwsem_spin_on_owner hitm 23491`,
);
const AFTER = reportLine(
  '0xff157a0f25b90c40',
  `
  0x0 rwsem_down_write_slowpath hitm 422 stores 469
  0x0 down_write hitm 181 stores 2346
  0x0 up_write hitm 23 stores 1492
  0x8 rwsem_spin_on_owner hitm 25019`,
);
const PROTOTYPES = prototypes(`
  vma_interval_tree_remove(vm_area_struct, rb_root_cached)
  rwsem_down_write_slowpath(rw_semaphore)
  down_write(rw_semaphore)
  up_write(rw_semaphore)
  rwsem_spin_on_owner(rw_semaphore)`);

function ranked(line: typeof BEFORE, sources: readonly string[], known = PROTOTYPES) {
  const evidence = evidenceOf(line, [line], 64, known);
  const structs = sources.map((source) => {
    const desc = structFromC(source);
    return { struct: statedStruct(desc), name: desc.name, source: desc.name };
  });
  return rankCandidates(evidence, structs, isWellKnownPart).candidates;
}

function lands(candidate: Candidate<unknown> | undefined): Record<string, string | undefined> {
  return Object.fromEntries(
    (candidate?.hits ?? []).map(({ touch, leaf }) => [
      `0x${touch.offsetBytes.toString(16)}`,
      leaf?.path,
    ]),
  );
}

test('two locks at their distance name the struct and its base offset', () => {
  const [first, second] = ranked(BEFORE, [ANON_VMA, ADDRESS_SPACE]);
  expect(first?.name).toBe('address_space');
  expect(first?.fit).toMatchObject({ offsetBytes: 80, baseBytes: 48, possible: true });
  expect(first?.grade).toBe('strong');
  expect(lands(first)).toEqual({
    '0x0': 'i_mmap.rb_leftmost',
    '0x8': 'i_mmap_rwsem.count',
    '0x10': 'i_mmap_rwsem.owner',
  });
  expect(first?.reasons[0]).toBe(
    '`vma_interval_tree_remove` takes a `rb_root_cached`; `address_space` holds one at 72 (`i_mmap`).',
  );
  expect(second?.name).toBe('anon_vma');
  expect(second?.grade).toBe('fair');
});

test('a member more moves the base offset', () => {
  const [first] = ranked(BEFORE, [WITH_THPS]);
  expect(first?.fit.baseBytes).toBe(40);
  expect(lands(first)['0x8']).toBe('i_mmap_rwsem.count');
});

test('a struct is found inside the one that holds it', () => {
  const [first] = ranked(BEFORE, [INODE]);
  expect(first?.name).toBe('address_space');
  expect(first?.fit.offsetBytes).toBe(80);
  // 10 longs, a 40-byte lock, 30 longs.
  expect(first?.inside).toEqual([{ name: 'inode', sizeBytes: 584, offsetBytes: 360 }]);
});

test('without a binary the locks of Linux are known by name', () => {
  const desc = structFromC(ADDRESS_SPACE);
  const evidence = evidenceOf(BEFORE, [BEFORE], 64, []);
  const [first] = rankPlaces(
    evidence,
    { struct: orderedFrom(desc), name: desc.name, source: null },
    isWellKnownPart,
  );
  expect(first?.fit.baseBytes).toBe(48);
  expect(evidence.handed.every(({ from }) => from === 'byName')).toBe(true);
});

test('the report of the patched kernel lands on the patched layout, at the start of a line', () => {
  const document = newDocument(structFromC(ADDRESS_SPACE));
  const edit = parseEdit('align i_mmap_rwsem cacheline');
  if (!edit.ok) throw new Error(sentence(edit.error));
  const { struct } = applyEdits({ ...document, edits: [edit.value] });
  const evidence = evidenceOf(AFTER, [AFTER], 64, PROTOTYPES);
  const [first] = rankPlaces(
    evidence,
    { struct, name: 'address_space', source: null },
    isWellKnownPart,
  );
  expect(first?.fit).toMatchObject({ offsetBytes: 128, baseBytes: 0 });
  expect(lands(first)).toEqual({ '0x0': 'i_mmap_rwsem.count', '0x8': 'i_mmap_rwsem.owner' });
  expect(first?.reasons).toContain('Aligned to 64 bytes, it can begin nowhere else on a line.');
});

test('a place that the alignment forbids is said to be impossible and comes last', () => {
  const line = reportLine('0x1000', '0x8 _raw_spin_lock hitm 10 stores 10');
  const aligned = `struct aligned { int lock; long x[7]; } __aligned(64);`;
  const source = aligned.replace('int lock', 'struct spinlock { int v; } lock');
  const plain = `struct plain { struct spinlock { int v; } lock; long x[7]; };`;
  const candidates = ranked(line, [source, plain], prototypes('_raw_spin_lock(spinlock)'));
  expect(candidates.map(({ name }) => name)).toEqual(['plain', 'aligned']);
  expect(candidates[1]?.fit.possible).toBe(false);
  expect(candidates[1]?.reasons[0]).toBe(
    'Base offset 8 is impossible: `aligned` is aligned to 64 bytes.',
  );
});

test('a neighbouring line speaks for the struct that has a field there', () => {
  const line = reportLine('0x1000', '0x0 _raw_spin_lock hitm 10 stores 10');
  const beside = reportLine('0x1040', '0x8 work hitm 10 stores 5');
  const evidence = evidenceOf(line, [line, beside], 64, prototypes('_raw_spin_lock(spinlock)'));
  const lock = 'struct spinlock { int v; }';
  const long = structFromC(`struct long_one { ${lock} lock; int x; long y[12]; };`);
  const gap = structFromC(
    `struct gap { ${lock} lock; int x; long y[6]; char c[9]; struct { int a; } __aligned(64) z; };`,
  );
  const { candidates } = rankCandidates(
    evidence,
    [gap, long].map((desc) => ({ struct: statedStruct(desc), name: desc.name, source: null })),
    isWellKnownPart,
  );
  expect(candidates[0]?.name).toBe('long_one');
  expect(candidates[0]?.reasons).toContain('The neighbouring line agrees.');
});

test('offsets alone are said to be all there is', () => {
  const line = reportLine('0x1000', '0x8 mystery hitm 10 stores 10');
  const desc = structFromC('struct s { long a, b, c; };');
  const evidence = evidenceOf(line, [line], 64, []);
  const [first] = rankPlaces(
    evidence,
    { struct: orderedFrom(desc), name: 's', source: null },
    isWellKnownPart,
  );
  expect(evidence.unknown).toEqual(['mystery']);
  expect(first?.grade).toBe('weak');
  expect(first?.reasons).toContain('Only the offsets support it.');
});

test('what many structs hold and is small is a part', () => {
  const isPart = partTest(
    new Map([
      ['small_thing', { containers: 20, sizeBytes: 40 }],
      ['inode', { containers: 60, sizeBytes: 640 }],
    ]),
  );
  expect(isPart('small_thing')).toBe(true);
  expect(isPart('inode')).toBe(false);
  expect(isPart('rw_semaphore')).toBe(true);
});
