import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { ADDRESS_SPACE_LINE, ALIGNED_ADDRESS_SPACE_LINE, paretoText } from '../support/c2cReport';
import { sample } from '../support/inputs';
import { expectOffsets } from '../support/offsets';

const HUNK = `--- a/include/shop/mapping.h
+++ b/include/shop/mapping.h
@@ -24,4 +24,4 @@ struct address_space {
 \tstruct rb_root_cached\ti_mmap;
-\tstruct rw_semaphore\ti_mmap_rwsem;
+\tstruct rw_semaphore\ti_mmap_rwsem ____cacheline_aligned_in_smp;
 \tunsigned long\t\tnrpages;
 \tunsigned long\t\twriteback_index;
`;

/** As a person writes one: what was measured before and after, and the change. */
const MAIL = `From: Ada Example <ada@example.org>
Subject: [PATCH] mapping: give the lock of the tree a line of its own

Closing files in parallel shows i_mmap_rwsem on the line of i_mmap.

Baseline:

${paretoText([ADDRESS_SPACE_LINE])}
With this change:

${paretoText([ALIGNED_ADDRESS_SPACE_LINE])}
Signed-off-by: Ada Example <ada@example.org>
---
${HUNK}-- 
2.43.0
`;

async function mailOverMapping(page: Page): Promise<HitmapPage> {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('mapping.o'));
  await expect(hitmap.row('address_space')).toBeVisible();
  await hitmap.paste(MAIL);
  return hitmap;
}

test('a mail is opened by Ctrl+V though the search has the focus, and the keys are the page’s then', async ({
  page,
}) => {
  // The list is beside the struct.
  await page.setViewportSize({ width: 1600, height: 900 });
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('mapping.o'));
  await expect(hitmap.row('address_space')).toBeVisible();
  // Nothing of what is typed goes into the search before it is asked for.
  await expect(hitmap.searchBox).not.toBeFocused();
  await page.keyboard.press('/');
  await expect(hitmap.searchBox).toBeFocused();
  // The key that led here, pressed once more, is no letter of a name.
  await page.keyboard.type('/a/d');
  await expect(hitmap.searchBox).toHaveValue('ad');
  await page.keyboard.press('Escape');
  await page.keyboard.type('addr');

  await hitmap.paste(MAIL);
  const story = page.getByRole('region', { name: 'The posted patch' });
  await expect(story).toContainText(
    'i_mmap_rwsem (88 to 128) leaves the line of i_mmap. 192 to 256 bytes, and it begins a line now: 4 lines.',
  );
  // Compare opens by itself, and what was measured of both layouts is beside what is expected.
  const compare = page.getByRole('button', { name: 'compare', exact: true });
  await expect(compare).toHaveAttribute('aria-pressed', 'true');
  await expect(story).toContainText(
    /i_mmap: [\d,]+ to 0 HITM expected, and not in the mail's second report/,
  );
  await page.keyboard.press('v');
  await expect(compare).toHaveAttribute('aria-pressed', 'false');
  await expectOffsets(hitmap, { i_mmap: 72, i_mmap_rwsem: 128 });
  await expect(hitmap.searchBox).toHaveValue('addr');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(hitmap.files.getByRole('button', { name: /Baseline|With this change/ })).toHaveCount(
    2,
  );

  await page.keyboard.press('o');
  await expectOffsets(hitmap, { i_mmap_rwsem: 88 });
  await expect(hitmap.searchBox).toHaveValue('addr');
});

test('one line goes where the focus is, a link is read, and a field of several lines keeps them', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  const link = await hitmap.copyLink();
  expect(link).toContain('#hitmap1.');

  await page.keyboard.press('/');
  await hitmap.paste('shop\n');
  await expect(hitmap.searchBox).toHaveValue('shop');
  await page.keyboard.press('Enter');
  await expect(hitmap.title('shop')).toBeVisible();
  await page.keyboard.press('/');
  await expect(hitmap.searchBox).toBeFocused();
  await hitmap.paste(link);
  await expect(page.getByRole('button', { name: 'About counter: from a link' })).toBeVisible();
  await expect(hitmap.searchBox).toHaveValue('shop');

  await hitmap.member('limit').focus();
  await hitmap.command('Note on this field…');
  const note = page.getByRole('textbox', { name: /^Note on limit/ });
  await expect(note).toBeFocused();
  await hitmap.paste('Read with link.\nNever written.');
  await expect(note).toHaveValue('Read with link.\nNever written.');
});

test('the mail first, the kernel after: what waits is tried again, and nothing is there twice', async ({
  page,
  hitmap,
}) => {
  await hitmap.paste(MAIL);
  const waits = page.getByText(/which no open file has\. Open the kernel that it is for\./);
  await expect(waits).toContainText('struct address_space');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const reports = hitmap.files.getByRole('button', { name: /Baseline|With this change/ });
  await expect(reports).toHaveCount(2);

  await hitmap.openFiles(sample('shop.o'));
  await expect(hitmap.row('counter')).toBeVisible();
  await expect(waits).toBeVisible();
  await hitmap.openFiles(sample('mapping.o'));
  await expect(hitmap.title('address_space')).toBeVisible();
  await expect(waits).toHaveCount(0);
  await page.keyboard.press('v');
  await expectOffsets(hitmap, { i_mmap_rwsem: 128 });
  const changes = page.getByRole('button', { name: '1 change', exact: true });
  await expect(changes).toBeVisible();

  await hitmap.paste(MAIL);
  await expect(page.getByRole('status').filter({ hasText: 'is loaded already' })).toBeAttached();
  await expect(reports).toHaveCount(2);
  await expect(changes).toBeVisible();
});

test('an aligned struct begins on a line, whatever its base was: heat before, picture and findings after', async ({
  page,
}) => {
  const hitmap = await mailOverMapping(page);
  await expect(hitmap.title('address_space')).toBeVisible();
  // Its reports are bound by themselves: the patch says which two members are meant.
  const story = page.getByRole('region', { name: 'The posted patch' });
  await expect(story).toContainText(/and not in the mail's second report/);
  await page.keyboard.press('v');

  const base = page.getByLabel('Base offset in bytes');
  await expect(base).toHaveText('base 0');
  const later = page.getByRole('button', { name: 'Start later in the line' });
  await expect(later).toHaveAttribute('aria-disabled', 'true');
  const findings = hitmap.inspector.getByRole('tabpanel', { name: 'Why' });
  await hitmap.inspector.getByRole('tab', { name: 'Why' }).click();
  await expect(findings).not.toContainText('False sharing');
  await expect(findings).not.toContainText('Lock beside');
  await expect(findings).not.toContainText('Alignment of');

  await hitmap.member('i_mmap').focus();
  await page.keyboard.press('o');
  await hitmap.inspector.getByRole('tab', { name: 'Why' }).click();
  await expect(findings).toContainText('False sharing on line');
});

test('a layout that has the patch already, or parts the members otherwise, says so and changes nothing', async ({
  page,
  hitmap,
}) => {
  await hitmap.openFiles(sample('mapping.o'));
  await expect(hitmap.row('address_space')).toBeVisible();
  const story = page.getByRole('region', { name: 'The posted patch' });
  // The struct of the sample is the one after this patch.
  await hitmap.paste(`--- a/include/shop/mapping.h
+++ b/include/shop/mapping.h
@@ -24,4 +24,4 @@ struct address_space {
-\tunsigned long\t\tnrpages;
 \tstruct rb_root_cached\ti_mmap;
 \tstruct rw_semaphore\ti_mmap_rwsem;
+\tunsigned long\t\tnrpages;
 \tunsigned long\t\twriteback_index;
`);
  await expect(story).toContainText('This address_space has the patch already: nrpages is at 128.');
  await expect(page.getByText('Before the patch (reconstructed)').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^\d+ changes?$/ })).toHaveCount(0);
  // One line of this cannot be placed: no size is said of it.
  await hitmap.paste(`--- a/include/shop/mapping.h
+++ b/include/shop/mapping.h
@@ -24,4 +24,5 @@ struct address_space {
 \tstruct rb_root_cached\ti_mmap;
-\tstruct rw_semaphore\ti_mmap_rwsem;
 \tunsigned long\t\tnrpages;
+\tstruct rw_semaphore\ti_mmap_rwsem;
+\tstruct shelf_of_another_tree\tshelf;
 \tunsigned long\t\twriteback_index;
`);
  await expect(story).toContainText(
    '2 of 3 changed lines are placed: its size is not known, because of line',
  );
});

test('layouts that pahole printed before and after are compared without any kernel', async ({
  page,
  hitmap,
}) => {
  const printed = (members: string, size: number) =>
    `struct crate {\n${members}\n\n/* size: ${size}, cachelines: 1, members: 3 */\n};\n`;
  await hitmap.paste(
    `By pahole, on our machine:\n\n--before--\n${printed('int lid; /* 0 4 */\n\n/* XXX 4 bytes hole, try to pack */\n\nlong rope; /* 8 8 */\nint seal; /* 16 4 */\n/* padding: 4 */', 24)}\n--with this change--\n${printed('int lid; /* 0 4 */\nint seal; /* 4 4 */\nlong rope; /* 8 8 */', 16)}`,
  );
  const story = page.getByRole('region', { name: 'The posted patch' });
  await expect(story).toContainText('24 to 16 bytes, 1 line.');
  await expect(page.getByRole('button', { name: 'compare', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a kernel that comes after a mail with a printed layout takes its place: the struct is open once', async ({
  page,
}) => {
  // The list is beside the struct.
  await page.setViewportSize({ width: 1600, height: 900 });
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  const printed = `struct address_space {
\tstruct rb_root_cached      i_mmap;               /*     0    16 */
\tstruct rw_semaphore        i_mmap_rwsem;         /*    16    40 */
\tlong unsigned int          nrpages;              /*    56     8 */
\t/* --- cacheline 1 boundary (64 bytes) --- */
\tlong unsigned int          writeback_index;      /*    64     8 */

\t/* size: 72, cachelines: 2, members: 4 */
};
`;
  await hitmap.paste(`Before, by pahole:\n\n${printed}\n${HUNK}`);
  const story = page.getByRole('region', { name: 'The posted patch' });
  await expect(story).toContainText('i_mmap_rwsem (16 to 64)');
  const open = page.getByRole('button', { name: /^Close address_space/ });
  await expect(open).toHaveCount(1);
  await hitmap.openFiles(sample('mapping.o'));
  await expect(story).toContainText('i_mmap_rwsem (88 to 128)');
  await expect(open).toHaveCount(1);
});

test('a change of mine on a posted order is a third layout, and the reply has both', async ({
  page,
}) => {
  const hitmap = await mailOverMapping(page);
  const story = page.getByRole('region', { name: 'The posted patch' });
  await expect(story).toBeVisible();
  const titles = page.getByRole('region', { name: 'Comparison' }).getByText(/^(?:Patched|Mine): /);
  await expect(titles).toHaveText([/^Patched: 256 bytes/]);
  await page.keyboard.press('v');
  await hitmap.member('a_ops').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('v');
  await expect(titles).toHaveText([/^Patched: 256 bytes/, /^Mine: 256 bytes/]);
  await expect(story).toContainText('As posted: i_mmap_rwsem (88 to 128)');
  await page.keyboard.press('h');
  await page.getByRole('button', { name: 'Copy the reply' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect
    .poll(copied)
    .toMatch(
      /^Patched: i_mmap_rwsem \(88 to 128\) leaves [^]*\n {4}align i_mmap_rwsem cacheline\n\nInstead: [^]*\n {4}move a_ops [^\n]*\n\n[^\n]*#hitmap1\.\S+\n$/,
    );
});

test('the order that a reply asks for is taken by a button, and undo brings the patch’s back', async ({
  page,
}) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('mapping.o'));
  await expect(hitmap.row('address_space')).toBeVisible();
  await hitmap.paste(`Subject: [PATCH] mapping: room before the lock of the tree

---
--- a/include/shop/mapping.h
+++ b/include/shop/mapping.h
@@ -24,3 +24,4 @@ struct address_space {
 \tstruct rb_root_cached\ti_mmap;
+\tchar padding[24];
 \tstruct rw_semaphore\ti_mmap_rwsem;
 \tunsigned long\t\tnrpages;
-- 
2.43.0

Rita Reviewer March 3, 2026, 9:11 a.m. UTC | #2
Instead of padding, a_ops could go into the hole.
`);
  const story = page.getByRole('region', { name: 'The posted patch' });
  await expect(story).toContainText('Rita Reviewer: “Instead of padding');
  const take = story.getByRole('button', { name: 'Take that order' });
  const lock = hitmap.member('i_mmap_rwsem');
  await take.click();
  await expect(take).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'yours now' })).toBeVisible();
  await page.keyboard.press('v');
  await expect(lock).toHaveAccessibleName(/96/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(lock).toHaveAccessibleName(/112/);
});
