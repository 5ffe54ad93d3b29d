import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';
import { expect, test } from '../support/journey';

test('a study shows what its step says: its layout, its fields, its figures, its sources', async ({
  page,
}) => {
  const hitmap = await HitmapPage.withStudy(page, /Apart on 64-byte lines/);
  // The first step speaks of 64-byte lines, the second of 128.
  const lineSize = page.getByLabel('Line size in bytes');
  await expect(lineSize).toHaveValue('64');
  await expect(page.locator('.hitmap-grid .cell.lit')).toHaveCount(2);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(lineSize).toHaveValue('128');
  await page.getByRole('button', { name: 'Step 7: What was measured' }).click();
  const story = page.getByRole('region', { name: 'Story' });
  const kunpeng = story.getByRole('figure', { name: /on Kunpeng 920, lps, as published/ });
  await expect(kunpeng.getByRole('definition')).toHaveText(['2,222,456', '3,160,841']);
  await expect(
    story.getByRole('figure', { name: /^Conflicts predicted from the tags/ }),
  ).toBeVisible();
  await story.getByText('Sources').click();
  await expect(
    story.getByText('https://lkml.iu.edu/hypermail/linux/kernel/2004.3/07528.html'),
  ).toBeVisible();
  await expect(story.getByRole('link')).toHaveCount(0);
  await expectAccessible(page, 'the end of a study');
  await expect(hitmap.title('file')).toBeVisible();
});

test('a field that is held says what its place costs', async ({ page }) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  await expect(hitmap.figure('HITM')).toContainText('33,034');
  await hitmap.drag(hitmap.member('nrpages'), hitmap.member('private_data'), { drop: false });
  await expect(page.locator('.hitmap-grid .ghost .cost')).toHaveText(/^192 B · 0 holes · HITM ≈ /);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.locator('.hitmap-grid .ghost .cost')).toHaveCount(0);
});

test('what a field leads to opens, and the way back stands before the name', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('shop.o'), 'shop');
  await hitmap.member('front').focus();
  await hitmap.command('Open the struct it points to');
  await expect(hitmap.title('counter')).toBeVisible();
  const way = page.getByRole('navigation', { name: 'The way here' });
  await expect(way.getByRole('button', { name: 'shop.front: open shop' })).toBeVisible();
  await expectAccessible(page, 'the way here');
  // What leads nowhere says so.
  await hitmap.member('limit').click();
  await page.keyboard.press('Enter');
  await expect(hitmap.announcements.filter({ hasText: 'limit leads to no struct.' })).toHaveCount(
    1,
  );
  await way.getByRole('button', { name: 'Back to shop' }).click();
  await expect(hitmap.title('shop')).toBeVisible();
});
