import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { hitmapText } from '../support/inputs';
import {
  buildQueueProgram,
  QUEUE_ROWS,
  queueRecording,
  queueReport,
  twoQueuesRecording,
} from '../support/queueProgram';
import { buildReadableProgram, readableReport } from '../support/readableProgram';

/** The page with a report, and with the program that it is asked of. */
async function withReport(page: Page, report: string, program: string): Promise<HitmapPage> {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.drop('c2c.txt', report);
  await hitmap.openFiles(program);
  return hitmap;
}

test('the functions of a pasted report name its struct, over a program of another build', async ({
  page,
}) => {
  const program = buildQueueProgram();
  const hitmap = await withReport(page, queueReport(QUEUE_ROWS, null), program);
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

test('where several structs fit alike they are said to, and none is picked without a click that says so', async ({
  page,
}) => {
  const program = buildQueueProgram();
  const rows = [
    { name: 'lock_take', offset: 0, at: 0x10 },
    { name: 'lock_take', offset: 8, at: 0x18 },
  ];
  const hitmap = await withReport(page, queueReport(rows, null), program);
  const candidates = page.getByRole('region', { name: 'Candidates' });
  await expect(candidates).toContainText('nothing in the report distinguishes them');
  await expect(candidates.getByRole('heading', { name: 'queue' })).toBeVisible();
  await expect(candidates.getByRole('heading', { name: 'table' })).toBeVisible();
  await expect(hitmap.title('queue')).toHaveCount(0);
  await candidates.getByRole('button', { name: /^Bind to queue at base/ }).click();
  await expect(hitmap.title('queue')).toBeVisible();
  await expect(
    hitmap.announcements
      .filter({ hasText: /bound to queue, one of \d+ that fit equally well/ })
      .first(),
  ).toBeAttached();
});

test('a report whose instructions name the struct opens it with its heat, and undone it stays undone', async ({
  page,
}) => {
  const program = buildQueueProgram();
  const hitmap = await withReport(page, queueReport(QUEUE_ROWS, program), program);
  await expect(hitmap.title('queue')).toBeVisible();
  await expect(hitmap.member('head')).toHaveAttribute('aria-label', /HITM/);
  await page.goBack();
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

  await page.keyboard.press('r');
  await expect(hitmap.title('queue')).toBeVisible();
  await page.keyboard.press('Control+z');
  await hitmap.command('Inspector: heat');
  await hitmap.inspector.getByRole('button', { name: 'Open the report' }).click();
  await expect(candidates.getByRole('listitem').first()).toContainText('named');
  await expect(lines).not.toContainText('queue +0');
});

test('functions of C++ lead to their class by the names that perf prints', async ({ page }) => {
  const program = buildReadableProgram();
  const hitmap = await withReport(page, readableReport(program, true), program);
  await expect(
    hitmap.announcements
      .filter({ hasText: 'bound to app::Stats: its instructions name it' })
      .first(),
  ).toBeAttached();
  await page.keyboard.press('r');
  const rows = page.getByRole('region', { name: 'Rows of the line' });
  for (const member of ['Stats.hits', 'Stats.misses', 'Stats.total']) {
    await expect(rows).toContainText(member);
  }
});

test('functions of C++ in a report of another build lead to their class, too', async ({ page }) => {
  const program = buildReadableProgram();
  const hitmap = await withReport(page, readableReport(program, false), program);
  const first = page.getByRole('region', { name: 'Candidates' }).getByRole('listitem').first();
  await expect(first.getByRole('heading', { name: 'app::Stats' })).toBeVisible();
  await expect(first).toContainText('By the instructions of its functions: 3 of 3 rows');
  await expect(hitmap.title('app::Stats')).toHaveCount(0);
});

test('loads that no sample shows are taken from the code, and said to be', async ({ page }) => {
  const program = buildQueueProgram();
  const rows = [{ name: 'queue_both', offset: 8, at: 0x8 }, ...QUEUE_ROWS];
  const hitmap = await withReport(page, queueReport(rows, program), program);
  await expect(
    hitmap.announcements.filter({ hasText: 'bound to queue: its instructions name it' }).first(),
  ).toBeAttached();
  await hitmap.command('Inspector: predict');
  // `queue_both` reads `head` behind `tail`, which is on the same line.
  await expect(hitmap.inspector).toContainText('1 load of head is known from the code');
});

test('a recording and its program give the list of hot structs, each with its heat a click away', async ({
  page,
}) => {
  const program = buildQueueProgram('-O2');
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.drop('perf.data', queueRecording(program));
  await hitmap.openFiles(program);
  // 100 HITM: 60 on queues, 35 and the lock's 5 on a table that holds it.
  const list = page.getByRole('listbox', { name: 'Structs and unions' });
  await expect(page.getByText('100 % of the HITM of perf.data is on these structs')).toBeVisible();
  await expect(list.getByRole('option').nth(0)).toContainText('queue');
  await expect(
    list
      .getByRole('option')
      .nth(0)
      .getByText(/^60 % of the HITM/),
  ).toBeVisible();
  await expect(list.getByRole('option').nth(1)).toContainText('table');
  await expect(
    list
      .getByRole('option')
      .nth(1)
      .getByText(/^40 % of the HITM/),
  ).toBeVisible();
  const rows = page.getByRole('region', { name: 'Rows of the line' });
  for (const member of ['queue.head', 'queue.tail', 'queue.pending']) {
    await expect(rows).toContainText(member);
  }
  await expect(rows).not.toContainText('·?');

  await list.getByRole('option').nth(1).click();
  await expect(hitmap.title('table')).toBeVisible();
  await hitmap.command('Inspector: heat');
  await expect(hitmap.inspector).toContainText('misses');
  await expectAccessible(page, 'hot structs');
});

test('a recording is followed while the list is closed: a struct has all of its lines', async ({
  page,
}) => {
  // So narrow, the list is a drawer.
  await page.setViewportSize({ width: 1200, height: 900 });
  const program = buildQueueProgram('-O2');
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.drop('perf.data', twoQueuesRecording(program));
  await hitmap.openFiles(program);
  const list = page.getByRole('listbox', { name: 'Structs and unions' });
  // The line in view is bound by what its instructions name.
  await expect(
    hitmap.announcements.filter({ hasText: 'bound to queue: its instructions name it' }).first(),
  ).toBeAttached();
  // The other one, which nobody has looked at, by what the whole recording touches.
  await expect(hitmap.title('queue')).toBeVisible();
  await page.keyboard.press('r');
  const lines = page.getByRole('grid', { name: 'Contended cache lines' });
  await expect(lines.getByText('queue +0')).toHaveCount(2);
  await expect(list).toBeHidden();
});

test('the command line names the same structs of a recording, of a program without BTF', () => {
  const program = buildQueueProgram('-O2');
  const recording = join(mkdtempSync(join(tmpdir(), 'hitmap-recording-')), 'perf.data');
  writeFileSync(recording, queueRecording(program));
  const output = hitmapText('heat', recording, '--from', program);
  expect(output).toMatch(/60 +60\.00% +\d+ +queue \(/);
  expect(output).toMatch(/40 +40\.00% +\d+ +table \(/);
});
