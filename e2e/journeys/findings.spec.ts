import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';

test('each finding selects in the grid what it is about', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await page.getByRole('button', { name: /A lock beside the tree/ }).click();
  await expect(hitmap.title('address_space')).toBeVisible();
  const findings = page.getByRole('region', { name: 'Findings' });
  await hitmap.command('Inspector: field');
  await expect(findings.getByText(/False sharing on line/)).toBeVisible();
  await expectAccessible(page, 'findings');
  const all = findings.getByRole('listitem').getByRole('button');
  const count = await all.count();
  expect(count).toBeGreaterThan(1);
  for (let at = 0; at < count; at++) {
    const finding = all.nth(at);
    const names = await finding.locator('code').allTextContents();
    await finding.click();
    await expect(finding).toHaveAttribute('aria-pressed', 'true');
    const selected = page.locator('[role=treeitem][aria-selected=true]');
    await expect(selected.first()).toBeVisible();
    const paths = await selected.evaluateAll((cells) =>
      cells.map((cell) => cell.getAttribute('data-path') ?? ''),
    );
    // What is selected is what the sentence speaks of, and something of it is.
    expect(paths.length).toBeGreaterThan(0);
    for (const path of new Set(paths)) expect(names).toContain(path);
  }
});

test('a hole that a later field fills is found without any heat, and filling it takes it away', async ({
  page,
}) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('depot-audit.o'));
  await hitmap.openStruct('depot');
  await hitmap.command('Inspector: field');
  const findings = page.getByRole('region', { name: 'Findings' });
  // depot.c asserts 40 bytes for an order that fills its holes.
  const hole = findings.getByRole('button', { name: /\bHole of 4 bytes\b/ }).first();
  await expect(hole).toHaveText(/\b40 bytes instead of 48\b/);
  await hole.click();
  await expect(hole).toHaveAttribute('aria-pressed', 'true');
  await hitmap.member('queue').focus();
  await hitmap.command('Move to the start');
  // One hole is left, and no padding: a packing of 40 bytes is in view.
  await expect(hitmap.figure('Size')).toHaveText('40 bytes, was 48');
  await expect(findings.getByText(/instead of/)).toHaveCount(0);
});
