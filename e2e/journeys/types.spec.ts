import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { buildQueueProgram, queueReport } from '../support/queueProgram';

const QUEUE_ROWS = [
  { name: 'queue_first', offset: 0, at: 0x0 },
  { name: 'queue_push', offset: 8, at: 0x8 },
  { name: 'queue_push', offset: 32, at: 0x20 },
  { name: 'queue_drain', offset: 32, at: 0x20 },
];

test('the functions of a pasted report name its struct, over a program of another build', async ({
  page,
}) => {
  const program = buildQueueProgram();
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.drop('c2c.txt', queueReport(QUEUE_ROWS, null));
  await hitmap.openFiles(program);
  const first = page.getByRole('region', { name: 'Candidates' }).getByRole('listitem').first();
  await expect(first.getByRole('heading', { name: 'queue' })).toBeVisible();
  await expect(first).toContainText('By the instructions of its functions: 4 of 4 rows');
  await expect(page.getByRole('region', { name: 'Rows of the line' })).toContainText(
    'queue.pending',
  );
  // Nothing is bound before a click.
  await expect(hitmap.title('queue')).toHaveCount(0);
  await expectAccessible(page, 'candidates by instructions');
});

test('where several structs fit alike they are said to, and none is picked', async ({ page }) => {
  const program = buildQueueProgram();
  const rows = [
    { name: 'lock_take', offset: 0, at: 0x10 },
    { name: 'lock_take', offset: 8, at: 0x18 },
  ];
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.drop('c2c.txt', queueReport(rows, null));
  await hitmap.openFiles(program);
  const candidates = page.getByRole('region', { name: 'Candidates' });
  await expect(candidates).toContainText('nothing in the report tells them apart');
  await expect(candidates.getByRole('heading', { name: 'queue' })).toBeVisible();
  await expect(candidates.getByRole('heading', { name: 'table' })).toBeVisible();
});

test('what the very instructions name is bound by itself, and undone for good', async ({
  page,
}) => {
  const program = buildQueueProgram();
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.drop('c2c.txt', queueReport(QUEUE_ROWS, program));
  await hitmap.openFiles(program);
  const rows = page.getByRole('region', { name: 'Rows of the line' });
  for (const member of ['queue.head', 'queue.tail', 'queue.pending']) {
    await expect(rows).toContainText(member);
  }
  await expect(
    hitmap.announcements.filter({ hasText: 'bound to queue: its instructions name it' }).first(),
  ).toBeAttached();
  const lines = page.getByRole('grid', { name: 'Contended cache lines' });
  await expect(lines).toContainText('queue +0');
  const candidates = page.getByRole('region', { name: 'Candidates' });
  await expect(candidates.getByRole('listitem').first()).toContainText('named');

  // Undone in the struct, it stays undone.
  await page.getByRole('button', { name: /^queue queue/ }).click();
  await page.keyboard.press('Control+z');
  await hitmap.command('Inspector: heat');
  await hitmap.inspector.getByRole('button', { name: 'Open the report' }).click();
  await expect(candidates.getByRole('listitem').first()).toContainText('named');
  await expect(lines).not.toContainText('queue +0');
});
