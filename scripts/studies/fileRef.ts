import { aggregate, member, opaque, pointer, structDesc } from '../../web/core/facts/build';
import { X86_64 } from '../../web/core/facts/targets';
import { notes, study, tags } from './study';
import {
  callbackHead,
  errseq,
  fileRaState,
  fmode,
  loff,
  mutex,
  path,
  spinlock,
  u32,
  u64,
  voidPointer,
} from './kernelTypes';

/**
 * `struct file` of v6.14, before f_ref moved: the reference count shares its line with fields that every
 * system call on a file reads. The merged change puts it last and fills its hole with f_owner.
 */
export const fileRef = study(
  structDesc(
    X86_64,
    aggregate(
      'struct',
      'file',
      184,
      [
        member('f_ref', 0, opaque('file_ref_t', 8, 8)),
        member('f_lock', 8, spinlock),
        member('f_mode', 12, fmode),
        member('f_op', 16, pointer('const struct file_operations *')),
        member('f_mapping', 24, pointer('struct address_space *')),
        member('private_data', 32, voidPointer),
        member('f_inode', 40, pointer('struct inode *')),
        member('f_flags', 48, u32),
        member('f_iocb_flags', 52, u32),
        member('f_cred', 56, pointer('const struct cred *')),
        member('f_path', 64, path),
        member(
          null,
          80,
          aggregate('union', '', 32, [member('f_pos_lock', 0, mutex), member('f_pipe', 0, u64)]),
        ),
        member('f_pos', 112, loff),
        member('f_security', 120, voidPointer),
        member('f_owner', 128, pointer('struct fown_struct *')),
        member('f_wb_err', 136, errseq),
        member('f_sb_err', 140, errseq),
        member('f_ep', 144, pointer('struct hlist_head *')),
        member(
          null,
          152,
          aggregate('union', '', 32, [
            member('f_task_work', 0, callbackHead),
            member('f_llist', 0, opaque('struct llist_node', 8, 8)),
            member('f_ra', 0, fileRaState),
            member('f_freeptr', 0, opaque('freeptr_t', 8, 8)),
          ]),
        ),
      ],
      { forcedAlignBytes: 4, alignBytes: 8 },
    ),
  ),
  {
    tags: tags({
      f_ref: 'write-hot',
      f_mode: 'read-hot',
      f_op: 'read-hot',
      f_mapping: 'read-hot',
      f_inode: 'read-hot',
      f_flags: 'read-hot',
    }),
    notes: notes({
      f_ref: 'Written each time that somebody takes or drops a reference to the file.',
      f_owner:
        'Read only where a signal is to be sent: cold enough to fill the place that f_ref leaves.',
    }),
  },
);
