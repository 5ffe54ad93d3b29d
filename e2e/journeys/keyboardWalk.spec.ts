import type { Page } from '@playwright/test';
import { HitmapPage } from '../pages/hitmapPage';
import { ADDRESS_SPACE_LINE, paretoText } from '../support/c2cReport';
import { sample } from '../support/inputs';
import { expect, test } from '../support/journey';

/** Presses Tab until this has the keyboard, as somebody does who sees where it is. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (name.test(at)) return;
  }
  throw new Error(`Tab does not come to ${name}`);
}

/** Opens files by the key, and answers the browser's own dialog. */
async function openByKey(page: Page, ...paths: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+o');
  await (await chooser).setFiles([...paths]);
}

/** Types into the palette, and runs what it names first. */
async function palette(page: Page, words: string, first: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Find a command' });
  await expect(box).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
    first,
  );
  await page.keyboard.press('Enter');
  await expect(box).toBeHidden();
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 900, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`from a report to a link by the keyboard alone at ${width} by ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const hitmap = new HitmapPage(page);
    await hitmap.goto();
    await hitmap.paste(paretoText([ADDRESS_SPACE_LINE]));
    await expect(page.getByRole('heading', { name: /^Line 0x/ })).toBeVisible();
    await openByKey(page, sample('mapping.o'));
    const bind = page.getByRole('button', { name: /^Bind to address_space / });
    await expect(bind).toBeVisible();
    await tabTo(page, /^Bind to address_space /);
    await page.keyboard.press('Enter');
    await expect(hitmap.title('address_space')).toBeVisible();

    // What was pressed is gone: the keyboard is at the findings, and the next Tab is at the first of them.
    const findings = hitmap.inspector.getByRole('tabpanel', { name: 'Why' });
    await expect(findings).toBeFocused();
    await expect(findings).toContainText('False sharing on line');
    await page.keyboard.press('Tab');
    await expect(findings.locator(':focus')).toHaveCount(1);
    if (width < 860) {
      // It lies over the grid, and Escape closes it.
      await page.keyboard.press('Escape');
      await expect(hitmap.inspector).toBeHidden();
    }

    await palette(page, 'nrpages', /^Fieldnrpages of address_space/);
    await expect(hitmap.member('nrpages')).toBeFocused();
    await expect(hitmap.member('nrpages')).toBeInViewport();
    await page.keyboard.press('Alt+End');
    await expect(page.getByRole('toolbar').getByText('1 change')).toBeVisible();
    await expect(hitmap.member('nrpages')).toBeFocused();

    await palette(page, 'Inspector: prediction', /Inspector: prediction/);
    await expect(hitmap.inspector.getByRole('tabpanel', { name: 'Expect' })).toBeVisible();
    await tabTo(page, /^Mark them/);
    await palette(page, 'Inspector: share', /Inspector: share/);
    // The tab that had the keyboard is gone, and its place is where the keyboard is.
    await expect(hitmap.inspector.getByRole('tabpanel', { name: 'Send' })).toBeFocused();
    await tabTo(page, /^Copy link/);
    await page.keyboard.press('Enter');
    await expect(hitmap.announcements.filter({ hasText: 'The link is copied' })).toHaveCount(1);
  });
}

test('the palette goes to a struct, and the keyboard with it', async ({ page, hitmap }) => {
  await openByKey(page, sample('shop.o'));
  await expect(hitmap.row('counter')).toBeVisible();
  await palette(page, 'counter', /^Structstruct counter/);
  await expect(hitmap.title('counter')).toBeVisible();
  await expect(page.locator('.hitmap-grid [role=treeitem]:focus')).toHaveCount(1);
});

test('the keyboard is in the layout again after compare', async ({ page, hitmap }) => {
  await page.getByRole('button', { name: 'Try struct file of v6.14' }).click();
  await hitmap.member('f_owner').click();
  await page.keyboard.press('v');
  // Meanwhile its arrows scroll the comparison.
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeFocused();
  await page.keyboard.press('v');
  await expect(hitmap.member('f_owner')).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page.getByRole('toolbar').getByText('1 change')).toBeVisible();
});
