import { beforeEach, describe, expect, test } from 'vitest';
import { skipWithout } from '../base/testing/needs';
import { changedLines, diffOf, type Case } from './testing/patchOf';

beforeEach(skipWithout('git'));

/** The lines that were posted, white space aside; headers are written anew with the same shape. */
function check(input: Case, posted: string): void {
  const expected = posted
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  expect([...changedLines(diffOf(input))].sort()).toEqual([...expected].sort());
}

describe('the posted patches of the five studies', () => {
  test('address_space: i_mmap_rwsem on its own line', () => {
    check(
      {
        text: ADDRESS_SPACE,
        struct: 'address_space',
        edits: ['align i_mmap_rwsem cacheline'],
        sizes: { 'struct rw_semaphore': [40, 8], gfp_t: [4, 4], atomic_t: [4, 4] },
      },
      `
      - struct rw_semaphore i_mmap_rwsem;
      + struct rw_semaphore i_mmap_rwsem ____cacheline_aligned_in_smp;`,
    );
  });

  test('mm_struct: write_protect_seq to before arg_lock, with its kernel-doc', () => {
    check(
      {
        text: MM_STRUCT,
        struct: 'mm_struct',
        edits: ['move write_protect_seq before arg_lock'],
        sizes: {
          seqcount_t: [4, 4],
          spinlock_t: [4, 4],
          atomic_t: [4, 4],
          'struct rw_semaphore': [40, 8],
          'struct list_head': [16, 8],
        },
      },
      `
      - /**
      - * @write_protect_seq: Locked when any thread is write
      - * protecting pages mapped by this mm to enforce a later COW,
      - * for instance during page table copying for fork().
      - */
      - seqcount_t write_protect_seq;
      + /**
      + * @write_protect_seq: Locked when any thread is write
      + * protecting pages mapped by this mm to enforce a later COW,
      + * for instance during page table copying for fork().
      + */
      + seqcount_t write_protect_seq;`,
    );
  });

  test('file: f_ref last, f_owner into the hole, kernel-doc follows', () => {
    check(
      {
        text: FILE_2025,
        struct: 'file',
        edits: ['move f_ref last', 'move f_owner after f_cred'],
        sizes: FILE_SIZES,
      },
      `
      - * @f_ref: reference count
      - * @f_owner: file owner
      - file_ref_t f_ref;
      - struct fown_struct *f_owner;
      + * @f_owner: file owner
      + struct fown_struct *f_owner;
      + * @f_ref: reference count
      + file_ref_t f_ref;`,
    );
  });

  test('file: f_count last', () => {
    check(
      {
        text: FILE_2020,
        struct: 'file',
        edits: ['move f_count last'],
        sizes: { ...FILE_SIZES, atomic_long_t: [8, 8] },
        off: ['defined(CONFIG_NOT_SET)'],
      },
      `
      - atomic_long_t f_count;
      + atomic_long_t f_count;`,
    );
  });

  test('pcpu_chunk: base_addr on a line of its own, with a comment that says why', () => {
    const text =
      'base_addr is the base address of this chunk. To reduce false sharing, current layout is optimized to make sure base_addr locate in the different cacheline with free_bytes and chunk_md.';
    check(
      {
        text: PCPU_CHUNK,
        struct: 'pcpu_chunk',
        edits: ['move bound_map before base_addr', 'align base_addr cacheline'],
        sizes: { 'struct list_head': [16, 8], 'struct pcpu_block_md': [32, 4] },
        off: ['defined(CONFIG_PERCPU_STATS)'],
        options: {
          comments: [{ member: 'base_addr' as never, text, replacesTrailing: true }],
        },
      },
      `
      - void *base_addr; /* base address of this chunk */
      + unsigned long *bound_map; /* boundary map */
      + /*
      + * base_addr is the base address of this chunk.
      + * To reduce false sharing, current layout is optimized to make sure
      + * base_addr locate in the different cacheline with free_bytes and
      + * chunk_md.
      + */
      + void *base_addr ____cacheline_aligned_in_smp;
      - unsigned long *bound_map; /* boundary map */`.replace(
        /\+ \* base_addr is[^]*chunk_md\./,
        // The posted comment has a paragraph of its own for each sentence; ours is filled.
        `+ * base_addr is the base address of this chunk. To reduce false sharing,
         + * current layout is optimized to make sure base_addr locate in the
         + * different cacheline with free_bytes and chunk_md.`,
      ),
    );
  });
});

const FILE_SIZES = {
  spinlock_t: [4, 4],
  fmode_t: [4, 4],
  errseq_t: [4, 4],
  'struct path': [16, 8],
  'struct mutex': [32, 8],
  'struct callback_head': [16, 8],
  'struct llist_node': [8, 8],
  'struct file_ra_state': [32, 8],
  'struct fown_struct': [32, 8],
  'struct list_head': [16, 8],
} as const;

const ADDRESS_SPACE = `/**
 * struct address_space - Contents of a cacheable, mappable object.
 * @host: Owner, either the inode or the block_device.
 * @i_mmap: Tree of private and shared mappings.
 * @i_mmap_rwsem: Protects @i_mmap and @i_mmap_writable.
 */
struct address_space {
	struct inode		*host;
	struct xarray		i_pages;
	struct rw_semaphore	invalidate_lock;
	gfp_t			gfp_mask;
	atomic_t		i_mmap_writable;
	struct rb_root_cached	i_mmap;
	struct rw_semaphore	i_mmap_rwsem;
	unsigned long		nrpages;
} __attribute__((aligned(8))) __randomize_layout;
`;

const MM_STRUCT = `struct mm_struct {
	struct {
		unsigned long mmap_base;	/* base of mmap area */

		/**
		 * @mm_count: The number of references to &struct mm_struct
		 * (@mm_users count as 1).
		 */
		atomic_t mm_count;

		/**
		 * @write_protect_seq: Locked when any thread is write
		 * protecting pages mapped by this mm to enforce a later COW,
		 * for instance during page table copying for fork().
		 */
		seqcount_t write_protect_seq;

#ifdef CONFIG_MMU
		atomic_long_t pgtables_bytes;	/* PTE page table pages */
#endif
		int map_count;			/* number of VMAs */

		spinlock_t page_table_lock; /* Protects page tables and some
					     * counters
					     */
		struct rw_semaphore mmap_lock;

		struct list_head mmlist; /* List of maybe swapped mm's.	These
					  * are globally strung together off
					  * init_mm.mmlist
					  */

		unsigned long stack_vm;	   /* VM_STACK */
		unsigned long def_flags;

		spinlock_t arg_lock; /* protect the below fields */
		unsigned long start_code, end_code, start_data, end_data;
	} __randomize_layout;

	/*
	 * The mm_cpumask needs to be at the end of mm_struct.
	 */
	unsigned long cpu_bitmap[];
};
`;

const FILE_2025 = `/**
 * struct file - Represents a file
 * @f_ref: reference count
 * @f_lock: Protects f_ep, f_flags. Must not be taken from IRQ context.
 * @f_mode: FMODE_* flags often used in hotpaths
 * @f_cred: stashed credentials of creator/opener
 * @f_path: path of the file
 * @f_owner: file owner
 * @f_wb_err: writeback error
 * @f_ra: file's readahead state
 */
struct file {
	file_ref_t			f_ref;
	spinlock_t			f_lock;
	fmode_t				f_mode;
	const struct file_operations	*f_op;
	const struct cred		*f_cred;
	/* --- cacheline 1 boundary (64 bytes) --- */
	struct path			f_path;
	union {
		/* regular files (with FMODE_ATOMIC_POS) and directories */
		struct mutex		f_pos_lock;
		/* pipes */
		u64			f_pipe;
	};
	loff_t				f_pos;
#ifdef CONFIG_SECURITY
	void				*f_security;
#endif
	/* --- cacheline 2 boundary (128 bytes) --- */
	struct fown_struct		*f_owner;
	errseq_t			f_wb_err;
	errseq_t			f_sb_err;
	union {
		struct callback_head	f_task_work;
		struct file_ra_state	f_ra;
	};
	/* --- cacheline 3 boundary (192 bytes) --- */
} __randomize_layout
  __attribute__((aligned(4)));	/* lest something weird decides that 2 is OK */
`;

const FILE_2020 = `struct file {
	union {
		struct llist_node	fu_llist;
		struct callback_head	fu_rcuhead;
	} f_u;
	struct path		f_path;
	struct inode		*f_inode;	/* cached value */

	/*
	 * Protects f_ep_links, f_flags.
	 * Must not be taken from IRQ context.
	 */
	spinlock_t		f_lock;
	atomic_long_t		f_count;
	unsigned int 		f_flags;
	fmode_t			f_mode;
	struct fown_struct	f_owner;
#ifdef CONFIG_EPOLL
	/* Used by fs/eventpoll.c to link all the hooks to this file */
	struct list_head	f_ep_links;
	struct list_head	f_tfile_llink;
#endif /* #ifdef CONFIG_EPOLL */
	struct address_space	*f_mapping;
	errseq_t		f_wb_err;
} __randomize_layout
  __attribute__((aligned(4)));	/* lest something weird decides that 2 is OK */
`;

const PCPU_CHUNK = `struct pcpu_chunk {
#ifdef CONFIG_PERCPU_STATS
	int			nr_alloc;	/* # of allocations */
	size_t			max_alloc_size; /* largest allocation size */
#endif

	struct list_head	list;		/* linked to pcpu_slot lists */
	int			free_bytes;	/* free bytes in the chunk */
	struct pcpu_block_md	chunk_md;
	void			*base_addr;	/* base address of this chunk */

	unsigned long		*alloc_map;	/* allocation map */
	unsigned long		*bound_map;	/* boundary map */
	struct pcpu_block_md	*md_blocks;	/* metadata blocks */

	void			*data;		/* chunk data */
	bool			immutable;	/* no [de]population allowed */
	unsigned long		populated[];	/* populated bitmap */
};
`;
