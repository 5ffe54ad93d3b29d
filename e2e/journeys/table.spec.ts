import { expect, test } from '../support/journey';
import type { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { expectOffsets } from '../support/offsets';

/** Copies the struct in view as a table. */
async function tableOf(hitmap: HitmapPage): Promise<string> {
  await hitmap.command('Copy as plain table');
  const { page } = hitmap;
  await expect(page.getByRole('status').filter({ hasText: 'Copied: plain table' })).toBeVisible();
  const table = await page.evaluate(() => navigator.clipboard.readText());
  const longest = Math.max(...table.split('\n').map(({ length }) => length));
  expect(longest).toBeLessThanOrEqual(75);
  return table;
}

/** As a reply quotes it, with its runs of blanks lost. */
function reply(table: string): string {
  const quoted = table.replaceAll(/ +/g, ' ').replaceAll(/^/gm, '> ');
  return `On Monday someone wrote:\n${quoted}\nLooks good.\n`;
}

test('a mail with the table of a layout is the layout again, with its changes', async ({
  page,
  hitmap,
}) => {
  await page.getByRole('button', { name: /A reference count/ }).click();
  await hitmap.member('f_ref').focus();
  await hitmap.command('Move to the end');
  const table = await tableOf(hitmap);
  expect(table).toMatch(/^.*\bedit: move f_ref last$/m);

  await page.goto('about:blank');
  await hitmap.goto();
  await hitmap.paste(reply(table));
  await expect(page.getByText('from a table').first()).toBeVisible();
  // The first 8 bytes of 184 have gone to the end.
  await expectOffsets(hitmap, { f_ref: 176 });
  await hitmap.command('Reset to the original');
  await expectOffsets(hitmap, { f_ref: 0 });
  await expectAccessible(page, 'a layout from a table');

  await hitmap.paste(table.slice(0, -40));
  await expect(page.getByRole('alert')).toContainText('This table is cut');
  await hitmap.paste(table.replace('f_owner', 'f_holder'));
  await expect(page.getByText('The table was changed after it was written')).toBeVisible();
});

test('the heat of a table comes back with it', async ({ page, hitmap }) => {
  await page.getByRole('button', { name: /A lock beside the tree/ }).click();
  await expect(hitmap.title('address_space')).toBeVisible();
  const before = await hitmap.member('i_mmap_rwsem').getAttribute('aria-label');
  const table = await tableOf(hitmap);
  await page.goto('about:blank');
  await hitmap.goto();
  await hitmap.paste(reply(table));
  await expect(page.getByText('from a table').first()).toBeVisible();
  const after = await hitmap.member('i_mmap_rwsem').getAttribute('aria-label');
  const samples = /[\d,.]+[kM]? (?:HITM|loads|stores|samples)/g;
  expect(before?.match(samples)?.length).toBeGreaterThan(0);
  expect(after?.match(samples)).toEqual(before?.match(samples));
  expect(after?.match(/offset [\d,]+/)?.[0]).toBe(before?.match(/offset [\d,]+/)?.[0]);
});
