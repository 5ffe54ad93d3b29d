import { expect, test } from '../support/journey';
import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';
import { expectOffsets } from '../support/offsets';

const SLABINFO = `slabinfo - version: 2.1
# name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables <limit> <batchcount> <sharedfactor> : slabdata <active_slabs> <num_slabs> <sharedavail>
depot               4321   4335     48   85    1 : tunables    0    0    0 : slabdata     51     51      0
`;

// The sizes are those that depot.c has the compiler assert.

test('the same changes over two configs and three machines, in one table', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('depot-audit.o'), 'depot');
  await hitmap.openFiles(sample('depot.o'), sample('depot-arm64.o'), sample('depot-arm.o'));
  await hitmap.member('queue').focus();
  await hitmap.command('Move to the start');
  await hitmap.member('audits').focus();
  await hitmap.command('Move to the end');
  await hitmap.command('Compare: these changes in every loaded file');
  const row = (name: RegExp) => page.getByRole('row', { name });
  const cells = (name: RegExp) => row(name).getByRole('cell');
  const APPLIES = 0;
  const SIZE = 1;
  const LINES = 2;
  const HOLES = 3;
  await expect(cells(/^depot-audit\.o/).nth(APPLIES)).toHaveText('all 2');
  await expect(cells(/^depot-audit\.o/).nth(SIZE)).toHaveText('48 → 40');
  await expect(cells(/^depot-audit\.o/).nth(LINES)).toHaveText('1');
  // After `lock` and after `audits`; the padding after `queue` is none of them.
  await expect(cells(/^depot-audit\.o/).nth(HOLES)).toHaveText('2 → 0');
  await expect(cells(/depot\.o with/).nth(APPLIES)).toHaveText(
    '1 of 2move audits last There is no member audits.',
  );
  await expect(cells(/depot\.o with/).nth(SIZE)).toHaveText('32 → 24');
  await expect(cells(/depot-arm64\.o with/).nth(APPLIES)).toHaveText('all 2');
  await expect(cells(/depot-arm64\.o with/).nth(SIZE)).toHaveText('48 → 40');
  await expect(cells(/depot-arm\.o with/).nth(APPLIES)).toHaveText('all 2');
  // 40 bytes either way, as depot.c asserts for 32-bit arm.
  await expect(cells(/depot-arm\.o with/).nth(SIZE)).toHaveText('40');
  await expect(row(/depot-arm\.o with/).getByRole('rowheader')).toContainText(
    'arm · 64-byte lines',
  );
  await expectAccessible(page, 'the table of every loaded file');

  await page.getByRole('button', { name: 'Allocation and containers' }).click();
  // 64-byte stride either way; without the alignment 48 to 40 bytes: 85 and 102 in a page of 4096.
  // 1,000,000 of them in KiB, by whole pages of 4: 62,500 of 64 a page, 11,765 → 9,804 of 85 and 102.
  await expect(cells(/^Slab cache, SLAB_HWCACHE_ALIGN/)).toHaveText(['64', '64', '0', '62,500']);
  await expect(cells(/^Slab cache, without it/)).toHaveText([
    '48 → 40',
    '85 → 102',
    '0',
    '47,060 → 39,216',
  ]);
  // By slabinfo(5): 85 objects of 48 bytes in a page, as without the alignment.
  await hitmap.drop('slabinfo.txt', SLABINFO);
  await expect(page.getByRole('combobox', { name: /^Objects/ })).toHaveValue('4321');
  const takes = page.getByRole('columnheader', { name: 'KiB per 4,321 objects', exact: true });
  await expect(takes).toBeVisible();
  // 4,321 objects in pages of 4 KiB: 51 pages of 85, as slabinfo says, and 43 of 102.
  await expect(cells(/^depot of this machine/)).toHaveText([
    '48 → 40',
    '85 → 102',
    '0',
    '204 → 172',
  ]);
  // depot.c asserts 112 and 96; of its fields only `open` comes after the depots,
  // from 104 to 88, on the second line either way.
  await expect(cells(/Open yard/)).toHaveText(['112 → 96', '2', 'open']);
  await expectAccessible(page, 'allocation and containers');
  await page.getByRole('button', { name: 'Every loaded file' }).click();

  await page.getByRole('button', { name: 'Open the struct of depot.o with these changes' }).click();
  await hitmap.command('Compare: before and after');
  await expectOffsets(hitmap, { queue: 0, lock: 4, stock: 8, sold: 16 });
  await expect(hitmap.figure('Size')).toHaveText('24 bytes, was 32');
});
