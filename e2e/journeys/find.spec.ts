import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';
import { expect, test } from '../support/journey';

test('Ctrl+F finds in the layout, steps through what it finds and leaves the field', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('shop.o'), 'shop');
  await page.keyboard.press('Control+f');
  const box = page.getByRole('search', { name: 'Find in this layout' });
  const field = box.getByRole('textbox', { name: 'Find a field' });
  await expect(field).toBeFocused();
  // In each of the two counters of a shop.
  await field.fill('limit');
  await expect(box).toContainText('1 of 2');
  await expect(hitmap.member('front.limit')).toBeVisible();
  await expectAccessible(page, 'finding in a layout');
  await field.press('Enter');
  await expect(box).toContainText('2 of 2');
  await field.press('Shift+Enter');
  await expect(box).toContainText('1 of 2');
  // A second Ctrl+F is the browser's own: the page does not keep it.
  const presses = await page.evaluateHandle(() => {
    const seen: KeyboardEvent[] = [];
    window.addEventListener('keydown', (event) => seen.push(event), { capture: true });
    return seen;
  });
  await page.keyboard.press('Control+f');
  expect(
    await presses.evaluate((seen) => seen.map((press) => [press.key, press.defaultPrevented])),
  ).toEqual([
    ['Control', false],
    ['f', false],
  ]);
  await field.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(hitmap.member('front.limit')).toBeFocused();
});

test('a figure lights up what it counts, and steps through it', async ({ page, hitmap }) => {
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  const holes = hitmap.figures.getByRole('button', { name: 'Holes', exact: true });
  await holes.click();
  const box = page.getByRole('search', { name: 'Find in this layout' });
  await expect(box).toContainText('1 of 1');
  await expect(page.locator('.cell.lit.hole')).toHaveCount(1);
  await expectAccessible(page, 'holes lit up');
  await holes.click();
  await expect(page.locator('.cell.lit')).toHaveCount(0);
});

test('a bare name of a member is found over all structs, and one of a struct leads to its members', async ({
  page,
  hitmap,
}) => {
  await hitmap.openFiles(sample('shop.o'));
  // No struct is called so: the members are there without a word more.
  await hitmap.searchBox.fill('visitors');
  const members = page.getByRole('listbox', { name: 'Members' });
  await expect(members.getByRole('option', { name: /^shop\.visitors/ })).toBeVisible();
  await hitmap.searchBox.press('Enter');
  await expect(hitmap.title('shop')).toBeVisible();
  await expect(hitmap.member('visitors')).toHaveAttribute('aria-selected', 'true');
  // A struct is called so: it comes first, and the members are a click away.
  await page.keyboard.press('/');
  await hitmap.searchBox.fill('counter');
  await expect(hitmap.row('counter')).toBeVisible();
  await page.getByRole('button', { name: 'Members called counter…' }).click();
  await expect(hitmap.searchBox).toHaveValue('.counter');
  // Nothing at all: what can be typed is said.
  await hitmap.searchBox.fill('zzzzzz');
  await expect(page.getByText('What can be typed: a struct')).toBeVisible();
  await expectAccessible(page, 'nothing found');
});

test('the typedef of a struct leads to it', async ({ page, hitmap }) => {
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.searchBox.fill('counter_t');
  await expect(page.getByText('If it is a typedef, these may be meant.')).toBeVisible();
  await hitmap.searchBox.press('Enter');
  await expect(hitmap.title('counter')).toBeVisible();
});
