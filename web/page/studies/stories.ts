import type { InspectorPart } from '../state/state';
import type { StudyId } from '../state/studyList';

/** Figures as their authors published them, drawn as bars of one scale. */
export interface Published {
  /** What was measured. */
  readonly what: string;
  readonly bars: readonly {
    readonly of: string;
    readonly value: number;
    /** The figure as it was written. */
    readonly text: string;
  }[];
}

/** One step of a story: what is in view, and what is said of it. */
export interface StoryStep {
  readonly title: string;
  /** Backquotes enclose names; the fields among them are outlined in the layout. */
  readonly text: string;
  /** Fields that are outlined though the text does not name them so. */
  readonly shows?: readonly string[];
  /** What was measured, beside what is predicted of the layout in view. */
  readonly published?: readonly Published[];
  /** The layout in view, in the words of edits. */
  readonly edits: readonly string[];
  /** The profile whose heat is shown; the first one where left out. */
  readonly profile?: string;
  /** The part of the inspector that belongs to it. */
  readonly tab?: InspectorPart;
}

const REF_MERGED = ['move f_ref last', 'move f_owner after f_cred'];
const LOCK_ALIGNED = ['align i_mmap_rwsem cacheline'];
const LOCK_MOVED = ['move i_mmap_rwsem after private_list'];
const SEQ_MOVED = ['move write_protect_seq before arg_lock'];
const CHUNK_ALIGNED = ['move bound_map before base_addr', 'align base_addr cacheline'];

export const STORIES: Readonly<Record<StudyId, readonly StoryStep[]>> = {
  'file-f_ref': [
    {
      title: 'The layout',
      text: '`struct file` before the change, reconstructed from what the patch states. Every reference that is taken or dropped writes `f_ref`, the first field of the first line.',
      edits: [],
    },
    {
      title: 'Who reads beside it',
      text: 'The posts carry no c2c rows, so these are tags, not measured heat: `f_ref` is written, and `f_mode`, `f_op`, `f_mapping`, `f_inode` and `f_flags` on its line are read by every system call on the file.',
      edits: [],
      tab: 'predict',
    },
    {
      title: 'The first proposal',
      text: '`f_ref` to the end, and eight bytes of padding in its place so that `f_path` keeps its line. The struct grows from 184 to 192 bytes.',
      edits: ['move f_ref last', 'pad 8 before f_path'],
    },
    {
      title: 'The review',
      text: 'Larger means fewer objects in a slab: fill the hole with a field that is mostly read, `f_owner` for one. What the allocator takes is another matter: this cache is made with SLAB_HWCACHE_ALIGN, so that 184 and 192 bytes both take 192. Compare (V) counts it under Allocation and containers.',
      shows: ['f_ref'],
      edits: ['move f_ref last', 'pad 8 before f_path'],
    },
    {
      title: 'What was merged',
      text: '`f_ref` last, at byte 176 in the third line, and `f_owner` after `f_cred`. The size stays 184, and no field straddles. Linux 6.18 still has this order.',
      edits: REF_MERGED,
      tab: 'changes',
    },
    {
      title: 'What the tool suggests',
      text: 'From the untouched layout and these tags alone, the first of its front lets `f_ref` and `f_owner` trade places: what the review asked for. Tag more fields to narrow the rest.',
      edits: [],
      tab: 'suggest',
    },
    {
      title: 'The patch',
      text: '“Send” has the change as text. Drop the `include/linux/fs.h` of that release on the page, and it becomes a hunk that `git apply` takes; the `@f_ref` line of the kernel-doc moves along.',
      shows: ['f_ref', 'f_owner'],
      edits: REF_MERGED,
      tab: 'patch',
    },
    {
      title: 'What was measured',
      text: 'rocksdb readwhilewriting on 64 cores: +1.3, +2.2, +7.2 and +20.9 % with 16, 32, 64 and 128 threads. A test robot later measured 94.3 % more stress-ng.mq with 119 % more HITM in the whole trace: HITM and speed went apart.',
      shows: ['f_ref', 'f_owner'],
      published: [
        {
          what: 'rocksdb readwhilewriting, gain by threads',
          bars: [
            { of: '16', value: 1.3, text: '+1.3 %' },
            { of: '32', value: 2.2, text: '+2.2 %' },
            { of: '64', value: 7.2, text: '+7.2 %' },
            { of: '128', value: 20.9, text: '+20.9 %' },
          ],
        },
      ],
      edits: REF_MERGED,
      tab: 'predict',
    },
  ],
  address_space: [
    {
      title: 'The layout',
      text: '`struct address_space` of 6.4, reconstructed. It lies inside an inode and begins 48 bytes into a line. `i_mmap`, the tree of mappings, and `i_mmap_rwsem`, its lock, meet on one line. CONFIG_READ_ONLY_THP_FOR_FS, off here, would put 8 bytes before both.',
      edits: [],
    },
    {
      title: 'The heat',
      text: 'The rows that were posted: UnixBench Shell Scripts, 224 parallel, 2 sockets. Offset 0x0 of the line is `i_mmap.rb_leftmost`, 0x8 `i_mmap_rwsem.count`, 0x10 its `owner`. The line has 13,642 remote and 19,392 local HITM.',
      shows: ['i_mmap', 'i_mmap_rwsem'],
      edits: [],
      profile: 'address_space before',
    },
    {
      title: 'What the author did',
      shows: ['i_mmap', 'i_mmap_rwsem'],
      text: '`____cacheline_aligned_in_smp` on the lock: it begins a line at byte 128. The struct is aligned to 64 now, begins on a line wherever it lies, and takes 256 bytes instead of 192.',
      edits: LOCK_ALIGNED,
      tab: 'changes',
    },
    {
      title: 'The heat after',
      text: 'The second report, from the aligned kernel: 12,726 remote and 18,554 local HITM on the line of the lock, 5 % fewer, while the score rose by 2.5 %. `i_mmap` is gone from the hot rows.',
      shows: ['i_mmap_rwsem'],
      edits: LOCK_ALIGNED,
      profile: 'address_space after',
    },
    {
      title: 'What was merged',
      text: 'A later version moves the lock to after other fields instead. It costs nothing: 192 bytes, no alignment. In 6.12 the lock comes after `i_private_list`.',
      shows: ['i_mmap', 'i_mmap_rwsem'],
      edits: LOCK_MOVED,
      tab: 'changes',
    },
    {
      title: 'What the tool suggests',
      shows: ['i_mmap', 'i_mmap_rwsem'],
      text: 'From the first report alone. Each suggestion is a hypothesis to measure; the struct’s own size and what moved are part of the choice.',
      edits: [],
      tab: 'suggest',
    },
    {
      title: 'The patch',
      text: '“Send” has the change as text. Drop `include/linux/fs.h` of that release on the page to get the hunk that applies.',
      shows: ['i_mmap', 'i_mmap_rwsem'],
      edits: LOCK_MOVED,
      tab: 'patch',
    },
    {
      title: 'What was measured',
      text: 'The aligned version: +2.5 %. The version that moves the lock: +5.3 %, at no cost in memory. The two were measured on different kernels.',
      shows: ['i_mmap', 'i_mmap_rwsem'],
      published: [
        {
          what: 'UnixBench Shell Scripts, gain in score',
          bars: [
            { of: 'aligned', value: 2.5, text: '+2.5 %' },
            { of: 'moved', value: 5.3, text: '+5.3 %' },
          ],
        },
      ],
      edits: LOCK_MOVED,
      tab: 'predict',
    },
    {
      title: 'Predicted beside measured',
      text: 'What the first report alone says of the aligned version, beside the second report: the total here, each row below. `i_mmap` was expected to vanish from the line, and the second mail lists no row of it. The effect is 5 %: one case cannot tell this model from a lucky guess.',
      shows: ['i_mmap_rwsem'],
      edits: LOCK_ALIGNED,
      tab: 'predict',
    },
  ],
  mm_struct: [
    {
      title: 'The layout',
      text: '`struct mm_struct` of 5.13-rc, reconstructed as far as `env_end`. `write_protect_seq` had come in, 4 bytes with a hole of 4 after it, and `mmap_lock` slid to byte 128: all of it on one line.',
      edits: [],
    },
    {
      title: 'What it cost',
      text: 'will-it-scale mmap1 lost 9.2 %. No field was added to the lock or its neighbours; it only lies 8 bytes later, so that its `count` and its `owner` share a line.',
      shows: ['mmap_lock'],
      published: [
        {
          what: 'will-it-scale mmap1',
          bars: [
            { of: 'before', value: 100, text: '100 %' },
            { of: 'with the field', value: 90.8, text: '−9.2 %' },
          ],
        },
      ],
      edits: [],
    },
    {
      title: 'What the author did',
      text: '`write_protect_seq` goes into the hole before `arg_lock`. Both holes close, nearly every field between moves down by 8, and `mmap_lock` is at 120: `count` ends one line, `owner` begins the next, which is what contended waiters want.',
      edits: SEQ_MOVED,
      tab: 'changes',
    },
    {
      title: 'Where HITM points the wrong way',
      text: 'A published pair of c2c reports has 6,701 HITM on the lock’s lines in this good layout and 2,845 in the regressed one. HITM alone would have picked the regression.',
      shows: ['mmap_lock'],
      published: [
        {
          what: 'HITM on the lines of the lock',
          bars: [
            { of: 'regressed', value: 2845, text: '2,845' },
            { of: 'good', value: 6701, text: '6,701' },
          ],
        },
      ],
      edits: SEQ_MOVED,
      tab: 'predict',
    },
    {
      title: 'The configuration decides',
      text: 'The lock’s place depends on options of the fields before it: CONFIG_MMU (`get_unmapped_area`, 8 bytes), CONFIG_HAVE_ARCH_COMPAT_MMAP_BASES (two bases, 16 bytes) and CONFIG_MEMBARRIER (`membarrier_state`, 4 bytes). All are on here. Without the last, even the regressed order has the lock at 120, with nothing to repair. Load a kernel of your own to see yours.',
      shows: ['mmap_lock'],
      edits: SEQ_MOVED,
    },
    {
      title: 'What the tool suggests',
      text: 'It expects no order to have fewer conflicts, and lists those that close the holes. `write_protect_seq` after `def_flags`, the author’s change, is one of them with the same figures; that it is the faster one, no tag and no HITM can tell.',
      edits: [],
      tab: 'suggest',
    },
    {
      title: 'The patch',
      text: '“Send” has the change as text. Drop `include/linux/mm_types.h` of that release on the page to get the hunk that applies.',
      shows: ['write_protect_seq', 'mmap_lock'],
      edits: SEQ_MOVED,
      tab: 'patch',
    },
    {
      title: 'What was measured',
      text: 'The 9.2 % came back, and the struct is 8 bytes smaller.',
      shows: ['write_protect_seq', 'mmap_lock'],
      published: [
        {
          what: 'will-it-scale mmap1',
          bars: [
            { of: 'before the field', value: 100, text: '100 %' },
            { of: 'regressed', value: 90.8, text: '−9.2 %' },
            { of: 'field moved', value: 100, text: 'restored' },
          ],
        },
      ],
      edits: SEQ_MOVED,
      tab: 'predict',
    },
  ],
  pcpu_chunk: [
    {
      title: 'The layout',
      shows: ['base_addr'],
      text: '`struct pcpu_chunk` of 6.4-rc4 as its pahole text was posted: 136 bytes, three lines, 14 bytes of holes.',
      edits: [],
    },
    {
      title: 'Who fights',
      text: 'Tags from the commit message, not measured heat: `free_bytes` and `chunk_md` are written whenever memory is taken or given back, and `base_addr` on their line is read by everybody.',
      edits: [],
      tab: 'predict',
    },
    {
      title: 'Reorder alone',
      text: '`bound_map` before `base_addr`: `base_addr` begins the second line, and the struct keeps its 136 bytes.',
      edits: ['move bound_map before base_addr'],
    },
    {
      title: 'What was merged',
      text: 'The same with `____cacheline_aligned_in_smp` on `base_addr`: nothing can slide it back, and the struct takes 192 bytes, 56 of them padding.',
      edits: CHUNK_ALIGNED,
      tab: 'changes',
    },
    {
      title: 'What the allocator takes',
      shows: ['base_addr'],
      text: 'The chunk is allocated with its flexible array `populated[]`. With 1 to 7 words of it, the aligned struct falls into the 256-byte bucket of kmalloc, where it took the 192-byte one before.',
      edits: CHUNK_ALIGNED,
    },
    {
      title: 'What the tool suggests',
      text: 'Orders of 136 bytes with `base_addr` on another line than its writers. `bound_map` after `chunk_md`, which is the reordering, is among them; that an alignment would keep it so is for the author to weigh.',
      edits: [],
      tab: 'suggest',
    },
    {
      title: 'The patch',
      text: '“Send” has the change as text. Drop `mm/percpu-internal.h` of that release on the page to get the hunk that applies.',
      shows: ['bound_map', 'base_addr'],
      edits: CHUNK_ALIGNED,
      tab: 'patch',
    },
    {
      title: 'What was measured',
      text: 'UnixBench Execl, 160 parallel on 224 CPUs: +24 % for the aligned version.',
      shows: ['free_bytes', 'chunk_md', 'base_addr'],
      published: [
        {
          what: 'UnixBench Execl, score',
          bars: [
            { of: 'before', value: 100, text: '100 %' },
            { of: 'aligned', value: 124, text: '+24 %' },
          ],
        },
      ],
      edits: CHUNK_ALIGNED,
      tab: 'predict',
    },
  ],
  'file-f_count': [
    {
      title: 'On 64-byte lines',
      text: '`struct file` of 5.7-rc. `f_count`, which every reference writes, ends the first line; `f_mode`, which every access reads, is on the second. They are apart already.',
      edits: ['line 64'],
    },
    {
      title: 'On 128-byte lines',
      text: 'Kunpeng’s last level has lines of 128 bytes. There `f_count` and `f_mode` share one.',
      edits: [],
    },
    {
      title: 'What the author did',
      text: '`f_count` to the end. On 128-byte lines it leaves the readers; a hole of 4 bytes opens before it, and the size stays 256.',
      edits: ['move f_count last'],
      tab: 'changes',
    },
    {
      title: 'And on Intel',
      text: 'The gain there is explained by no 64-byte line that the two share. They did share an adjacent pair, which the prefetcher fetches together; and `f_count` leaves `f_op`, `f_inode` and `f_path`, which the same path reads. This is our reading, not the author’s.',
      edits: ['line 64', 'pair on', 'move f_count last'],
    },
    {
      title: 'What the tool suggests',
      shows: ['f_count', 'f_mode'],
      text: 'Tags, not measured heat. Choose the line size first: the answer depends on it.',
      edits: [],
      tab: 'suggest',
    },
    {
      title: 'The patch',
      text: '“Send” has the change as text. Drop `include/linux/fs.h` of that release on the page to get the hunk that applies. It was never merged.',
      shows: ['f_count', 'f_mode'],
      edits: ['move f_count last'],
      tab: 'patch',
    },
    {
      title: 'What was measured',
      text: 'UnixBench System Call, 24 copies: Kunpeng 920 from 2,222,456 to 3,160,841 lps, Intel 6248 from 3,666,313 to 4,288,509.',
      shows: ['f_count', 'f_mode'],
      published: [
        {
          what: 'UnixBench System Call on Kunpeng 920, lps',
          bars: [
            { of: 'before', value: 2222456, text: '2,222,456' },
            { of: 'moved', value: 3160841.4, text: '3,160,841' },
          ],
        },
        {
          what: 'UnixBench System Call on Intel 6248, lps',
          bars: [
            { of: 'before', value: 3666313, text: '3,666,313' },
            { of: 'moved', value: 4288509.1, text: '4,288,509' },
          ],
        },
      ],
      edits: ['move f_count last'],
      tab: 'predict',
    },
  ],
};
