import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { sample } from '../support/inputs';
import { expectOffsets } from '../support/offsets';

/** The storage of this page has what was changed. */
async function expectKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('hitmap.drafts') ?? ''))
    .toContain('hitmap');
}

async function openDraft(page: Page): Promise<void> {
  const open = page.getByRole('region', { name: 'Open structs' });
  await open.getByRole('button', { name: /^counter/ }).click();
}

test('changes are there again after a reload and in a new tab; a link never replaces them; the switch takes them away', async ({
  page,
}) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.openStruct('counter');
  await hitmap.command('Copy a link to this layout');
  await expect(page.getByRole('status').filter({ hasText: 'The link is copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await hitmap.member('limit').focus();
  await hitmap.command('Move to the start');
  await expectOffsets(hitmap, { limit: 0 });
  await expectKept(page);

  await page.reload();
  await expect(page.getByText('A struct that you changed is in the list')).toBeVisible();
  await openDraft(page);
  await expectOffsets(hitmap, { limit: 0 });

  // The tab is closed, and the link of the unchanged struct opened in another: both are there.
  const other = await page.context().newPage();
  await page.close();
  const theirs = new HitmapPage(other);
  await other.goto(link);
  await expect(theirs.title('counter')).toBeVisible();
  await expect(other.getByText('from a link').first()).toBeVisible();
  // gcc: 64, after the 6 bytes of `tag` at 58.
  await expectOffsets(theirs, { limit: 64 });
  const open = other.getByRole('region', { name: 'Open structs' });
  await expect(open.getByRole('button', { name: /^counter/ })).toHaveCount(2);

  await theirs.command('Drafts in this browser on or off');
  await expect
    .poll(() => other.evaluate(() => localStorage.getItem('hitmap.drafts') ?? ''))
    .not.toContain('hitmap');
  await other.goto('/');
  await other.reload();
  await expect(open.getByRole('button', { name: /^counter/ })).toHaveCount(0);
});
