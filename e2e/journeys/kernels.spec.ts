import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { btfOf, type BtfStruct } from '../support/btf';
import { fileOf, hitmapJson, NO_RUNNING_KERNEL, runningKernel, sample } from '../support/inputs';

const changed = (page: Page) => page.getByRole('grid', { name: 'Changed structs' });
const rowOf = (page: Page, name: string) =>
  changed(page).getByRole('row', { name: new RegExp(`^(?:union |struct )?${name} `) });
/** Name, size before and after, change, lines, fields on another line. */
const cellsOf = (page: Page, name: string) => rowOf(page, name).getByRole('gridcell');

test('two builds: which structs changed, and one before and after', async ({ page }) => {
  // Line by line: there is no room for two layouts beside each other.
  await page.setViewportSize({ width: 1200, height: 900 });
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('depot.o'), sample('depot-audit.o'));
  await page.getByRole('button', { name: /What changed between two files/ }).click();
  // The sizes that depot.c has the compiler assert.
  // `yard`: `depots` grows in its place, `open` goes from 72 to 104; both stay on the lines that they are on.
  await expect(cellsOf(page, 'depot')).toHaveText([
    'depot',
    '32',
    '48',
    '+16',
    '1',
    /^0; 2 new, 2/,
  ]);
  await expect(cellsOf(page, 'yard')).toHaveText([
    'yard',
    '80',
    '112',
    '+32',
    '2',
    '0; 2 moved within their lines',
  ]);
  await expect(page.getByText('2 structs in both', { exact: true })).toBeVisible();
  await expectAccessible(page, 'what changed between two files');

  await rowOf(page, 'depot').click();
  const pair = page.getByRole('region', { name: 'struct depot before and after' });
  await expect(pair.getByRole('list', { name: 'Layouts' }).getByRole('listitem')).toHaveText([
    /^depot\.o: 32 bytes, 1 line\b/,
    /^depot-audit\.o: 48 bytes, 1 line\b/,
  ]);
  await expect(
    pair.getByRole('heading', { name: '2 new fields, 2 shifted', exact: true }),
  ).toBeVisible();
  // Offset and size: `auditor` and `audits`, 12 bytes and 4 of padding, before `sold`.
  const cell = (row: RegExp, name: string) =>
    pair.getByRole('row', { name: row }).getByRole('cell', { name, exact: true });
  await expect(cell(/^auditor added/, '16 · 8')).toBeVisible();
  // What stays on its line is behind a count.
  await pair.getByRole('button', { name: 'Show 2 other fields that stay on their line' }).click();
  await expect(cell(/^sold shifted/, '16 · 8')).toBeVisible();
  await expect(cell(/^sold shifted/, '32 · 8')).toBeVisible();
  await expectAccessible(page, 'one struct in two files');

  // By the keyboard: the next row, and what is open of it.
  await changed(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(pair).toBeHidden();
  await expect(page.getByRole('heading', { name: 'struct yard' })).toBeVisible();
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(cellsOf(page, 'depot')).toHaveText([
    'depot',
    '48',
    '32',
    '−16',
    '1',
    /^0; 2 gone, 2/,
  ]);
  await rowOf(page, 'depot').click();
  await page.getByRole('button', { name: 'Open it from depot-audit.o' }).click();
  await expect(hitmap.title('depot')).toBeVisible();
  await expect(hitmap.figure('Size')).toHaveText('48 bytes, as in the original');
});

/** `count` structs of 16 ints each; by number, what is other in the later one. */
function* synthetic(count: number, later: boolean): Generator<BtfStruct> {
  for (let number = 0; number < count; number++) {
    if (number % 1000 === 7)
      yield { name: `${later ? 'new' : 'old'}_${number}`, sizeBytes: 8, members: [] };
    const grows = later && number % 100 === 0;
    const swaps = later && number % 200 === 1;
    const members = Array.from({ length: 20 }, (_, at) => ({
      name: `m${swaps && at === 0 ? 19 : swaps && at === 19 ? 0 : at}`,
      type: 1,
      at: at * 4,
    }));
    yield { name: `s${number}`, sizeBytes: grows ? 136 : 80, members };
  }
}

test('ten thousand structs against ten thousand: all found, and the page never stands still', async ({
  page,
}) => {
  const [before, after] = [false, true].map((later) => btfOf(synthetic(10_000, later)));
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(fileOf('before.btf', before ?? ''), fileOf('after.btf', after ?? ''));
  await page.getByRole('button', { name: /What changed between two files/ }).click();
  // By construction: 100 grew, 50 have m0 and m19 on each other's line, ten are in each file alone.
  await expect(page.getByRole('button', { name: /^In one file only 20$/ })).toBeVisible();
  await expect(page.getByText('10,000 structs in both', { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('button', { name: /^Size or lines 150$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Members, on the same lines 0$/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the changed structs' }).fill('s9801');
  await expect(cellsOf(page, 's9801')).toHaveText(['s9801', '80', '80', '=', '2', '2']);
  await rowOf(page, 's9801').click();
  const moved = page.getByRole('row', { name: /^m0 moved/ });
  await expect(moved.getByRole('cell', { name: '0 → 1', exact: true })).toBeVisible();
});

test('the running kernel against another file', async ({ page }) => {
  const kernel = runningKernel();
  test.skip(kernel === null, NO_RUNNING_KERNEL);
  if (kernel !== null) await againstAnother(page, kernel, 'mm_struct');
});

test('raw BTF against another file', async ({ page }) => {
  await againstAnother(page, sample('shop.btf'), 'counter');
});

/** A struct of a file, and one of the same name of 32 bytes with one other member. */
async function againstAnother(page: Page, file: string, name: string): Promise<void> {
  const { structs } = hitmapJson<{ structs: { kind: string; name: string; sizeBytes: number }[] }>(
    'ls',
    file,
  );
  // As the command line has it, which reads the file without a page.
  const size = structs.find((each) => each.kind === 'struct' && each.name === name)?.sizeBytes ?? 0;
  expect(size).toBeGreaterThan(32);
  const other = btfOf([{ name, sizeBytes: 32, members: [{ name: 'x', type: 1, at: 28 }] }]);
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(file, fileOf('other.btf', other));
  await page.getByRole('button', { name: /What changed between two files/ }).click();
  const row = rowOf(page, name);
  const bytes = (count: number) => count.toLocaleString('en');
  await expect(cellsOf(page, name).nth(1)).toHaveText(bytes(size));
  await expect(cellsOf(page, name).nth(2)).toHaveText('32');
  await expect(cellsOf(page, name).nth(3)).toHaveText(`−${bytes(size - 32)}`);
  await row.click();
  await expect(page.getByRole('heading', { name: /^1 new field, \d+ gone$/ })).toBeVisible();
}

test('one struct over all loaded files: where each member went', async ({ page, hitmap }) => {
  await hitmap.openFiles(sample('depot.o'), sample('depot-audit.o'));
  await hitmap.openStruct('depot');
  await hitmap.command('This struct in all loaded files');
  const dialog = page.getByRole('dialog', { name: 'depot over the loaded files' });
  // Both builds as `hitmap history` has them: `auditor` and `audits` are new, and what follows is 12 bytes further up.
  const picture = dialog.getByRole('img');
  await expect(picture).toHaveAccessibleName(/size +32 +48/);
  await expect(picture).toHaveAccessibleName(/auditor +- +16:0/);
  await expect(picture).toHaveAccessibleName(/sold +16:0 +\*32:0/);
  await expect(picture.getByText('auditor', { exact: true })).toHaveCount(1);
  await expectAccessible(page, 'one struct over all loaded files');
  const all = dialog.getByRole('checkbox', { name: /^Only members that moved, came or went/ });
  await all.uncheck();
  await expect(picture.getByText('sold', { exact: true })).toHaveCount(2);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as SVG' }).click();
  expect((await saved).suggestedFilename()).toBe('depot-history.svg');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
