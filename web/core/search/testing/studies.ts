import { withoutEdits } from '../../edit/apply';
import { withBase, withState, type Applied, type AppliedState } from '../../edit/applied';
import { newDocument } from '../../edit/document';
import {
  aggregate,
  array,
  member,
  opaque,
  pointer,
  scalar,
  structDesc,
  type MemberSpec,
  type TypeSpec,
} from '../../facts/build';
import { X86_64 } from '../../facts/targets';
import type { MemberPath } from '../../layout/ids';
import { declaredAggregate } from '../../layout/testing/lay';

/** Structs of real cases, as kernels of their time declare them. Offsets follow from the declaration. */

const int = scalar('int', 4);
const long = scalar('unsigned long', 8);
const u8 = scalar('unsigned char', 1);
const ptr = pointer('void *');
const list = opaque('struct list_head', 16, 8);
const rwsem = opaque('struct rw_semaphore', 40, 8);

/** Offsets are the layout engine's. */
function declared(name: string, type: TypeSpec): MemberSpec {
  return member(name, 0, type);
}

function all(type: TypeSpec, names: string): MemberSpec[] {
  return names.split(' ').map((name) => declared(name, type));
}

function applied(
  name: string,
  members: readonly MemberSpec[],
  more: Partial<Omit<AppliedState, 'baseBytes'>>,
): Applied {
  const desc = structDesc(X86_64, declaredAggregate(X86_64, 'struct', name, members));
  return withBase(withState(withoutEdits(newDocument(desc)), more));
}

/** `struct file` of v6.14. */
export function file(): Applied {
  const union32 = (first: string) =>
    aggregate('union', '', 32, [
      member(first, 0, opaque('struct big', 32, 8)),
      member(`${first}_alt`, 0, ptr),
    ]);
  const tag = (role: 'write-hot' | 'read-hot') => (name: string) => ({
    member: name as MemberPath,
    role,
    weight: null,
  });
  return applied(
    'file',
    [
      declared('f_ref', opaque('file_ref_t', 8, 8)),
      declared('f_lock', opaque('spinlock_t', 4, 4)),
      declared('f_mode', int),
      ...all(ptr, 'f_op f_mapping private_data f_inode'),
      ...all(int, 'f_flags f_iocb_flags'),
      declared('f_cred', ptr),
      declared('f_path', opaque('struct path', 16, 8)),
      { ...declared('', union32('f_pos_lock')), name: null },
      declared('f_pos', long),
      ...all(ptr, 'f_security f_owner'),
      ...all(int, 'f_wb_err f_sb_err'),
      declared('f_ep', ptr),
      { ...declared('', union32('f_task_work')), name: null },
    ],
    {
      tags: [
        tag('write-hot')('f_ref'),
        ...['f_mode', 'f_op', 'f_mapping', 'f_inode', 'f_flags'].map(tag('read-hot')),
      ],
    },
  );
}

/** `struct pcpu_chunk` of v6.4-rc4. */
export function pcpuChunk(): Applied {
  return applied(
    'pcpu_chunk',
    [
      declared('list', list),
      declared('free_bytes', int),
      declared('chunk_md', opaque('struct pcpu_block_md', 32, 4)),
      ...all(ptr, 'base_addr alloc_map bound_map md_blocks data'),
      ...all(u8, 'immutable isolated'),
      ...all(int, 'start_offset end_offset'),
      declared('obj_cgroups', ptr),
      ...all(int, 'nr_pages nr_populated nr_empty_pop_pages'),
      declared('populated', array(long, null)),
    ],
    {},
  );
}

/** `struct mm_struct` of v5.13-rc with the regression: all but the flexible array in one anonymous struct. */
export function mmStruct(): Applied {
  const inside = declaredAggregate(X86_64, 'struct', '', [
    ...all(ptr, 'mmap mm_rb'),
    declared('vmacache_seqnum', long),
    declared('get_unmapped_area', ptr),
    ...all(long, 'mmap_base mmap_legacy_base mmap_compat_base mmap_compat_legacy_base'),
    ...all(long, 'task_size highest_vm_end'),
    declared('pgd', ptr),
    ...all(int, 'membarrier_state mm_users mm_count has_pinned'),
    declared('write_protect_seq', opaque('seqcount_t', 4, 4)),
    declared('pgtables_bytes', long),
    ...all(int, 'map_count page_table_lock'),
    declared('mmap_lock', rwsem),
    declared('mmlist', list),
    ...all(long, 'hiwater_rss hiwater_vm total_vm locked_vm pinned_vm data_vm exec_vm stack_vm'),
    declared('def_flags', long),
    declared('arg_lock', opaque('spinlock_t', 4, 4)),
    ...all(long, 'start_code end_code start_data end_data start_brk brk start_stack'),
    ...all(long, 'arg_start arg_end env_start env_end'),
  ]);
  return applied(
    'mm_struct',
    [{ ...declared('', inside), name: null }, declared('cpu_bitmap', array(long, null))],
    {},
  );
}
