import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { ADDRESS_SPACE_LINE, paretoText, type ReportLine } from '../support/c2cReport';
import { sample } from '../support/inputs';

const REPORT = paretoText([ADDRESS_SPACE_LINE]);

/** The struct of the report is open, and nothing of the report is bound to it yet. */
async function openedBeside(page: Page): Promise<HitmapPage> {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openStructOf(sample('mapping.o'), 'address_space');
  await hitmap.drop('before.txt', REPORT);
  await expect(page.getByRole('region', { name: 'Line 0xff1ddd3f0c8a3b00' })).toBeVisible();
  await hitmap.backToStruct();
  return hitmap;
}

test('a report that is dropped alone opens as a table of its lines', async ({ page, hitmap }) => {
  const quiet: ReportLine = { ...ADDRESS_SPACE_LINE, address: '0xff1ddd3f0c8a4000', hitm: [12, 8] };
  await hitmap.drop('c2c.txt', paretoText([quiet, ADDRESS_SPACE_LINE]));
  const table = page.getByRole('grid', { name: 'Contended cache lines' });
  const rows = table.getByRole('row');
  const cells = (row: number) => rows.nth(row).getByRole('gridcell');
  // Number, line, its share of the 33,034 + 20 that were pasted, remote, local.
  const figures = async (row: number) => (await cells(row).allTextContents()).slice(0, 5);
  await expect
    .poll(() => figures(1))
    .toEqual(['0', '0xff1ddd3f0c8a3b00', '99.9 %*', '13,642', '19,392']);
  expect(await figures(2)).toEqual(['1', '0xff1ddd3f0c8a4000', '0.1 %*', '12', '8']);
  // In the rows that were posted: 82.48 % and 81.53 % of the HITM, 4,285 of the 9,075 stores.
  await expect(
    page.getByText('The report was cut: 18 % of its HITM and 53 % of its stores are in no row.'),
  ).toBeVisible();
  // The worst line is a picture, with a sentence from its counts alone.
  const worst = page.getByRole('region', { name: 'Line 0xff1ddd3f0c8a3b00' });
  await expect(
    worst.getByRole('img', {
      name: /^down_write stores to 0x8, 2,382; .*vma_interval_tree_remove finds modified 0x0, 2,687/,
    }),
  ).toBeVisible();
  await expect(
    worst.getByText(
      /^160 CPUs read 0x0 \(10 % of the HITM\); 0x8 is stored by at least 160 CPUs: false sharing between them; 0x10 /,
    ),
  ).toBeVisible();
  await expectAccessible(page, 'the table of lines');

  await table.focus();
  await page.keyboard.press('ArrowDown');
  const detail = page.getByRole('region', { name: 'Line 0xff1ddd3f0c8a4000' });
  await expect(detail).toContainText('rwsem_spin_on_owner');
  await page.getByRole('button', { name: /^HITM rmt/ }).click();
  await page.getByRole('button', { name: /^HITM rmt/ }).click();
  await expect(cells(1).nth(1)).toHaveText('0xff1ddd3f0c8a4000');
  await page.getByRole('searchbox').fill('no_such_function');
  await expect(page.getByText('No line has a function')).toBeVisible();
  await page.getByRole('searchbox').fill('down_write');
  await expect(page.getByText('2 lines', { exact: true })).toBeVisible();
});

test('a line is slid along the struct until its rows fall on the fields that they belong to', async ({
  page,
}) => {
  const hitmap = await openedBeside(page);
  await page.getByRole('tab', { name: 'Why' }).click();
  await hitmap.inspector.getByRole('button', { name: 'Bind 0xff1ddd3f0c8a3b00' }).click();
  await expect(hitmap.inspector.getByRole('region', { name: 'Findings' })).toBeVisible();
  await hitmap.command('Inspector: heat');

  const slider = page.getByRole('slider', { name: /Offset of the line/ });
  const offset = page.getByRole('spinbutton', { name: 'Offset in bytes' });
  const landings = hitmap.inspector.getByRole('table').filter({ hasText: 'Falls on' });
  // A wrong place first: what the rows would mean there.
  await offset.fill('100');
  await expect(landings.getByText(/\bbyte 4 of it\b/).first()).toBeVisible();
  await expect(hitmap.inspector).toContainText('No object begins here');
  await offset.fill('72');
  await slider.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(offset).toHaveValue('80');
  await expect(landings).toContainText('i_mmap.rb_leftmost');
  await expect(landings).toContainText('i_mmap_rwsem.count');
  await expect(landings).toContainText('i_mmap_rwsem.owner');
  await expect(hitmap.inspector).toContainText('The struct begins 48 bytes into its line');
  await expect(hitmap.inspector).not.toContainText('No object begins here');
  // 23,730 at the owner and 646 at the count, by the shares that were posted.
  await expect(hitmap.member('i_mmap_rwsem')).toHaveAttribute('aria-label', /; 24,376 HITM\b/);
  await expect(hitmap.member('i_mmap')).toHaveAttribute('aria-label', /; 2,687 HITM\b/);
  await expect(hitmap.member('nrpages')).not.toHaveAttribute('aria-label', /HITM/);
  await expectAccessible(page, 'heat on a struct');
});

test('heat says who writes, who suffers, and what no field got', async ({ page }) => {
  const hitmap = await openedBeside(page);
  await page.keyboard.press('t');
  await hitmap.inspector.getByRole('button', { name: 'Bind 0xff1ddd3f0c8a3b00' }).click();
  // Why comes first; where the line lies stands with the heat.
  await expect(hitmap.inspector.getByRole('region', { name: 'Findings' })).toBeVisible();
  await hitmap.command('Inspector: heat');
  await page.getByRole('spinbutton', { name: 'Offset in bytes' }).fill('80');
  const bar = page.getByRole('region', { name: 'Measured heat' });
  // 13,642 remote and 19,392 local; 24,376 and 2,687 of them in the rows, the rest was cut.
  await expect(bar.getByText('82 % on fields')).toBeVisible();
  const meaning = bar.getByRole('button', { name: 'What the colours and marks mean' });
  await meaning.click();
  const legend = page.getByRole('dialog', { name: 'What the colours and marks mean' });
  await expect(legend).toContainText(
    /(?<![\d,.])82 % of the report’s 33,034 HITM on fields18 % cut from the report/,
  );
  await expectAccessible(page, 'the legend');
  await page.keyboard.press('Escape');
  await expect(legend).toBeHidden();

  // In the list too: 24,376 and 2,687 of 33,034.
  await page.keyboard.press('/');
  await page.getByRole('button', { name: 'Sort by heat' }).click();
  const first = page
    .getByRole('listbox', { name: 'Structs and unions' })
    .getByRole('option')
    .first();
  await expect(hitmap.columns(first).nth(0)).toHaveText('address_space');
  await expect(hitmap.columns(first).nth(2)).toHaveText('82 % of the HITM of before.txt');

  await hitmap.inspector.getByRole('button', { name: 'i_mmap_rwsem.count' }).click();
  const field = hitmap.inspector.getByRole('region', { name: 'Heat of the field' });
  await expect(field.getByText(/^down_write\b/).first()).toBeVisible();
  // down_write: 26.39 % of the 9,012 stores that hit and 6.35 % of the 63 that missed; on 160 CPUs, as posted.
  await expect(field.getByText(/(?<![\d,])2,382 stores\b/).first()).toBeVisible();
  await expect(field.getByText(/(?<![\d,])160 CPUs\b/).first()).toBeVisible();

  await bar.getByRole('combobox', { name: 'Fill by' }).selectOption('Stores');
  // Those of the rows that were posted: 47.45 % of 9,012 and 14.29 % of 63, which is 4,285.
  await meaning.click();
  await expect(legend).toContainText(
    /(?<![\d,.])47 % of the report’s 9,075 stores on fields53 % cut from the report/,
  );
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: /Links/ }).click();
  // From the count of the lock, which is stored to, to what is read beside it: the owner and the tree's leftmost node.
  await expect(page.locator('.hitmap-grid .links path')).toHaveCount(2);
  await expectAccessible(page, 'links and accessors');

  // A tag beside what was measured stays a mark of its own.
  await hitmap.member('nrpages').click();
  await hitmap.command('Tag as cold');
  await expect(hitmap.member('nrpages')).toHaveAttribute('aria-label', /tagged cold/);
  await expect(hitmap.member('nrpages')).not.toHaveAttribute('aria-label', /HITM/);
});

test('a second report stands beside the first', async ({ page }) => {
  const hitmap = await openedBeside(page);
  await page.keyboard.press('t');
  await hitmap.inspector
    .getByRole('region', { name: 'before.txt' })
    .getByRole('button', { name: /^Bind 0xff1/ })
    .click();
  await expect(hitmap.inspector.getByRole('region', { name: 'Findings' })).toBeVisible();
  await hitmap.command('Inspector: heat');
  await page.getByRole('spinbutton', { name: 'Offset in bytes' }).fill('80');
  const after: ReportLine = { ...ADDRESS_SPACE_LINE, hitm: [27_284, 38_784] };
  await hitmap.drop('after.txt', paretoText([after]));
  await page
    .getByRole('button', { name: /Bind to address_space/ })
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveValue('after.txt');
  await hitmap.command('Inspector: heat');
  await page.getByRole('spinbutton', { name: 'Offset in bytes' }).fill('80');
  const fields = hitmap.inspector.getByRole('region', { name: 'Hot fields' });
  await expect(fields.getByRole('columnheader', { name: 'before.txt' })).toBeVisible();
  await expect(fields.getByRole('columnheader', { name: 'after.txt' })).toBeVisible();
  // 71.36 % of 13,642 and 72.17 % of 19,392; the same shares of twice as many, to a sample. Nobody stores to the owner.
  await expect(
    fields.getByRole('row', { name: /^i_mmap_rwsem\.owner/ }).getByRole('cell'),
  ).toHaveText(['23,730 / 0', /^47,46[01] \/ 0$/]);
  await expectAccessible(page, 'two profiles');
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('before.txt');
  await expect(hitmap.member('i_mmap_rwsem')).toHaveAttribute('aria-label', /; 24,376 HITM\b/);
});
