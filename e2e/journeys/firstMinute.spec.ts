import { readFileSync } from 'node:fs';
import { expect, test } from '../support/journey';
import { sample } from '../support/inputs';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { expectOffsets } from '../support/offsets';

test('the empty page says what this is, and a real example opens at once', async ({
  page,
  hitmap,
}) => {
  await expectAccessible(page, 'the empty page');
  await page.getByRole('button', { name: 'Try struct file of v6.14' }).click();
  await expect(hitmap.title('file')).toBeVisible();
  // pahole's figures of v6.14 for x86-64: 184 bytes, three lines.
  await expect(hitmap.figure('Size')).toHaveText('184 bytes, as in the original');
  await expect(hitmap.figure('Lines')).toHaveText('3 cache lines, as in the original');
  await expectOffsets(hitmap, { f_ref: 0, f_lock: 8, f_cred: 56, f_path: 64, f_owner: 128 });
  await expectAccessible(page, 'struct file');

  // The merged change, in two drags: f_ref to the end, f_owner behind f_cred.
  await hitmap.drag(hitmap.member('f_ref'), hitmap.afterEnd(), { drop: true });
  // 8 bytes go from the front to the end, so that all others are 8 bytes further up.
  await expectOffsets(hitmap, { f_lock: 0, f_cred: 48, f_path: 56, f_owner: 120, f_ref: 176 });
  await hitmap.drag(hitmap.member('f_owner'), hitmap.member('f_cred'), {
    drop: true,
    where: 'after',
  });
  // f_owner takes the 8 bytes that f_ref left on the first line, and what was between them moves on.
  await expectOffsets(hitmap, { f_cred: 48, f_owner: 56, f_path: 64, f_security: 120, f_ref: 176 });
  await expect(hitmap.figure('Size')).toHaveText('184 bytes, as in the original');
  await expect(hitmap.figure('Lines')).toHaveText('3 cache lines, as in the original');
});

test('every way to an input is one line that can be copied', async ({ hitmap: { page } }) => {
  const copies = page.getByRole('button', { name: /^Copy: / });
  // Each of recipes.ts; a way that has none would not be found by this.
  expect(await copies.count()).toBeGreaterThanOrEqual(3);
  for (const copy of await copies.all()) {
    const line = ((await copy.getAttribute('aria-label')) ?? '').replace(/^Copy: /, '');
    expect(line).not.toContain('\n');
    // It stands there to be read, too.
    await expect(page.getByText(line, { exact: true }).first()).toBeVisible();
    await copy.click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(line);
  }
  // For a machine that has no npx.
  await page.getByRole('button', { name: 'Copy the script hitmap-capture.sh' }).click();
  const script = readFileSync(new URL('../../capture/hitmap-capture.sh', import.meta.url), 'utf8');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(script);
});

test('every action is in the palette with its key, and ? shows the keys', async ({
  hitmap: { page },
}) => {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  const inPalette = await options.evaluateAll((all) =>
    all.map((option) => {
      const [, title] = option.children;
      const caps = [...option.querySelectorAll('kbd')].map((cap) => cap.textContent);
      // A reason why it cannot run now follows the title.
      return { title: title?.firstChild?.textContent ?? '', caps };
    }),
  );
  await expectAccessible(page, 'the palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const keys = page.getByRole('region', { name: 'Keys and marks' });
  await expect(keys).toBeVisible();
  // The first section is of what the grid does itself, two are of marks; all others are commands.
  const withKeys = await keys.locator('section:not(:first-child) dl > div').evaluateAll((rows) =>
    rows.map((row) => ({
      title: row.querySelector('dt')?.textContent ?? '',
      // Of several keys the palette shows the first.
      caps: [...(row.querySelector('dd > *')?.querySelectorAll('kbd') ?? [])].map(
        (cap) => cap.textContent,
      ),
    })),
  );
  // More than Undo, Redo and the like: one for each letter that is in use.
  expect(withKeys.length).toBeGreaterThan(20);
  for (const each of withKeys) {
    // The palette does not list itself.
    if (each.title !== 'Commands…') expect(inPalette).toContainEqual(each);
  }
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

test('a file says itself where to look first, and each sentence leads there', async ({
  page,
  hitmap,
}) => {
  await hitmap.openFiles(sample('depot.o'));
  const ways = page.getByRole('list', { name: 'Where to look first' }).getByRole('button');
  await expect(ways.first()).toHaveText(/^\w+ loses [\d,]+ bytes to \d+ holes?$/);
  await expectAccessible(page, 'where to look first');
  const name = /^\w+/.exec(await ways.first().innerText())![0];
  await ways.first().click();
  await expect(hitmap.title(name)).toBeVisible();
  await expect(hitmap.hole(/^hole/).first()).toBeVisible();
});

test('the map of a file opens what one presses', async ({ page, hitmap }) => {
  await hitmap.openFiles(sample('depot.o'));
  const tile = page.locator('figure svg g').first();
  const name = /^\w+/.exec((await tile.locator('title').textContent())!)![0];
  await tile.click();
  await expect(hitmap.title(name)).toBeVisible();
});
