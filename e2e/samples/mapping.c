// The shape of Linux's struct address_space before v6.5, in an inode, with the functions that a report
// names: what they are handed tells which struct a contended line is of. Our own code.
// `node e2e/samples/make.mjs` builds mapping.o (DWARF 5) from it.
#include <stdint.h>

struct list_head {
  struct list_head *next, *prev;
};

typedef struct {
  long counter;
} atomic_long_t;

struct rw_semaphore {
  atomic_long_t count;
  atomic_long_t owner;
  int osq;
  int wait_lock;
  struct list_head wait_list;
};

struct rb_node {
  unsigned long parent_color;
  struct rb_node *right, *left;
};

struct rb_root_cached {
  struct rb_node *rb_root;
  struct rb_node *rb_leftmost;
};

struct address_space {
  struct inode *host;
  unsigned long i_pages[2];
  struct rw_semaphore invalidate_lock;
  unsigned int gfp_mask;
  int i_mmap_writable;
  struct rb_root_cached i_mmap;
  struct rw_semaphore i_mmap_rwsem;
  unsigned long nrpages;
  unsigned long writeback_index;
  const void *a_ops;
  unsigned long flags;
  unsigned int wb_err;
  int private_lock;
  struct list_head private_list;
  void *private_data;
};

struct inode {
  uint16_t i_mode;
  uint32_t i_uid, i_gid;
  struct rw_semaphore i_rwsem;
  struct address_space i_data;
  struct list_head i_devices;
};

// Holds both too, further apart.
struct anon_vma {
  struct anon_vma *root;
  struct rw_semaphore rwsem;
  int refcount;
  unsigned long num_active;
  struct rb_root_cached rb_root;
};

struct super_block {
  struct list_head s_list;
  struct rw_semaphore s_umount;
  int s_count;
};

struct vm_area_struct {
  unsigned long vm_start, vm_end;
  struct anon_vma *anon_vma;
  struct inode *vm_file;
};

struct super_block *first_super;

void down_write(struct rw_semaphore *sem) { sem->count.counter++; }
void up_write(struct rw_semaphore *sem) { sem->count.counter--; }
struct rw_semaphore *rwsem_down_write_slowpath(struct rw_semaphore *sem, int state) {
  sem->osq = state;
  return sem;
}
int rwsem_spin_on_owner(struct rw_semaphore *sem) { return sem->owner.counter != 0; }
void vma_interval_tree_remove(struct vm_area_struct *node, struct rb_root_cached *root) {
  root->rb_leftmost = node->vm_start ? root->rb_root : 0;
}
void drop(struct vm_area_struct *vma) {
  struct address_space *mapping = &vma->vm_file->i_data;
  down_write(&mapping->i_mmap_rwsem);
  vma_interval_tree_remove(vma, &mapping->i_mmap);
  up_write(&mapping->i_mmap_rwsem);
}
