import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { btfOf, type BtfStruct } from '../support/btf';
import { fileOf, hitmapJson, runningKernel, sample } from '../support/inputs';

const changed = (page: Page) => page.getByRole('grid', { name: 'Changed structs' });
const rowOf = (page: Page, name: string) =>
  changed(page).getByRole('row', { name: new RegExp(`^(?:union |struct )?${name} `) });

test('two builds: which structs changed, and one before and after', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('depot.o'), sample('depot-audit.o'));
  await page.getByRole('button', { name: /What changed between two files/ }).click();
  // The sizes that depot.c has the compiler assert.
  await expect(rowOf(page, 'depot')).toContainText(/32.*48.*\+16/);
  await expect(rowOf(page, 'yard')).toContainText(/80.*112.*\+32.*2/);
  await expect(page.getByText(/structs in both/)).toBeVisible();
  await expectAccessible(page, 'what changed between two files');

  await rowOf(page, 'depot').click();
  const pair = page.getByRole('region', { name: 'struct depot before and after' });
  await expect(
    pair.getByRole('img', { name: 'depot.o: 32 bytes, 1 line; depot-audit.o: 48 bytes, 1 line' }),
  ).toBeVisible();
  await expect(pair.getByRole('heading', { name: '2 new fields, 2 shifted' })).toBeVisible();
  await expect(pair.getByRole('row', { name: /^auditor added/ })).toContainText('16 · 8');
  await expect(pair.getByRole('row', { name: /^sold shifted/ })).toContainText(/16 · 8.*32 · 8/);
  await expectAccessible(page, 'one struct in two files');

  // By the keyboard: the next row, and what is open of it.
  await changed(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(pair).toBeHidden();
  await expect(page.getByRole('heading', { name: 'struct yard' })).toBeVisible();
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(rowOf(page, 'depot')).toContainText(/48.*32.*−16/);
  await rowOf(page, 'depot').click();
  await page.getByRole('button', { name: 'Open that of depot-audit.o' }).click();
  await expect(hitmap.title('depot')).toBeVisible();
  await expect(hitmap.figure('Size')).toContainText('48');
});

test('one order over an x86-64, an arm64 and a 32-bit build', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('depot-audit.o'));
  await hitmap.openStruct('depot');
  await hitmap.openFiles(sample('depot-arm64.o'), sample('depot-arm.o'));
  await hitmap.member('queue').focus();
  await hitmap.command('Move to the start');
  await hitmap.member('audits').focus();
  await hitmap.command('Move to the end');
  await hitmap.command('Compare: these changes in every loaded file');
  const row = (file: RegExp) => page.getByRole('row', { name: file });
  // depot.c asserts these for its own compilers: 48 to 40, and on 32-bit arm 40 either way.
  await expect(row(/^depot-audit\.o/)).toContainText('48 → 40');
  await expect(row(/depot-arm64\.o with/)).toContainText('48 → 40');
  const small = row(/depot-arm\.o with/);
  await expect(small).toContainText('all 2');
  await expect(small).toContainText('40');
  await expect(small).not.toContainText('→ 40');
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
  await expect(page.getByText('10,000 structs in both')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: /^Size or lines 150$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Members, on the same lines 0$/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the changed structs' }).fill('s9801');
  await expect(rowOf(page, 's9801')).toContainText(/80.*80.*=.*2/);
  await rowOf(page, 's9801').click();
  await expect(page.getByRole('row', { name: /^m0 moved/ })).toContainText('0 → 1');
});

test('the running kernel against another file', async ({ page }) => {
  const kernel = runningKernel();
  if (kernel === null) {
    console.log('The BTF of the running kernel cannot be read here; the sample stands for it.');
  }
  const [file, name] = kernel === null ? [sample('shop.btf'), 'counter'] : [kernel, 'mm_struct'];
  const { structs } = hitmapJson<{ structs: { kind: string; name: string; sizeBytes: number }[] }>(
    'ls',
    file,
  );
  const size = structs.find((each) => each.kind === 'struct' && each.name === name)?.sizeBytes;
  const other = btfOf([{ name, sizeBytes: 32, members: [{ name: 'x', type: 1, at: 28 }] }]);
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(file, fileOf('other.btf', other));
  await page.getByRole('button', { name: /What changed between two files/ }).click();
  const row = rowOf(page, name);
  await expect(row).toContainText((size ?? 0).toLocaleString('en'));
  await expect(row).toContainText('32');
  await row.click();
  await expect(page.getByRole('heading', { name: /1 new field, \d+ gone/ })).toBeVisible();
});
