import { aggregate, member, opaque, pointer, structDesc } from '../../web/core/facts/build';
import { X86_64 } from '../../web/core/facts/targets';
import { study, tags } from './study';
import { bool, flexibleLongs, int, listHead, voidPointer } from './kernelTypes';

/**
 * `struct pcpu_chunk` of v6.4-rc4: base_addr, which every access to per-CPU memory of a chunk reads, lies
 * behind counters that allocations write.
 */
export const pcpuChunk = study(
  structDesc(
    X86_64,
    aggregate('struct', 'pcpu_chunk', 136, [
      member('list', 0, listHead),
      member('free_bytes', 16, int),
      member('chunk_md', 20, opaque('struct pcpu_block_md', 32, 4)),
      member('base_addr', 56, voidPointer),
      member('alloc_map', 64, pointer('long unsigned int *')),
      member('bound_map', 72, pointer('long unsigned int *')),
      member('md_blocks', 80, pointer('struct pcpu_block_md *')),
      member('data', 88, voidPointer),
      member('immutable', 96, bool),
      member('isolated', 97, bool),
      member('start_offset', 100, int),
      member('end_offset', 104, int),
      member('obj_cgroups', 112, pointer('struct obj_cgroup * *')),
      member('nr_pages', 120, int),
      member('nr_populated', 124, int),
      member('nr_empty_pop_pages', 128, int),
      member('populated', 136, flexibleLongs),
    ]),
  ),
  { tags: tags({ free_bytes: 'write-hot', chunk_md: 'write-hot', base_addr: 'read-hot' }) },
);
