import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { ADDRESS_SPACE_LINE, paretoText } from '../support/c2cReport';
import { sample } from '../support/inputs';

/** Fewer letters than this are a sign, not a word: `?`, `× 2`, `−8`. */
const LEAST_LETTERS = 3;

/** Buttons on the screen that show no word: each with its place among all buttons, and the tooltip that its mark-up has. */
async function signs(page: Page) {
  return page.locator('button').evaluateAll(
    (buttons: HTMLElement[], least) =>
      buttons.flatMap((button, at) => {
        const letters = (button.innerText.match(/\p{L}/gu) ?? []).length;
        if (!button.checkVisibility({ visibilityProperty: true }) || letters >= least) return [];
        return [{ at, name: button.getAttribute('aria-label') ?? '', title: button.title }];
      }),
    LEAST_LETTERS,
  );
}

/** Fails for a button without a word that has no name, or whose tooltip is nothing. */
async function expectExplained(page: Page): Promise<void> {
  for (const { at, name, title } of await signs(page)) {
    expect(name, `button ${at} has a name`).not.toBe('');
    if (title !== '') continue;
    await page.locator('button').nth(at).focus();
    await page.locator('button').nth(at).hover({ force: true });
    await expect(page.getByRole('tooltip').first(), `${name} has a tooltip`).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
  }
}

/** Fields for text, numbers and choices say what they are of without a tooltip: by a label or by their name. */
async function expectFieldsNamed(page: Page): Promise<void> {
  const unnamed = await page
    .locator('input:visible, select:visible, textarea:visible')
    .evaluateAll((fields: HTMLInputElement[]) =>
      fields
        .filter((field) => !field.ariaLabel && (field.labels ?? []).length === 0 && !field.title)
        .map((field) => field.outerHTML),
    );
  expect(unnamed).toEqual([]);
}

test('a control that is not a word says what it does', async ({ page }) => {
  test.slow();
  const hitmap = await HitmapPage.lockBesideTree(page);
  await expectExplained(page);
  await hitmap.member('nrpages').click();
  await page.keyboard.press('Alt+End');
  for (const tab of ['Why', 'Change', 'Expect', 'Send']) {
    await hitmap.inspector.getByRole('tab', { name: tab }).click();
    await expectFieldsNamed(page);
    await expectExplained(page);
  }
  await page.keyboard.press('v');
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();
  await expectExplained(page);
  await page.keyboard.press('v');
  await hitmap.command('Inspector: heat');
  await expectExplained(page);
  await expect(page.getByRole('button', { name: '8 bytes later' })).toHaveAttribute(
    'title',
    'The line begins 8 bytes later',
  );
  await page.keyboard.press('Control+f');
  await expectFieldsNamed(page);
  await expectExplained(page);
});

test('so does one of the list, of a report, of its candidates and of two files', async ({
  page,
}) => {
  test.slow();
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await expectExplained(page);
  await hitmap.drop('c2c.txt', paretoText([ADDRESS_SPACE_LINE]));
  await hitmap.openFiles(sample('mapping.o'));
  await expect(page.getByRole('button', { name: /^Bind to address_space / })).toBeVisible();
  await expectExplained(page);
  await expectFieldsNamed(page);
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.command('Compare two loaded files');
  await expect(page.getByRole('heading', { name: /^What changed/ })).toBeVisible();
  await expectExplained(page);
  await expectFieldsNamed(page);
});

/** What the legend says of each shape of the grid that is no cell, by its class; null for what holds or frames others. */
const LEGEND: Readonly<Record<string, RegExp | null>> = {
  fill: null,
  edge: null,
  ticks: null,
  rail: null,
  'leader-line': null,
  'leader-box': null,
  'open-end': null,
  'access reads': /^read$/,
  'access writes': /^written$/,
  'access both': /^read and written$/,
  stored: /^stores were sampled on the field/,
  'stripe tagged': /^a user’s tag/,
  'stripe predicted': /^predicted for the layout in view, by the steps/,
  found: /^a finding on the line/,
  noted: /^a note, on a line or a field/,
  broken: /^a rule is broken/,
  toggle: /^has members; press/,
  pin: /^pinned: it keeps its place/,
  'change moved': /^moved or added by an edit/,
  'change added': /^moved or added by an edit/,
  'mark align edited': /^a forced alignment/,
  'mark align stated': /^a forced alignment/,
};

test('every mark of the grid is in the legend behind ?', async ({ page }) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  const seen = new Set<string>();
  const look = async () => {
    const classes = await page
      .locator('.hitmap-grid path:not([d=""])')
      .evaluateAll((paths) =>
        paths
          .filter((path) => path.closest('defs') === null && path.closest('.links') === null)
          .map((path) => path.getAttribute('class') ?? ''),
      );
    for (const each of classes) seen.add(each.trim());
  };
  await look();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await hitmap.member('nrpages').click();
  await page.keyboard.press('p');
  await hitmap.member('flags').click();
  await page.keyboard.press('t');
  await page.keyboard.press('Alt+End');
  await look();
  const study = await HitmapPage.withStudy(page, /Apart on 64-byte lines/);
  await study.member('f_count').click();
  await look();
  const unknown = [...seen].filter((each) => !(each in LEGEND));
  expect(unknown, 'shapes that no legend tells of').toEqual([]);
  // What is looked at has the marks that matter, or the test would see nothing.
  for (const each of ['stored', 'found', 'noted', 'stripe predicted', 'stripe tagged']) {
    expect([...seen]).toContain(each);
  }
  await page.keyboard.press('?');
  const marks = page.getByRole('dialog', { name: 'Keys and marks' });
  for (const says of Object.values(LEGEND)) {
    if (says !== null) await expect(marks.getByText(says).first()).toBeAttached();
  }
  await expect(marks.getByText('predicted for the layout in view, not measured')).toBeAttached();
  await expectAccessible(page, 'keys and marks');
});

test('in a narrow window the list is the page until a struct is picked, and / brings it back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'));
  await expect(hitmap.list).toBeVisible();
  await hitmap.openStruct('counter');
  await expect(hitmap.title('counter')).toBeVisible();
  await expect(hitmap.list).toBeHidden();
  await page.keyboard.press('/');
  await expect(hitmap.searchBox).toBeFocused();
  await hitmap.list.getByRole('option').first().click();
  await expect(hitmap.list).toBeHidden();
  // Nothing of a comparison is cut at the side either.
  await hitmap.member('limit').click();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('v');
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('img', { name: /^After/ }).first()).toBeVisible();
  expect(await comparison.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
});
