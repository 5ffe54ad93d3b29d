import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { ADDRESS_SPACE_LINE, ALIGNED_ADDRESS_SPACE_LINE, paretoText } from '../support/c2cReport';
import { readCorpus, sample } from '../support/inputs';

/** The change that was posted, as it would look for the struct of the sample. */
const PATCH = `---
 include/linux/fs.h | 2 +-
 1 file changed, 1 insertion(+), 1 deletion(-)

diff --git a/include/linux/fs.h b/include/linux/fs.h
index 133f0640fb24..4ae6ea9ea3ce 100644
--- a/include/linux/fs.h
+++ b/include/linux/fs.h
@@ -1,4 +1,4 @@ struct address_space {
 \tstruct rb_root_cached\ti_mmap;
-\tstruct rw_semaphore\ti_mmap_rwsem;
 \tunsigned long\t\tnrpages;
+\tstruct rw_semaphore\ti_mmap_rwsem;
 \tpgoff_t\t\t\twriteback_index;
--
2.40.0
`;

const MAIL = `From: A Developer <a@example.org>
Date: Mon, 5 Jun 2023 10:00:00 +0000
Subject: [PATCH] fs: keep the lock of a mapping off the line of its tree

UnixBench shows false sharing between i_mmap and i_mmap_rwsem.

Baseline:

${paretoText([ADDRESS_SPACE_LINE])}
With this change:

${paretoText([ALIGNED_ADDRESS_SPACE_LINE])}
Signed-off-by: A Developer <a@example.org>
${PATCH}`;

test('a mail with two reports and a patch is all three', async ({ page, hitmap }) => {
  await hitmap.openStructOf(sample('mapping.o'), 'address_space');
  await hitmap.drop('mail.eml', MAIL);

  // The patch: before and after, from the same text.
  await expect(
    page.getByRole('region', { name: 'The posted patch' }).getByText(/stays on the line of/),
  ).toBeVisible();
  for (const name of ['mail.eml: Baseline', 'mail.eml: With this change']) {
    await expect(hitmap.files.getByRole('button', { name })).toBeVisible();
  }

  // Each report is bound to the layout that it was measured on.
  await hitmap.command('Inspector: heat');
  await expect(hitmap.inspector).toContainText('0xff1ddd3f0c8a3b00');
  await expect(hitmap.inspector).toContainText('With this change');
});

test('a table that a terminal cut keeps every line, and says that it was cut', async ({ page }) => {
  const whole = readCorpus('modules-6.1-NNN.txt');
  const cut = whole
    .split('\n')
    .map((line) => line.slice(0, 120))
    .join('\n');
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  const table = page.getByRole('grid', { name: 'Contended cache lines' });
  const rows = table.getByRole('row');
  const figures = async () => {
    const all = [];
    for (let row = 1; row < (await rows.count()); row++) {
      const cells = await rows.nth(row).getByRole('gridcell').allTextContents();
      all.push(cells.slice(0, 5));
    }
    return all;
  };
  await hitmap.drop('whole.txt', whole);
  await expect(table).toBeVisible();
  await expect(page.getByRole('region', { name: 'What is missing from this text' })).toBeHidden();
  const clean = await figures();
  expect(clean.length).toBeGreaterThan(2);

  await page.reload();
  await hitmap.drop('cut.txt', cut);
  await expect(table).toBeVisible();
  await expect.poll(figures).toEqual(clean);
  const lacks = page.getByRole('region', { name: 'What is missing from this text' });
  await expect(lacks).toContainText(/[Aa] row of the report is cut at the right/);
  await expectAccessible(page, 'a report that was cut');
});

test('what was copied out of a coloured terminal reads like the file', async ({ page }) => {
  const whole = readCorpus('demo-6.1.txt');
  const coloured = whole
    .split('\n')
    .map((line) => `\u001b[0m${line.replace(/(\d+\.\d+%)/g, '\u001b[1;31m$1\u001b[m')}\u001b[K`)
    .join('\n');
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  const table = page.getByRole('grid', { name: 'Contended cache lines' });
  await hitmap.drop('plain.txt', whole);
  await expect(table).toBeVisible();
  const clean = await table.textContent();
  await page.reload();
  await hitmap.drop('coloured.txt', coloured);
  await expect(table).toBeVisible();
  await expect(table).toHaveText(clean ?? '');
  await expect(page.getByRole('region', { name: 'What is missing from this text' })).toBeHidden();
});

test('a text that is too long for the clipboard is asked for as a file, and nothing is read of it', async ({
  page,
  hitmap,
}) => {
  await hitmap.paste(`${'x'.repeat(1023)}\n`.repeat(16 * 1024 + 1));
  const notice = page.getByText('It is longer than 16 MB. Save it as a file and drop that');
  await expect(notice).toBeVisible();
  // One that is short is read.
  await hitmap.paste(paretoText([ADDRESS_SPACE_LINE]));
  await expect(page.getByRole('grid', { name: 'Contended cache lines' })).toBeVisible();
});

test('the difference of two reports is refused for what it is, as it is and indented, and is no patch', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('mapping.o'), 'address_space');
  const difference = `--- before.txt
+++ after.txt
@@ -3,5 +3,5 @@
   Percent     offset       size  field
   100.00          0         96  struct GHashTable       {
-    25.00          0          8      gsize   size;
-    75.00          8          4      gint    mod;
+    40.00          0          8      gsize   size;
+    60.00          8          4      gint    mod;
      0.00         12          4      guint   mask;
`;
  for (const text of [difference, difference.replace(/^/gm, '    ')]) {
    await hitmap.paste(text);
    const refused = page.getByRole('alert');
    await expect(refused).toContainText('This is the difference of two reports');
    await page.getByRole('button', { name: /^Dismiss the message/ }).click();
    await expect(refused).toHaveCount(0);
  }
});
