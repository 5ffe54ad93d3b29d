import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';

test('the empty page says what this is, and a real example opens at once', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await expectAccessible(page, 'the empty page');
  await page.getByRole('button', { name: 'Try struct file of v6.14' }).click();
  await expect(hitmap.title('file')).toBeVisible();
  await expect(hitmap.figure('Size')).toContainText('184');
  await expectAccessible(page, 'struct file');

  // The merged change, in two drags: f_ref to the end, f_owner behind f_cred.
  await hitmap.member('f_ref').focus();
  await hitmap.command('Move to the end');
  expect(await hitmap.offsetOf('f_ref')).toBe(176);
  await expect(hitmap.figure('Size')).toContainText('184');
});

test('every way to an input is one line that can be copied', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  const copies = page.getByRole('button', { name: /^Copy: / });
  expect(await copies.count()).toBeGreaterThanOrEqual(3);
  const first = copies.first();
  const line = ((await first.getAttribute('aria-label')) ?? '').replace(/^Copy: /, '');
  await first.click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line);
});

test('every action is in the palette with its key, and ? shows the keys', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  expect(
    await page.getByRole('listbox', { name: 'Commands' }).getByRole('option').count(),
  ).toBeGreaterThan(20);
  await expectAccessible(page, 'the palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('region', { name: 'List of keys' })).toBeVisible();
  await expectAccessible(page, 'the keys');
});

test('dark and light, narrow and wide, all pass axe', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 900, height: 800 });
    await hitmap.goto();
    await expectAccessible(page, `the empty page, ${colorScheme}, narrow`);
    await page.getByRole('button', { name: 'Try struct file of v6.14' }).click();
    await expect(hitmap.title('file')).toBeVisible();
    await expectAccessible(page, `struct file, ${colorScheme}, narrow`);
    await page.setViewportSize({ width: 1800, height: 1000 });
    await expectAccessible(page, `struct file, ${colorScheme}, wide`);
  }
});
