import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { expectOffsets } from '../support/offsets';
import { sample } from '../support/inputs';

/** `npm run build:single`. */
const FILE = pathToFileURL(
  fileURLToPath(new URL('../../dist-single/hitmap.html', import.meta.url)),
).href;

/** The page from the disk, without network: whatever it asks for beside itself, and whatever it complains of. */
async function openFile(page: Page, hash = ''): Promise<{ hitmap: HitmapPage; seen: string[] }> {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && request.url().split('#')[0] !== FILE) {
      seen.push(`asked for ${request.url()}`);
    }
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.push(message.text());
  });
  page.on('pageerror', (error) => seen.push(String(error)));
  await page.context().setOffline(true);
  await page.goto(`${FILE}${hash}`);
  await expect(page.locator('html')).toHaveAttribute('data-prefetched', 'true', {
    timeout: 60_000,
  });
  return { hitmap: new HitmapPage(page), seen };
}

test('the page as one file: a binary dropped, a field dragged, a link made and opened', async ({
  page,
}) => {
  const { hitmap, seen } = await openFile(page);
  await expectAccessible(page, 'the page as one file');
  await hitmap.drop('shop.o', readFileSync(sample('shop.o')));
  await hitmap.openStruct('counter');
  // shop.c: `link` is two pointers and `lock` 4 bytes, so the hole begins at byte 20.
  await hitmap.drag(hitmap.member('limit'), hitmap.hole(/^hole/), { drop: true });
  await expectOffsets(hitmap, { limit: 20 });

  const link = await hitmap.copyLink();
  // Not the path of a disk, which would tell others where the file lies and lead them nowhere.
  expect(link).toMatch(/^#hitmap\d+\.[\w-]+$/);
  expect(seen).toEqual([]);

  const other = await page.context().newPage();
  const theirs = await openFile(other, link);
  await expect(theirs.hitmap.title('counter')).toBeVisible();
  await expect(other.getByRole('button', { name: /^About .*: from a link/ })).toBeVisible();
  await theirs.hitmap.showEdited();
  await expectOffsets(theirs.hitmap, { limit: 20 });
  expect(theirs.seen).toEqual([]);
});

test('the page as one file: a study, its suggestions and C source', async ({ page }) => {
  const { hitmap, seen } = await openFile(page);
  await page.getByRole('button', { name: /A reference count/ }).click();
  await expect(hitmap.title('file')).toBeVisible();
  await hitmap.suggest();
  await page.getByRole('button', { name: 'Skip and search' }).click();
  const suggestions = hitmap.inspector.getByRole('list', { name: 'Suggestions' });
  await expect(suggestions.getByRole('listitem').first()).toBeVisible({ timeout: 60_000 });
  await hitmap.drop('shop.c', readFileSync(sample('shop.c')));
  await expect(page.getByText('shop.c').first()).toBeVisible();
  expect(seen).toEqual([]);
});

test('the page as one file lets nothing out, in its workers neither', async ({ page }) => {
  const { hitmap } = await openFile(page);
  const started = page.waitForEvent('worker').catch(() => null);
  await hitmap.drop('shop.btf', readFileSync(sample('shop.btf')));
  await expect(hitmap.files.getByText('shop.btf')).toBeVisible();
  const worker = page.workers()[0] ?? (await started);
  expect(worker?.url()).toMatch(/^blob:/);
  const tryToFetch = (address: string) =>
    fetch(address).then(
      () => 'went out',
      (error: Error) => error.name,
    );
  expect(await page.evaluate(tryToFetch, FILE)).toBe('TypeError');
  expect(await worker?.evaluate(tryToFetch, FILE)).toBe('TypeError');
  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content');
  expect(policy).toContain("connect-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
});
