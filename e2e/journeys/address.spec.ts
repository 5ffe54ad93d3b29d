import { readFileSync } from 'node:fs';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';
import { expect, test } from '../support/journey';

test('Back and Forward go over structs and views; the title tells tabs apart', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  await expect(page).toHaveTitle('counter · shop.o – Hitmap');
  await hitmap.openStruct('shop');
  await expect(page).toHaveURL(/#at1\?struct=struct:shop:256:\w+&file=shop\.o/);
  await page.keyboard.press('v');
  await expect(page).toHaveURL(/&compare=layouts/);
  await page.goBack();
  await expect(page).not.toHaveURL(/compare/);
  await expect(hitmap.title('shop')).toBeVisible();
  await page.goBack();
  await expect(hitmap.title('counter')).toBeVisible();
  await expect(page).toHaveTitle('counter · shop.o – Hitmap');
  await page.goForward();
  await expect(hitmap.title('shop')).toBeVisible();
});

test('a second tab of the same has a number, until the first one goes', async ({
  page,
  context,
}) => {
  const open = async (tab: HitmapPage) => {
    await tab.goto();
    await tab.openStructOf(sample('shop.o'), 'counter');
  };
  await open(new HitmapPage(page));
  await expect(page).toHaveTitle('counter · shop.o – Hitmap');
  const other = await context.newPage();
  const inOther = new HitmapPage(other);
  await open(inOther);
  await expect(other).toHaveTitle('counter (2) · shop.o – Hitmap');
  await inOther.openStruct('shop');
  await expect(other).toHaveTitle('shop · shop.o – Hitmap');
  await inOther.openStruct('counter');
  await expect(other).toHaveTitle('counter (2) · shop.o – Hitmap');
  await page.close();
  await expect(other).toHaveTitle('counter · shop.o – Hitmap');
  await other.close();
});

test('a reload asks for the file by its name, and goes on where one was', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  await hitmap.member('limit').click();
  await expect(page).toHaveURL(/&field=limit/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting for counter' })).toBeVisible();
  await expect(page.getByText('Open shop.o to go on where you were.')).toBeVisible();
  await expectAccessible(page, 'what is waited for');
  // Another file does not have it, and nothing of it is taken for it.
  await hitmap.openFiles(sample('depot.o'));
  await expect(hitmap.list.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting for counter' })).toBeVisible();
  await hitmap.openFiles(sample('shop.o'));
  await expect(hitmap.title('counter')).toBeVisible();
  await expect(hitmap.inspector.getByRole('region', { name: 'Field' })).toContainText('limit');
});

test('a dropped file whose handle the browser keeps is open again after a reload', async ({
  page,
  hitmap,
}) => {
  // A file of the page's own has a handle as one of the disk has, and no test can drop the latter.
  await page.evaluate(
    async (base64) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle('shop.o', { create: true });
      const stream = await handle.createWritable();
      await stream.write(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
      await stream.close();
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(await handle.getFile());
      DataTransferItem.prototype.getAsFileSystemHandle = () => Promise.resolve(handle);
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    },
    readFileSync(sample('shop.o')).toString('base64'),
  );
  await hitmap.openStruct('counter');
  await page.reload();
  await expect(hitmap.title('counter')).toBeVisible();
  await expect(hitmap.files.getByRole('button', { name: /^shop\.o/ })).toBeVisible();
});

test('a struct that is gone, and an address of another form, are said', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await page.goto('/#at9?struct=counter');
  await expect(page.getByText(/It has form 9, and this Hitmap reads form 1/)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  const name = 'counter_'.repeat(37);
  await page.goto(`/#at1?struct=struct:${name}:8:00&file=shop.o`);
  await expect(page.getByRole('heading', { name: /^Waiting for counter_/ })).toBeVisible();
  await hitmap.openFiles(sample('shop.o'));
  await expect(page.getByText(/^shop\.o has no struct counter_/)).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(320);
  await expectAccessible(page, 'a struct that is gone');
  await page.getByRole('button', { name: 'struct counter', exact: true }).click();
  await expect(hitmap.title('counter')).toBeVisible();
});

test('a struct of the same size in another version is shown, and said to be', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  // No members have a key of zeros.
  await page.goto('/#at1?struct=struct:counter:72:00&file=shop.o');
  await hitmap.openFiles(sample('shop.o'));
  await expect(hitmap.title('counter')).toBeVisible();
  await expect(page.getByText(/of the same size with other offsets/)).toBeVisible();
  await expectAccessible(page, 'a struct of another version');
});

declare global {
  interface DataTransferItem {
    getAsFileSystemHandle(): Promise<FileSystemHandle>;
  }
}
