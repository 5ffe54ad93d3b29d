import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { expectOffsets } from '../support/offsets';

// The example: struct file of v6.14, whose tags say that f_ref is written and five fields are read.

async function openExample(page: Page): Promise<HitmapPage> {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.command('Open the example: struct file of v6.14');
  await expect(hitmap.title('file')).toBeVisible();
  return hitmap;
}

/** Tells the page who uses a field, by the buttons under Change. */
async function tag(hitmap: HitmapPage, field: string, role: string): Promise<void> {
  await hitmap.inspector.getByRole('tab', { name: 'Change' }).click();
  await hitmap.member(field).click();
  const button = hitmap.inspector.getByRole('button', { name: role, exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
}

test('tag, answer, search, preview, apply, undo', async ({ page }) => {
  const hitmap = await openExample(page);
  const conflicts = hitmap.figure('Conflicts, by tags');
  const message = (now: string) => `Conflicts by your tags: ${now}, was 100 %; no measurement`;
  await expect(conflicts).toHaveText(message('100 %'));

  await test.step('tags are edits; the forecast follows a held field', async () => {
    await tag(hitmap, 'f_cred', 'read-mostly');
    await hitmap.inspector.getByRole('tab', { name: 'Expect' }).click();
    await expect(hitmap.inspector).toContainText('Conflicts, by your tags');
    await expect(hitmap.inspector).toContainText('Figures come from tags');
    await expectAccessible(page, 'the prediction');
    await hitmap.drag(hitmap.member('f_ref'), hitmap.member('f_ep'), { drop: false });
    await expect(conflicts).toHaveText(message('0 %'));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(conflicts).toHaveText(message('100 %'));
  });

  await test.step('the question comes before the search', async () => {
    await hitmap.suggest();
    await expect(hitmap.inspector).toContainText('One question first');
    await expectAccessible(page, 'the question');
    await hitmap.inspector.getByRole('button', { name: 'Mark fields…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Which of these are read often?' });
    await expect(dialog).toBeVisible();
    await dialog
      .getByRole('group', { name: /^f_path/ })
      .getByRole('radio', { name: 'read often' })
      .check();
    await dialog
      .getByRole('group', { name: /^f_security/ })
      .getByRole('radio', { name: 'read often' })
      .check();
    await expectAccessible(page, 'the fields in doubt');
    await dialog.getByRole('button', { name: 'Keep the answers' }).click();
    await expect(dialog).toBeHidden();
  });

  const list = hitmap.inspector.getByRole('list', { name: 'Suggestions' });
  const first = list.getByRole('article').first();

  await test.step('a suggestion is shown in the grid while it is pointed at', async () => {
    await expect(hitmap.inspector.getByText(/^\d+ orders? worth measuring, /)).toBeVisible({
      timeout: 60_000,
    });
    await expect(first).toContainText('f_ref');
    await expect(first.getByText(/(?<![\d,])184 B\b/).first()).toBeVisible();
    await expectAccessible(page, 'the suggestions');
    await first.hover();
    await expect.poll(() => hitmap.offsetOf('f_ref')).toBeGreaterThanOrEqual(128);
    await hitmap.title('file').hover();
    await expectOffsets(hitmap, { f_ref: 0 });
    // The keyboard's way: the button of a suggestion has the focus.
    await first.getByRole('button', { name: /^Apply/ }).focus();
    await expect.poll(() => hitmap.offsetOf('f_ref')).toBeGreaterThanOrEqual(128);
  });

  await test.step('applied as edits, and undone as one step', async () => {
    await page.keyboard.press('Enter');
    await expect.poll(() => hitmap.offsetOf('f_ref')).toBeGreaterThanOrEqual(128);
    await expect(conflicts).toHaveText(message('0 %'));
    await expect(hitmap.figure('Size')).toHaveText('184 bytes, as in the original');
    await page.keyboard.press('Control+z');
    await expectOffsets(hitmap, { f_ref: 0 });
    await expect(conflicts).toHaveText(message('100 %'));
    // The tags stay: they were said before.
    await hitmap.inspector.getByRole('tab', { name: 'Change' }).click();
    await expect(hitmap.inspector.getByRole('list', { name: 'Changes' })).toContainText('f_path');
  });
});

test('the search is cancelled at once, and the page answers meanwhile', async ({ page }) => {
  await countWorkers(page);
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  // With so many fields to move the search takes far longer than the slowest page takes to answer.
  const types = ['char', 'short', 'int', 'long', 'void *'];
  const members = Array.from({ length: 160 }, (_, at) => `${types[at % types.length]} f${at};`);
  await hitmap.drop('big.h', `struct big { ${members.join(' ')} };`);
  await hitmap.openStruct('big');
  await tag(hitmap, 'f3', 'write-hot');
  await tag(hitmap, 'f4', 'read-hot');
  // Three readers are ready again for the next files, and one reads C source.
  const before = 4;
  await expect.poll(() => workersAlive(page)).toBe(before);
  await hitmap.suggest();
  await hitmap.inspector.getByRole('button', { name: 'Skip and search' }).click();
  const options = hitmap.inspector.locator('summary');
  await options.click();
  await hitmap.inspector.getByLabel('Moves').selectOption('4');
  await hitmap.inspector.getByLabel(/may align/).check();
  const cancel = hitmap.inspector.getByRole('button', { name: 'Cancel' });
  // The page answers while it is searched.
  await hitmap.member('f1').click();
  await expect(hitmap.member('f1')).toHaveAttribute('aria-selected', 'true');
  await expect(cancel).toBeVisible();
  await expect.poll(() => workersAlive(page)).toBeGreaterThan(before);
  await cancel.click();
  const status = hitmap.inspector.getByRole('status');
  await expect(status).toHaveText(/, \d[\d,]* orders? tried, cancelled$/);
  await expect(cancel).toHaveCount(0);
  const message = (await status.textContent()) ?? '';
  // Nothing is heard of it any more, as its worker is gone.
  await expect.poll(() => workersAlive(page)).toBe(before);

  // What a person does next takes nothing back of what was said.
  await hitmap.member('f2').click();
  await expect(hitmap.member('f2')).toHaveAttribute('aria-selected', 'true');
  await expect(status).toHaveText(message);
});

test('without tags and without a profile it says what to do, and closes holes', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf('e2e/samples/shop.btf', 'counter');
  await hitmap.inspector.getByRole('tab', { name: 'Expect' }).click();
  await expect(hitmap.inspector).toContainText('Nothing to predict from yet');
  await expectAccessible(page, 'no prediction');
  await hitmap.suggest();
  const list = hitmap.inspector.getByRole('list', { name: 'Suggestions' });
  await list
    .getByRole('button', { name: /limit after lock/ })
    .first()
    .click();
  // gcc lays that order out as 64 bytes (see the sample).
  await expect(hitmap.figure('Size')).toHaveText('64 bytes, was 72');
  await expect(hitmap.figure('Holes')).toHaveText('0 holes, was 1');
  await expectOffsets(hitmap, { lock: 16, limit: 20, hits: 24 });
});

/** Counts workers in the page itself: what the browser tells of one that is ended while it starts is not reliable. */
async function countWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = Object.assign(window, { workersAlive: 0 });
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        counted.workersAlive++;
      }

      override terminate(): void {
        counted.workersAlive--;
        super.terminate();
      }
    };
  });
}

function workersAlive(page: Page): Promise<number> {
  return page.evaluate(() => (window as typeof window & { workersAlive: number }).workersAlive);
}
