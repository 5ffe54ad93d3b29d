import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADDRESS_SPACE_LINE, paretoText } from '../support/c2cReport';
import { hitmapText, sample } from '../support/inputs';
import { expect, test } from '../support/journey';

/** What two machines report, as one report of the struct that they fight over. */
function fleetProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-fleet-'));
  const at = (name: string) => join(folder, name);
  const twice = { ...ADDRESS_SPACE_LINE, address: '0xff1ddd3f0c8a4b00' };
  writeFileSync(at('web17.txt'), paretoText([ADDRESS_SPACE_LINE]));
  writeFileSync(at('web18.txt'), paretoText([{ ...twice, hitm: [13_642 * 2, 19_392 * 2] }]));
  const reports = [at('web17.txt'), at('web18.txt')];
  hitmapText('rows', ...reports, '--types', sample('mapping.o'), '--out', at('rows'));
  const rows = readdirSync(at('rows')).map((name) => join(at('rows'), name));
  return hitmapText('fleet', ...rows, '--struct', 'address_space', '--as', 'profile');
}

test('a fleet’s report of one struct: bound, a suggestion, a link', async ({ page, hitmap }) => {
  await hitmap.openFiles(sample('mapping.o'));
  await hitmap.drop('fleet.txt', fleetProfile());
  // The report says of which struct it is, and leads there; what it says itself is a key away.
  await expect(hitmap.title('address_space')).toBeVisible();
  await page.keyboard.press('r');
  const table = page.getByRole('grid', { name: 'Contended cache lines' });
  // What no row has is in the counts of the line all the same: 13,642 and twice that.
  await expect(table.getByRole('row').nth(1)).toContainText('40,926');
  await expect(table.getByRole('row').nth(1)).toContainText('58,176');
  // The reports do not say of which machines they are.
  const about = page.getByRole('region', { name: 'What its author says' });
  await expect(about).toContainText('2 recordings of a fleet');
  await expect(about).toContainText('Some recordings do not state their machine');
  const rows = page.getByRole('region', { name: 'Rows of the line' });
  await expect(rows.getByRole('row').nth(1)).toContainText('2 recordings');
  const first = page.getByRole('region', { name: 'Candidates' }).getByRole('listitem').first();
  await expect(first.getByRole('heading', { name: 'address_space' })).toBeVisible();
  await page.keyboard.press('r');
  await expect(hitmap.title('address_space')).toBeVisible();
  const findings = hitmap.inspector.getByRole('region', { name: 'Findings' });
  await expect(findings).toContainText('False sharing on line 2');
  // 2,687 of one machine and, by the same shares, 5,373 of the other (2,516 and 2,858 of its two kinds).
  await expect(page.getByRole('region', { name: 'Line 2', exact: true })).toContainText(
    /vma_interval_tree_remove8,06\d HITM/,
  );
  await hitmap.suggest();
  await hitmap.inspector.getByRole('button', { name: 'Skip and search' }).click();
  const list = hitmap.inspector.getByRole('list', { name: 'Suggestions' });
  await expect(hitmap.inspector.getByText(/^\d+ orders? worth measuring, /)).toBeVisible({
    timeout: 60_000,
  });
  await expect(list.getByRole('article').first()).toContainText('HITM 99,102 → ');
  await hitmap.inspector.getByRole('tab', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The link is copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^#hitmap/);
  // Whoever opens it reads the same of the recordings.
  const document = JSON.parse(hitmapText('open', link, '--json')) as {
    profiles: { about?: string[] }[];
  };
  expect(document.profiles[0]?.about?.join(' ')).toContain('2 recordings of a fleet');
});
