import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';

const SLABINFO = `slabinfo - version: 2.1
# name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables <limit> <batchcount> <sharedfactor> : slabdata <active_slabs> <num_slabs> <sharedavail>
depot               4321   4335     48   85    1 : tunables    0    0    0 : slabdata     51     51      0
`;

// The sizes are those that depot.c has the compiler assert.

test('the same changes over two configs and two machines, in one table', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('depot-audit.o'));
  await hitmap.openStruct('depot');
  await hitmap.openFiles(sample('depot.o'), sample('depot-arm.o'));
  await hitmap.member('queue').focus();
  await hitmap.command('Move to the start');
  await hitmap.member('audits').focus();
  await hitmap.command('Move to the end');
  await hitmap.command('Compare: these changes in every loaded file');
  const row = (file: RegExp) => page.getByRole('row', { name: file });
  await expect(row(/^depot-audit\.o/)).toContainText('all 2');
  await expect(row(/^depot-audit\.o/)).toContainText('48 → 40');
  await expect(row(/depot\.o with/)).toContainText('1 of 2');
  await expect(row(/depot\.o with/)).toContainText('32 → 24');
  await expect(row(/depot\.o with/)).toContainText(/audits.*no member/);
  await expect(row(/depot-arm\.o with/)).toContainText('all 2');
  await expect(row(/depot-arm\.o with/)).toContainText(/arm/);
  await expectAccessible(page, 'the table of every loaded file');

  await page.getByRole('button', { name: 'Allocation and holders' }).click();
  // 64-byte stride either way; without the alignment 48 to 40 bytes: 85 and 102 in a page of 4096.
  await expect(
    row(/^Slab cache, SLAB_HWCACHE_ALIGN/)
      .getByRole('cell')
      .first(),
  ).toHaveText('64');
  await expect(row(/^Slab cache, without it/)).toContainText('85 → 102');
  // By slabinfo(5): 85 objects of 48 bytes in a page, as without the alignment.
  await hitmap.drop('slabinfo.txt', SLABINFO);
  await expect(row(/^depot of this machine/)).toContainText('48 → 40');
  await expect(row(/^depot of this machine/)).toContainText('85 → 102');
  await expect(page.getByLabel('Objects')).toHaveValue('4321');
  await expect(page.getByRole('columnheader', { name: '4,321 take, KiB' })).toBeVisible();
  const holder = page.getByRole('row', { name: /Open yard/ });
  await expect(holder).toContainText('112 → 96');
  await expect(holder).toContainText('open');
  await expectAccessible(page, 'allocation and holders');
  await page.getByRole('button', { name: 'Every loaded file' }).click();

  await page.getByRole('button', { name: 'Open the struct of depot.o with these changes' }).click();
  await hitmap.command('Compare: before and after');
  expect(await hitmap.offsetOf('queue')).toBe(0);
  await expect(hitmap.figure('Size')).toContainText('24');
});
