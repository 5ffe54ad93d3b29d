import { sentence } from '../base/messages';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDocument } from '../edit/validate';
import { formatEdit } from '../edit/words';
import type { ScalarFact } from '../facts/generated';
import { readPosted } from '../layout/testing/readHeader';
import { noteText } from './notes';
import { review } from './review';

const SCALARS = [
  { name: 'char', sizeBytes: 1, alignBytes: 1, encoding: 'char' },
] satisfies ScalarFact[];

function reviewed(study: string, patch: string) {
  const parsed = parseDocument(JSON.parse(readFileSync(`public/studies/${study}.json`, 'utf8')));
  if (!parsed.ok) throw new Error(sentence(parsed.error));
  const document = { ...parsed.value, edits: [] };
  const { name } = document.struct;
  const diff = readPosted(new TextEncoder().encode(patch));
  const found = review(
    diff,
    (named) => (named.name === name ? document : { reason: `no struct ${named.name}` }),
    { scalars: SCALARS, known: new Map() },
  );
  return {
    subject: diff.subject,
    edits: found.structs.flatMap(({ edits }) => edits.map(formatEdit)),
    left: found.left.map(
      ({ sign, text, reason }) => `${sign}${text.replace(/\s+/g, ' ')}: ${reason}`,
    ),
    placed: found.total - found.left.length,
    total: found.total,
    missing: found.missing,
    notes: found.notes.map(noteText),
  };
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

const EXPECTED = ['move f_owner after f_cred', 'move f_ref after anon(f_task_work)'];

test('the merged change of struct file', () => {
  const { edits, left, subject, missing } = reviewed('file-f_ref', MERGED);
  expect(edits.map((words) => words.replaceAll('"', ''))).toEqual(EXPECTED);
  expect(left).toEqual([]);
  expect(missing).toBe(0);
  expect(subject).toMatch(/3rd cache line in struct file to resolve false sharing$/);
});

const lines = (each: (line: string) => string, end = '\n') =>
  MERGED.split('\n').map(each).join(end);

test.each([
  ['quoted', lines((line) => `> ${line}`)],
  ['quoted twice, without blanks', lines((line) => `>>${line}`, '\r\n')],
  ['with tabs lost', MERGED.replaceAll('\t', ' ')],
  ['with blanks collapsed', MERGED.replaceAll(/\t+/g, ' ').replaceAll(/ {2,}/g, ' ')],
  ['coloured', lines((line) => (/^[-+@]/.test(line) ? `\x1b[32m${line}\x1b[m` : line))],
  ['indented', lines((line) => `    ${line}`)],
  [
    'with remarks',
    lines((line) => `> ${line}`).replace('> @@ -1063', '\nWhy here?\n- a\n\n> @@ -1063'),
  ],
])('the same, %s', (_, mail) => {
  const { edits, left, missing } = reviewed('file-f_ref', mail);
  expect(edits).toEqual(reviewed('file-f_ref', MERGED).edits);
  expect(left).toEqual([]);
  expect(missing).toBe(0);
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
@@ -900,2 +900,3 @@ struct other {
 	int a;
+	int b;
 	int c;
`;
  const { edits, left } = reviewed('address_space', patch);
  expect(edits).toEqual(['align i_mmap_rwsem cacheline']);
  expect(left).toEqual(['+int b;: no struct other']);
});

test('padding, with a line that a mailer broke', () => {
  const patch = `@@ -1049,3 +1049,2 @@ struct file {
-	file_ref_t			f_ref;
 	spinlock_t			f_lock;
 	fmode_t				f_mode;
@@ -1063,2 +1062,3 @@ struct file {
 	const struct cred
*f_cred;
+	char				padding[8];
 	struct path			f_path;
`;
  expect(reviewed('file-f_ref', patch).edits).toEqual(['remove f_ref', 'pad 8 before f_path']);
});

test('what cannot be placed says why, and how much of the whole it is', () => {
  const patch = `@@ -1063,3 +1062,3 @@ struct file {
 	const struct cred		*f_cred;
+	struct new_thing		thing;
 	struct path			f_path;
-	int				unheard_of;
@@ -1200,9 +1200,9 @@ struct file {
 	struct path			f_path;
`;
  const { edits, left, placed, total, missing } = reviewed('file-f_ref', patch);
  expect(edits).toEqual([]);
  expect(left).toEqual([
    '-int unheard_of;: `unheard_of` is not in the loaded struct: another version, or a configuration without it.',
    '+struct new_thing thing;: `thing` is not in the loaded struct, and no loaded file has `struct new_thing`, so its size is not known.',
  ]);
  expect([placed, total, missing]).toEqual([0, 2, 8]);
});

test('what is no patch that can be read says how to post it', () => {
  const check = (text: string, reason: RegExp) => {
    const { refused, hunks } = readPosted(new TextEncoder().encode(text));
    expect(hunks).toEqual([]);
    expect(refused.map((each) => each.reason).join()).toMatch(reason);
  };
  check(
    'diff --cc a.h\n--- a/a.h\n+++ b/a.h\n@@@ -1,2 -1,2 +1,2 @@@\n- int a;\n',
    /^This is a combined diff/,
  );
  check('3c3\n< int a;\n---\n> long a;\n', /^This is a diff without context/);
  check('@@ -1,2 +1,2 @@ struct s {\nint [-a;-]{+b;+}\nint c;\n', /^This is a word diff/);
});
