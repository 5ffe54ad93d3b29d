import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { expectOffsets } from '../support/offsets';
import { splitBtfOf } from '../support/btf';
import { fileOf, sample } from '../support/inputs';

// Files whose types stand in other files. The sizes and offsets of `fleet` are those that parcel.c and
// truck.c have the compiler assert.

test('split DWARF: the .dwo files are named, and what is dropped of them is listed', async ({
  page,
  hitmap,
}) => {
  await hitmap.openFiles(sample('fleet'));
  await expect(page.getByRole('heading', { name: 'The types are in other files' })).toBeVisible();
  const where = page.getByText(/fleet was built with split DWARF: drop parcel\.dwo and truck\.dwo/);
  // Where its list would be, and in the centre.
  await expect(where).toHaveCount(2);
  await expectAccessible(page, 'a program whose types are in other files');

  await hitmap.openFiles(sample('parcel.dwo'));
  const listed = (name: string) => hitmap.columns(hitmap.row(name));
  await expect(listed('parcel').nth(1)).toHaveText('32');
  await expect(hitmap.row('truck')).toHaveCount(0);
  await hitmap.openFiles(sample('truck.dwo'));
  // In the list once, at any time: not for its program and for the .dwo.
  await expect(listed('truck').nth(1)).toHaveText('56');
  await expect(hitmap.files.getByRole('button')).toHaveCount(1);

  await hitmap.openStruct('truck');
  await expect(hitmap.figure('Size')).toHaveText('56 bytes, as in the original');
  await expectOffsets(hitmap, { load: 24 });
  await hitmap.openStruct('parcel');
  await expectOffsets(hitmap, { grams: 24 });
  // Read from the .dwo, and as good as any other: it can be edited.
  await hitmap.member('grams').focus();
  await page.keyboard.press('Alt+Home');
  // 2 (grams) + 1 (kind), and from 8 on `to`, which is 16 bytes: one of 8 and one of 4, 8-aligned.
  await expectOffsets(hitmap, { grams: 0, kind: 2, to: 8 });
  await expect(hitmap.figure('Size')).toHaveText('24 bytes, was 32');
});

test('the .dwo files may come first', async ({ hitmap }) => {
  await hitmap.openFiles(sample('truck.dwo'), sample('parcel.dwo'));
  await hitmap.openStructOf(sample('fleet'), 'truck');
  await expectOffsets(hitmap, { load: 24 });
});

test('what dwz moved into a file of its own is asked for by name', async ({ page, hitmap }) => {
  await hitmap.openFiles(sample('fleet-dwz'));
  await expect(page.getByText(/dwz moved the types of fleet-dwz to fleet\.dwz/)).toHaveCount(2);
  await hitmap.openStructOf(sample('fleet.dwz'), 'truck');
  await expect(hitmap.figure('Size')).toHaveText('56 bytes, as in the original');
  await expectOffsets(hitmap, { load: 24 });
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
  await expect(hitmap.figure('Size')).toHaveText('24 bytes, as in the original');
  await expectOffsets(hitmap, { device: 0, state: 16 });
  await hitmap.openStruct('device');
  await expectOffsets(hitmap, { id: 4 });
});
