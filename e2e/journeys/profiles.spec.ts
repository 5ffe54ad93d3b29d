import { expect, test } from '../support/journey';
import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';

/** Samples of a hardware breakpoint, as `perf script` prints them: addresses, and no data source. */
function accesses(): string {
  const at = (address: number, time: number, symbol: string) =>
    `      worker 30030 [00${time % 4}]  2103.61${1000 + time}:          1 mem:0x8a3b80/8:rw:           ${address.toString(16)}           ffffffffab17${symbol === 'up_write' ? '0827' : '0995'} ${symbol}+0xc ([kernel.kallsyms])`;
  const base = 0x8a3b80;
  return [
    ...Array.from({ length: 6 }, (_, time) => at(base + 0x8, time, 'up_write')),
    ...Array.from({ length: 3 }, (_, time) => at(base + 0x10, time + 6, 'rwsem_spin_on_owner')),
    '',
  ].join('\n');
}

test('addresses without a data source are heat by field, and no forecast', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('mapping.o'), 'address_space');
  await hitmap.drop('accesses.txt', accesses());
  await hitmap.backToStruct();
  await page.keyboard.press('t');
  await hitmap.inspector.getByRole('button', { name: 'Bind 0x8a3b80' }).click();
  await hitmap.command('Inspector: heat');
  await page.getByRole('spinbutton', { name: 'Offset in bytes' }).fill('80');
  await expect(hitmap.member('i_mmap_rwsem')).toHaveAttribute('aria-label', /; 9 accesses\b/);
  const landings = hitmap.inspector.getByRole('table').filter({ hasText: 'Falls on' });
  await expect(landings.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    'i_mmap_rwsem.count',
    '6',
    '?',
  ]);
  const fields = hitmap.inspector.getByRole('region', { name: 'Hot fields' });
  await expect(fields.getByRole('columnheader', { name: 'Accesses' })).toBeVisible();
  await expectAccessible(page, 'accesses');
});

/** Addresses and offsets cut out: linux-fsdevel, 2 April 2024. Figures are our own. */
const UNPLACED = `before this series:

#
#        ----- HITM -----                                        Shared
#   Num  RmtHitm  LclHitm                      Symbol            Object         Source:Line  Node
# .....  .......  .......  ..........................  ................  ..................  ....
#
  -------------------------
      0      200     1000
  -------------------------
          75.00%   40.00%  [k] up_write            [kernel.vmlinux]  rwsem.c:39     0  1
          25.00%   60.00%  [k] rwsem_spin_on_owner  [kernel.vmlinux]  rwsem.c:266    0
`;

test('rows without addresses and offsets are shown by their functions', async ({
  page,
  hitmap,
}) => {
  await hitmap.openFiles(sample('mapping.o'));
  await hitmap.drop('mail.txt', UNPLACED);
  const detail = page.getByRole('region', { name: 'Line #1' });
  await expect(detail.getByRole('row', { name: /^\? 150 400 / })).toContainText('up_write');
  await expect(detail.getByRole('row', { name: /^\? 50 600 / })).toContainText('rwsem.c:266');
  await expect(
    page.getByText(/^The rows have no offsets\. Their functions take rw_semaphore/),
  ).toBeVisible();
  await expectAccessible(page, 'rows without offsets');
});
