import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDocument } from '../../edit/validate';
import { formatEdit } from '../../edit/words';
import { hunksOf, subjectOf } from './hunks';
import { namesOf } from './items';
import { hunksByStruct, postedEdits } from './postedEdits';

function review(study: string, patch: string) {
  const parsed = parseDocument(JSON.parse(readFileSync(`public/studies/${study}.json`, 'utf8')));
  if (!parsed.ok) throw new Error(parsed.error);
  const byStruct = hunksByStruct(hunksOf(patch));
  const name = parsed.value.struct.name;
  const { edits, problems } = postedEdits(parsed.value, byStruct.get(name) ?? []);
  return { structs: [...byStruct.keys()], edits: edits.map(formatEdit), problems };
}

// The merged change of struct file (commit "fs: avoid false sharing", as the study has it).
const MERGED = `Subject: [PATCH] fs: place f_ref to 3rd cache line in struct file to resolve
 false sharing

---
 include/linux/fs.h | 8 ++++----
 1 file changed, 4 insertions(+), 4 deletions(-)

diff --git a/include/linux/fs.h b/include/linux/fs.h
index 2c3b2f8a621f..c70ca5317a3f 100644
--- a/include/linux/fs.h
+++ b/include/linux/fs.h
@@ -1024,7 +1024,6 @@ static inline int ra_has_index(struct file_ra_state *ra, pgoff_t index)
 
 /**
  * struct file - Represents a file
- * @f_ref: reference count
  * @f_lock: Protects f_ep, f_flags. Must not be taken from IRQ context.
  * @f_mode: FMODE_* flags often used in hotpaths
  * @f_op: file operations
@@ -1050,10 +1049,10 @@ static inline int ra_has_index(struct file_ra_state *ra, pgoff_t index)
  * @f_llist: work queue entrypoint
  * @f_ra: file's readahead state
  * @f_freeptr: Pointer used by SLAB_TYPESAFE_BY_RCU file cache (don't touch.)
+ * @f_ref: reference count
  */
 struct file {
-	file_ref_t			f_ref;
 	spinlock_t			f_lock;
 	fmode_t				f_mode;
 	const struct file_operations	*f_op;
 	struct address_space		*f_mapping;
@@ -1063,6 +1062,7 @@ struct file {
 	unsigned int			f_iocb_flags;
 	const struct cred		*f_cred;
+	struct fown_struct		*f_owner;
 	/* --- cacheline 1 boundary (64 bytes) --- */
 	struct path			f_path;
 	union {
 		/* regular files (with FMODE_ATOMIC_POS) and directories */
@@ -1075,7 +1076,6 @@ struct file {
 	void				*f_security;
 #endif
 	/* --- cacheline 2 boundary (128 bytes) --- */
-	struct fown_struct		*f_owner;
 	errseq_t			f_wb_err;
 	errseq_t			f_sb_err;
 #ifdef CONFIG_EPOLL
@@ -1090,6 +1090,7 @@ struct file {
 		struct file_ra_state	f_ra;
 		freeptr_t		f_freeptr;
 	};
+	file_ref_t			f_ref;
 	/* --- cacheline 3 boundary (192 bytes) --- */
 } __randomize_layout
   __attribute__((aligned(4)));	/* lest something weird decides that 2 is OK */
`;

const EXPECTED = ['move f_owner after f_cred', 'move f_ref after "anon(f_task_work)"'];

test('the merged change of struct file', () => {
  const { edits, problems } = review('file-f_ref', MERGED);
  expect(edits.map((words) => words.replaceAll('"', ''))).toEqual(
    EXPECTED.map((words) => words.replaceAll('"', '')),
  );
  expect(problems).toEqual([]);
  expect(subjectOf(MERGED)).toMatch(/3rd cache line in struct file to resolve false sharing$/);
});

test.each([
  [
    'quoted',
    MERGED.split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  ],
  [
    'quoted twice, without blanks',
    MERGED.split('\n')
      .map((line) => `>>${line}`)
      .join('\r\n'),
  ],
  ['with tabs lost', MERGED.replaceAll('\t', ' ')],
  ['with blanks collapsed', MERGED.replaceAll(/\t+/g, ' ').replaceAll(/ {2,}/g, ' ')],
])('the same, %s', (_, mail) => {
  expect(review('file-f_ref', mail).edits).toEqual(review('file-f_ref', MERGED).edits);
  expect(review('file-f_ref', mail).problems).toEqual([]);
});

test('an alignment, and a struct that is none of ours', () => {
  const patch = `--- a/include/linux/fs.h
+++ b/include/linux/fs.h
@@ -471,7 +471,7 @@ struct address_space {
 	atomic_t		nr_thps;
 #endif
 	struct rb_root_cached	i_mmap;
-	struct rw_semaphore	i_mmap_rwsem;
+	struct rw_semaphore	i_mmap_rwsem ____cacheline_aligned_in_smp;
 	unsigned long		nrpages;
 	pgoff_t			writeback_index;
 	const struct address_space_operations *a_ops;
@@ -900,3 +900,4 @@ struct other {
 	int a;
+	int b;
 	int c;
`;
  const { edits, structs, problems } = review('address_space', patch);
  expect(edits).toEqual(['align i_mmap_rwsem cacheline']);
  expect(problems).toEqual([]);
  expect(structs).toEqual(['address_space', 'other']);
});

test('padding, with a line that a mailer broke', () => {
  const patch = `@@ -1049,7 +1049,7 @@ struct file {
-	file_ref_t			f_ref;
 	spinlock_t			f_lock;
 	fmode_t				f_mode;
@@ -1063,5 +1062,6 @@ struct file {
 	const struct cred
*f_cred;
+	u8				padding[8];
 	struct path			f_path;
`;
  expect(review('file-f_ref', patch).edits).toEqual(['pad 8 before f_path']);
});

test('what cannot be placed says why', () => {
  const patch = `@@ -1063,4 +1062,5 @@ struct file {
 	const struct cred		*f_cred;
+	struct new_thing		thing;
 	struct path			f_path;
-	int				unheard_of;
`;
  const { edits, problems } = review('file-f_ref', patch);
  expect(edits).toEqual([]);
  expect(problems.map(({ reason }) => reason)).toEqual([
    '`thing` is not in the loaded struct, so its size is not known: what the diff adds cannot be shown.',
    '`unheard_of`, which it takes away or moves, is not in the loaded struct.',
  ]);
});

test('declarations as the kernel writes them', () => {
  expect(namesOf('const struct file_operations	*f_op;')).toEqual(['f_op']);
  expect(namesOf('unsigned int a : 3, b:5;')).toEqual(['a', 'b']);
  expect(namesOf('int (*release)(struct inode *, struct file *);')).toEqual(['release']);
  expect(namesOf('struct list_head lists[NR_LISTS][2] __private;')).toEqual(['lists']);
  expect(namesOf('DECLARE_BITMAP(mask, NR_CPUS);')).toEqual(['mask']);
  expect(namesOf('DECLARE_FLEX_ARRAY(struct bpf_insn, insnsi);')).toEqual(['insnsi']);
  expect(namesOf('struct cred __rcu *real_cred;')).toEqual(['real_cred']);
  expect(namesOf('struct foo;')).toEqual(['foo']);
});
