import { expect, test } from '../support/journey';
import { readFileSync } from 'node:fs';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';

const FIXTURE = new URL('../../web/core/document/fixtures/form1-names.json', import.meta.url);

test('what stands in the names of a link is only ever text', async ({ page }) => {
  const { link } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { link: string };
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const name = '<img src=x onerror=alert(1)>';
  const active = page.locator(
    '[onerror], [onload], [onmouseover], [src="x"], iframe, [href^="javascript:"]',
  );
  await page.goto('/');
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, link);
  const hitmap = new HitmapPage(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(active).toHaveCount(0);
  await hitmap.showEdited();
  await hitmap.member(name).focus();
  // Every place that shows names, notes and the author's words.
  for (const command of [
    'Inspector: field',
    'Inspector: changes',
    'Inspector: share',
    'Compare: before and after',
  ]) {
    await hitmap.command(command);
    await expect(page.getByText('onerror=alert').first()).toBeVisible();
    await expect(active).toHaveCount(0);
  }
  await expect(page.getByLabel('Supplied by the author').first()).toContainText('<b onmouseover');
  await expectAccessible(page, 'a link with hostile names');
  expect(dialogs).toEqual([]);
  expect(errors).toEqual([]);
});
