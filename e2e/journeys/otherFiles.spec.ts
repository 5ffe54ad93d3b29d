import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { splitBtfOf } from '../support/btf';
import { fileOf, sample } from '../support/inputs';

// Files whose types stand in other files. The sizes and offsets of `fleet` are those that parcel.c and
// truck.c have the compiler assert.

test('split DWARF: the .dwo files are named, and what is dropped of them is listed', async ({
  page,
}) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('fleet'));
  await expect(page.getByRole('heading', { name: 'The types are in other files' })).toBeVisible();
  const where = page.getByText(/fleet was built with split DWARF: drop parcel\.dwo and truck\.dwo/);
  // Where its list would be, and in the centre.
  await expect(where).toHaveCount(2);
  await expectAccessible(page, 'a program whose types are in other files');

  await hitmap.openFiles(sample('parcel.dwo'));
  await expect(hitmap.list.getByRole('option', { name: /parcel/ })).toContainText('32');
  await expect(hitmap.list.getByRole('option', { name: /truck/ })).toHaveCount(0);
  await hitmap.openFiles(sample('truck.dwo'));
  await expect(hitmap.list.getByRole('option', { name: /truck/ })).toContainText('56');

  await hitmap.openStruct('truck');
  await expect(hitmap.figure('Size')).toContainText('56');
  expect(await hitmap.offsetOf('load')).toBe(24);
  await hitmap.openStruct('parcel');
  expect(await hitmap.offsetOf('grams')).toBe(24);
  // Read from the .dwo, and as good as any other: it can be edited.
  await hitmap.member('grams').focus();
  await page.keyboard.press('Alt+Home');
  await expect.poll(() => hitmap.offsetOf('grams')).toBe(0);
  await expect(hitmap.figure('Size')).toContainText('24');
});

test('the .dwo files may come first', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('truck.dwo'), sample('parcel.dwo'));
  await hitmap.openFiles(sample('fleet'));
  await hitmap.openStruct('truck');
  expect(await hitmap.offsetOf('load')).toBe(24);
});

test('what dwz moved into a file of its own is asked for by name', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('fleet-dwz'));
  await expect(page.getByText(/dwz moved the types of fleet-dwz to fleet\.dwz/)).toHaveCount(2);
  await hitmap.openFiles(sample('fleet.dwz'));
  await hitmap.openStruct('truck');
  await expect(hitmap.figure('Size')).toContainText('56');
  expect(await hitmap.offsetOf('load')).toBe(24);
});

test('the BTF of a module waits for its vmlinux', async ({ page }) => {
  // Types of the kernel: 1 int, 2 device. Of the module: 3.
  const device = { name: 'device', sizeBytes: 8, members: [{ name: 'id', type: 1, at: 4 }] };
  const driver = {
    name: 'driver',
    sizeBytes: 24,
    members: [
      { name: 'device', type: 2, at: 0 },
      { name: 'state', type: 1, at: 16 },
    ],
  };
  const { base, module } = splitBtfOf([device], [driver]);
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(fileOf('driver', module));
  await expect(hitmap.files).toContainText('needs its vmlinux');
  await expectAccessible(page, 'a module without its vmlinux');
  await hitmap.openFiles(fileOf('vmlinux', base));
  await hitmap.openStruct('driver');
  await expect(hitmap.figure('Size')).toContainText('24');
  expect(await hitmap.offsetOf('state')).toBe(16);
  await hitmap.openStruct('device');
  expect(await hitmap.offsetOf('id')).toBe(4);
});
