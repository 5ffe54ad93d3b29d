import { aggregate, member, opaque, pointer, scalar, structDesc } from '../../web/core/facts/build';
import { AARCH64 } from '../../web/core/facts/targets';
import { study, tags } from './study';
import {
  atomicLong,
  errseq,
  fileRaState,
  fmode,
  listHead,
  loff,
  mutex,
  path,
  spinlock,
  u32,
  u64,
  voidPointer,
} from './kernelTypes';

/**
 * `struct file` of v5.7-rc: f_count and f_mode lie in different lines of 64 bytes, but in one of 128, the
 * line of the last level of a Kunpeng 920. A change that put f_count last was posted, not merged.
 */
export const fileCount = study(
  structDesc(
    AARCH64,
    aggregate(
      'struct',
      'file',
      256,
      [
        member('f_u', 0, opaque('union', 16, 8)),
        member('f_path', 16, path),
        member('f_inode', 32, pointer('struct inode *')),
        member('f_op', 40, pointer('const struct file_operations *')),
        member('f_lock', 48, spinlock),
        member('f_write_hint', 52, scalar('enum rw_hint', 4)),
        member('f_count', 56, atomicLong),
        member('f_flags', 64, u32),
        member('f_mode', 68, fmode),
        member('f_pos_lock', 72, mutex),
        member('f_pos', 104, loff),
        member('f_owner', 112, opaque('struct fown_struct', 32, 8)),
        member('f_cred', 144, pointer('const struct cred *')),
        member('f_ra', 152, fileRaState),
        member('f_version', 184, u64),
        member('f_security', 192, voidPointer),
        member('private_data', 200, voidPointer),
        member('f_ep_links', 208, listHead),
        member('f_tfile_llink', 224, listHead),
        member('f_mapping', 240, pointer('struct address_space *')),
        member('f_wb_err', 248, errseq),
      ],
      { forcedAlignBytes: 4, alignBytes: 8 },
    ),
  ),
  {
    lineBytes: 128,
    tags: tags({ f_count: 'write-hot', f_mode: 'read-hot', f_op: 'read-hot', f_inode: 'read-hot' }),
  },
);
