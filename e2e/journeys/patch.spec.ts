import { expect, test } from '../support/journey';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applied, appliedMail, PatchPage } from '../pages/patchPage';
import { expectAccessible } from '../support/axe';
import { declarationOf } from '../support/declaration';
import { fileOf, NO_RUNNING_KERNEL, runningKernel, sample } from '../support/inputs';
import { requireJudge } from '../support/judges';
import { expectOffsets } from '../support/offsets';

const SOURCE = readFileSync(sample('shop.c'), 'utf8');

// `git apply` and `git am` take what the page writes.
test.beforeEach(() => requireJudge('git'));

test('a program and its source: a field moves, and git takes the patch', async ({
  page,
  patch,
}) => {
  await patch.openStructOf(sample('shop.o'), 'counter');
  await patch.show();
  await expect(patch.inspector).toContainText('A patch needs the text of the declaration');
  await expect(patch.inspector).toContainText('shop.c');

  await patch.onField('limit', 'Move to the start');
  await patch.show();
  // No patch of a declaration that nobody wrote: the change as text.
  await expect(
    patch.inspector.getByRole('region', { name: 'Layout before and after' }),
  ).toContainText('limit');
  await expect(patch.diff).toBeHidden();

  await patch.openFiles(sample('shop.c'));
  await expect(patch.inspector.getByText('exact', { exact: true })).toBeVisible();
  await expect(patch.diff).toContainText('+  uint32_t limit;');
  await expectAccessible(page, 'a patch');
  // Its 80 columns are there without a scroll.
  const textPx = await patch.diff.evaluate((diff) => {
    const { fontSize, fontFamily } = getComputedStyle(diff);
    const context = document.createElement('canvas').getContext('2d')!;
    context.font = `${fontSize} ${fontFamily}`;
    return { columns80: context.measureText('m'.repeat(80)).width, room: diff.clientWidth };
  });
  expect(textPx.room).toBeGreaterThan(textPx.columns80);

  const diff = await patch.download('Download .patch');
  const after = applied('shop.c', SOURCE, diff);
  expect(after.split('\n').filter((line) => line.includes('limit;'))).toEqual([
    '  uint32_t limit;',
  ]);
  expect(after.indexOf('uint32_t limit;')).toBeLessThan(after.indexOf('struct list link;'));

  await test.step('the diff follows an undo', async () => {
    await patch.command('Undo');
    await expect(patch.inspector).toContainText('Nothing is changed yet');
    await patch.command('Redo');
    await expect(patch.diff).toContainText('+  uint32_t limit;');
  });

  await test.step('the comment that says why is offered, and stands above the field and in the mail', async () => {
    await patch.inspector.getByRole('button', { name: 'limit…' }).click();
    await page.getByLabel(/^Why limit is there/).fill('Read with link.');
    await page.getByRole('button', { name: 'Keep note' }).click();
    await expect(patch.diff).toContainText('+  /* Read with link. */\n+  uint32_t limit;');
    await expect(patch.inspector.getByRole('checkbox', { name: /^limit:/ })).toBeChecked();
    await patch.inspector.getByRole('button', { name: 'Change the comment on limit' }).click();
    await expect(page.getByLabel(/^Why limit is there/)).toHaveValue('Read with link.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mail…' }).click();
    await expect(page.getByRole('region', { name: 'The mail' })).toContainText(
      'limit: Read with link.',
    );
    await page.keyboard.press('Escape');
    await patch.command('Undo');
    await expect(patch.diff).not.toContainText('Read with link.');
  });

  await test.step('the mail stays an RFC, and its download asks first', async () => {
    await page.getByRole('button', { name: 'Mail…' }).click();
    const mail = page.getByRole('region', { name: 'The mail' });
    await expect(mail).toContainText(
      'Subject: [RFC PATCH] move limit to the start of struct counter',
    );
    await expectAccessible(page, 'the mail');
    await page.getByRole('button', { name: 'Download the mail' }).click();
    await expect(page.getByText(/^4 FILL INs are left\b/)).toBeVisible();
    await page.getByRole('button', { name: 'Back to the form' }).click();
    await page.getByLabel('The problem, and what showed it').fill('Readers of hits wait.');
    await page.getByLabel('Workload, machine, before, after').fill('none');
    await page.getByLabel('Alternatives tested').fill('none');
    await page.getByLabel('Signed-off-by').fill('A Person <a@example.org>');
    await expect(mail).toContainText('Subject: [PATCH] move limit');
    const bytes = await patch.download('Download the mail');
    expect(appliedMail('shop.c', SOURCE, bytes)).toBe('move limit to the start of struct counter');
  });
});

test('a posted hunk that names no struct is of the one that has its members', async ({
  page,
  patch,
}) => {
  await patch.openFiles(sample('shop.o'));
  await expect(patch.row('counter')).toBeVisible();
  await patch.drop(
    'nameless.patch',
    `--- a/shop.c
+++ b/shop.c
@@ -19,4 +19,5 @@ typedef struct {
   struct list link;
   uint32_t lock;
+  uint32_t limit;
   uint64_t hits;
   struct stats stats;
@@ -27,4 +28,3 @@ typedef struct {
   unsigned int ready : 1, urgent : 3, lane : 12;
   uint8_t tag[6];
-  uint32_t limit;
 };
`,
  );
  await expect(page.getByRole('region', { name: 'The posted patch' })).toBeVisible();
  await page.keyboard.press('v');
  // The hole behind `lock`, which is at 16.
  await expectOffsets(patch, { limit: 20, hits: 24 });
});

test('one member of a shared declaration: refused with the line, and split by one click', async ({
  page,
  patch,
}) => {
  await patch.openStructOf(sample('shop.o'), 'counter');
  await patch.openFiles(sample('shop.c'));
  await patch.show();
  await expect(patch.inspector.getByText('exact', { exact: true })).toBeVisible();
  await patch.page.keyboard.press('Escape');
  await patch.openStruct('shop');
  await patch.show();
  await patch.onField('back', 'Move to the end');
  await patch.show();
  await expect(patch.refusal).toContainText('Split this declaration first');
  await page.getByRole('button', { name: /^Split the declaration at source line/ }).click();
  await expect(patch.diff).toContainText('+  struct counter back;');
  const after = applied('shop.c', SOURCE, await patch.download('Download .patch'));
  // `back` has gone from its line to the end, before what has to be last.
  const body = /struct shop \{\n([^]*?)\n\};/.exec(after)?.[1]?.split('\n') ?? [];
  expect(body).toContain('  struct counter front;');
  expect(body.slice(-2)).toEqual(['  struct counter back;', '  char shelf[];']);
});

test('a folder of source: the header is found in it, and what depends on the layout', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-tree-'));
  writeFileSync(join(folder, 'Makefile'), 'VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 9\n');
  writeFileSync(join(folder, 'shop.c'), SOURCE);
  writeFileSync(
    join(folder, 'use.c'),
    'static_assert(offsetof(struct counter, hits) == 24);\nint x = offsetof(struct other, hits);\n',
  );
  const patch = new PatchPage(page);
  await patch.goto();
  await patch.openStructOf(sample('shop.o'), 'counter');
  await page.getByLabel('Folder to open').setInputFiles(folder);
  await expect(patch.files).toContainText(/Linux 6\.1\.9 source$/);
  await patch.show();
  await expect(patch.inspector.getByText('exact', { exact: true })).toBeVisible();
  // The assertion holds `hits` where it is: nothing moves it until it is unpinned.
  await expect(patch.inspector).toContainText('1 member is pinned for them');
  await patch.onField('limit', 'Move to the start');
  await expect(
    page.getByRole('status').filter({ hasText: 'It would shift hits, which is pinned' }),
  ).toBeAttached();
  await expectOffsets(patch, { hits: 24 });
  await page.keyboard.press('Escape');
  await patch.member('hits').focus();
  await page.keyboard.press('Space');
  await patch.command('Inspector: field');
  await patch.inspector.getByRole('button', { name: 'Remove the pin' }).click();
  await page.keyboard.press('Escape');
  await patch.onField('limit', 'Move to the start');
  await patch.show();
  applied('shop.c', SOURCE, await patch.download('Download .patch'));
  await expect(patch.inspector).toContainText(
    /(?<!\d)1 place in 2 files of hitmap-tree-\w+; 1 breaks with what changes\b/,
  );
  await expect(patch.inspector).toContainText(/(?<![\w/])use\.c:1(?!\d)/);
});

test('a typedef of a third header: what breaks is told by class, under each name', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-tree-'));
  writeFileSync(join(folder, 'Makefile'), 'VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 9\n');
  writeFileSync(join(folder, 'shop.c'), SOURCE);
  writeFileSync(
    join(folder, 'forward.h'),
    'typedef struct counter Tally;\n#define TALLY(name) Tally name\n#define t_hits hits\n',
  );
  // Names the struct by the header's macro alone.
  writeFileSync(join(folder, 'macro.c'), 'static TALLY(second) = { {}, 2, 3 };\n');
  writeFileSync(
    join(folder, 'use.c'),
    'Tally first = { {}, 2, 3 };\nstatic_assert(offsetof(Tally, t_hits) == 24);\nint x = offsetof(Tally, hits);\n',
  );
  const patch = new PatchPage(page);
  await patch.goto();
  await patch.openStructOf(sample('shop.o'), 'counter');
  await patch.onField('limit', 'Move to the start');
  await page.getByLabel('Folder to open').setInputFiles(folder);
  await patch.show();
  await expect(patch.inspector).toContainText(
    'Looked for struct counter, Tally and TALLY in 4 files.',
  );
  const broken = patch.inspector.getByRole('list');
  await expect(patch.inspector).toContainText('3 break with what changes');
  await expect(patch.inspector.getByRole('heading', { name: 'Breaks the build:' })).toBeVisible();
  await expect(broken.filter({ hasText: 'use.c:2' })).toContainText('asserts where hits lies');
  await expect(broken.filter({ hasText: 'use.c:1' })).toContainText('values by position');
  await expect(broken.filter({ hasText: 'macro.c:1' })).toContainText('values by position');
  await expect(patch.inspector).toContainText('1 place follows by itself');
});

test('a folder with an initialiser by position: its members stay, and the place is named', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-tree-'));
  writeFileSync(join(folder, 'Makefile'), 'VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 9\n');
  writeFileSync(join(folder, 'shop.c'), SOURCE);
  writeFileSync(join(folder, 'use.c'), '\nstatic struct counter first = { {}, 2, 3 };\n');
  const patch = new PatchPage(page);
  await patch.goto();
  await patch.openStructOf(sample('shop.o'), 'counter');
  await page.getByLabel('Folder to open').setInputFiles(folder);
  await patch.show();
  await expect(patch.inspector).toContainText('3 members are pinned for them');
  await expect(patch.inspector).toContainText('gives the first 3 members values by position');
  await expect(patch.inspector).toContainText(/(?<![\w/])use\.c:2(?!\d)/);
  // `limit` at the start would hand each of the values to another member.
  await patch.onField('limit', 'Move to the start');
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /The edit would shift .*, which (?:is|are) pinned/ }),
  ).toBeAttached();
  await expectOffsets(patch, { lock: 16, hits: 24 });
});

test('another version of the source says where it differs', async ({ patch }) => {
  await patch.openStructOf(sample('shop.o'), 'counter');
  await patch.openFiles(fileOf('shop.c', SOURCE.replace('  uint64_t hits;\n', '')));
  await patch.show();
  await expect(patch.inspector.getByText('does not fit')).toBeVisible();
  await expect(patch.inspector).toContainText('hits');
});

test("the running kernel's struct file and its header: f_owner moves", async ({ page }) => {
  const kernel = runningKernel();
  test.skip(kernel === null, NO_RUNNING_KERNEL);
  if (kernel === null) throw new Error(NO_RUNNING_KERNEL);
  const header = `#ifndef _LINUX_FS_H\n#define _LINUX_FS_H\n\n${declarationOf(kernel, 'file')}\n#endif\n`;
  const patch = new PatchPage(page);
  await patch.goto();
  await patch.openFiles(kernel);
  await patch.openStruct('file');
  await patch.openFiles(fileOf('fs.h', header));
  await patch.show();
  await expect(patch.inspector.getByText('same members', { exact: true })).toBeVisible();
  await patch.onField('f_owner', 'Move to the start');
  await patch.show();
  await expect(patch.diff).toContainText('f_owner;');
  const after = applied('include/linux/fs.h', header, await patch.download('Download .patch'));
  expect(after).toMatch(/struct file \{\n\t[^\n]*\bf_owner;/);
});

test('pasted C: questions, switches, and the layout that gcc would make', async ({
  page,
  patch,
}) => {
  await patch.paste(
    `struct conn {
	spinlock_t lock;
	unsigned char state;
	unsigned long flags;
#ifdef CONFIG_SMP
	int cpu;
#endif
	char name[CONN_NAME];
};
`,
  );
  await expect(patch.title('conn')).toBeVisible();
  await expect(page.getByText(/^The layout needs 2 answers\b/)).toBeVisible();
  await expect(patch.figures).toBeHidden();
  await expectAccessible(page, 'questions of pasted C');
  const lock = page.getByRole('listitem').filter({ hasText: 'spinlock_t of lock' });
  await lock.getByLabel('size').fill('4');
  await lock.getByRole('button', { name: 'Set' }).click();
  const name = page.getByRole('listitem').filter({ hasText: 'CONN_NAME of name' });
  await name.getByLabel('is').fill('16');
  await name.getByRole('button', { name: 'Set' }).click();
  // lock 0, state 4, flags 8, cpu 16, name 20: 36 bytes, aligned to 8.
  await expect(patch.figure('Size')).toHaveText('40 bytes, as in the original');
  await expectOffsets(patch, { lock: 0, state: 4, flags: 8, cpu: 16, name: 20 });
  await page.getByText('1 condition, 1 on').click();
  const smp = page.getByRole('checkbox', { name: 'CONFIG_SMP' });
  await smp.uncheck();
  await expect(patch.figure('Size')).toHaveText('32 bytes, as in the original');
  await expectOffsets(patch, { flags: 8, name: 16 });
  // A box shows what was chosen at once, not when the layout for it is there.
  const isOn = await smp.evaluate((box: HTMLInputElement) => {
    box.click();
    return box.checked;
  });
  expect(isOn).toBe(true);
  await expect(patch.figure('Size')).toHaveText('40 bytes, as in the original');
});

test("pahole's output becomes a layout; what is not understood is refused by name", async ({
  page,
  patch,
}) => {
  await patch.paste(`> struct queue {
>         int                        head;                 /*     0     4 */
>         /* XXX 4 bytes hole, try to pack */
>         void *                     slots[4];             /*     8    32 */
>         /* size: 40, cachelines: 1, members: 2 */
> };
`);
  await expect(patch.title('queue')).toBeVisible();
  await expectOffsets(patch, { head: 0, slots: 8 });
  await expect(patch.figure('Size')).toHaveText('40 bytes, as in the original');
  await patch.paste('class shape : public base { int sides; };\nstruct plain { int a; };\n');
  await patch.openStructRow('shape');
  await expect(page.getByRole('alert')).toContainText('It has base classes');
});
