import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';

test('each finding selects in the grid what it is about', async ({ page }) => {
  await HitmapPage.lockBesideTree(page);
  const findings = page.getByRole('region', { name: 'Findings' });
  await expect(findings.getByText(/False sharing on line/)).toBeVisible();
  await expectAccessible(page, 'findings');
  const all = findings.getByRole('article');
  const count = await all.count();
  expect(count).toBeGreaterThan(1);
  for (let at = 0; at < count; at++) {
    const finding = all.nth(at);
    const names = await finding.locator('code').allTextContents();
    const show = finding.getByRole('button', { name: /^Show: / });
    await show.click();
    await expect(show).toHaveAttribute('aria-pressed', 'true');
    const selected = page.locator('[role=treeitem][aria-selected=true]');
    await expect(selected.first()).toBeVisible();
    const paths = await selected.evaluateAll((cells) =>
      cells.map((cell) => cell.getAttribute('data-path') ?? ''),
    );
    // What is selected is what the sentence speaks of, and something of it is.
    expect(paths.length).toBeGreaterThan(0);
    for (const path of new Set(paths)) expect(names).toContain(path);
  }
  // False sharing is drawn from who writes to who suffers.
  await expect(page.locator('.hitmap-grid .links path')).not.toHaveCount(0);
});

test('a line with a finding is marked; a press beside it opens the reason, and a search for it', async ({
  page,
}) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  await hitmap.command('Inspector: changes');
  const mark = page.locator('.hitmap-grid .found:not([d=""])').first();
  const box = await mark.boundingBox();
  if (box === null) throw new Error('no line is marked');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const findings = page.getByRole('region', { name: 'Findings' });
  const finding = findings.getByRole('article').filter({ hasText: 'False sharing on line 2' });
  await expect(finding.getByRole('button', { name: /^Show: / })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await finding.getByRole('button', { name: /^Suggest an order: / }).click();
  await hitmap.inspector.getByRole('button', { name: 'Skip and search' }).click();
  await expect(hitmap.inspector).toContainText(
    /For “False sharing on line 2”: \d+ of \d+ suggestions? moves?/,
  );
  await expectAccessible(page, 'suggestions for a finding');
});

test('a hole that a later field fills is found without any heat, and filling it takes it away', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('depot-audit.o'), 'depot');
  const findings = page.getByRole('region', { name: 'Findings' });
  // depot.c asserts 40 bytes for an order that fills its holes.
  await hitmap.command('Inspector: findings');
  const hole = findings
    .getByRole('article')
    .filter({ hasText: /\bHole of 4 bytes\b/ })
    .first();
  await expect(hole).toContainText(/\b40 bytes instead of 48\b/);
  const show = hole.getByRole('button', { name: /^Show: / });
  await show.click();
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await hitmap.member('queue').focus();
  await hitmap.command('Move to the start');
  // One hole is left, and no padding: a packing of 40 bytes is in view.
  await expect(hitmap.figure('Size')).toHaveText('40 bytes, was 48');
  await expect(findings.getByText(/instead of/)).toHaveCount(0);
});
