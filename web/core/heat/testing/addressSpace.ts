/** `struct address_space` of v6.4 without CONFIG_READ_ONLY_THP_FOR_FS, as far as offsets go: 192 bytes. */
export const ADDRESS_SPACE = addressSpace('');

/** With `____cacheline_aligned_in_smp` on `i_mmap_rwsem`: 256 bytes. */
export const ALIGNED_ADDRESS_SPACE = addressSpace('__aligned(64)');

function addressSpace(onRwsem: string): string {
  return `
struct list_head { void *next; void *prev; };
struct rb_node { unsigned long __rb_parent_color; void *rb_right; void *rb_left; };
struct rb_root { struct rb_node *rb_node; };
struct rb_root_cached { struct rb_root rb_root; struct rb_node *rb_leftmost; };
struct atomic64 { long counter; };
struct osq { int tail; };
struct raw_lock { union { int val; struct { u8 locked; u8 pending; }; u16 locked_pending; }; };
struct spinlock { union { struct raw_lock rlock; }; };
struct rw_semaphore {
  struct atomic64 count; struct atomic64 owner; struct osq osq; struct raw_lock wait_lock;
  struct list_head wait_list;
};
struct xarray { struct spinlock xa_lock; u32 xa_flags; void *xa_head; };
struct address_space {
  struct inode *host;
  struct xarray i_pages;
  struct rw_semaphore invalidate_lock;
  u32 gfp_mask;
  int i_mmap_writable;
  struct rb_root_cached i_mmap;
  struct rw_semaphore i_mmap_rwsem ${onRwsem};
  unsigned long nrpages;
  unsigned long writeback_index;
  void *a_ops;
  unsigned long flags;
  u32 wb_err;
  struct spinlock private_lock;
  struct list_head private_list;
  void *private_data;
};`;
}
