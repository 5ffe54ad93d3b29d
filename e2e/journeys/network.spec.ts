import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { HitmapPage } from '../pages/hitmapPage';
import { readCorpus, sample } from '../support/inputs';
import { expect, test } from '../support/journey';

/** The network goes, or the host gets another version of the page, while it is open. */

const prefetched = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-prefetched', 'true');

const SOURCE = `struct told {
\tchar first;
\tlong second;
};
`;

/** What a person does with a page, each by a part that comes when it is first needed. */
async function useAllOf(page: Page, hitmap: HitmapPage): Promise<void> {
  await hitmap.openFiles(sample('mapping.o'));
  await expect(hitmap.files.getByText('mapping.o')).toBeVisible();
  await hitmap.openFiles(sample('depot.o'), sample('depot-audit.o'));
  await hitmap.paste(readCorpus('address_space-before-6.1-NN.txt'));
  await expect(page.getByRole('grid', { name: 'Contended cache lines' })).toBeVisible();
  await hitmap.paste(SOURCE);
  await expect(hitmap.title('told')).toBeVisible();
  await hitmap.openStruct('address_space');
  const tabs = await hitmap.inspector.getByRole('tab').allTextContents();
  expect(tabs.length).toBe(4);
  for (const name of tabs) {
    await hitmap.inspector.getByRole('tab', { name, exact: true }).click();
    await expect(hitmap.inspector.getByText('Loading…')).toBeHidden();
  }
  await hitmap.command('Keys and marks');
  const help = page.getByRole('dialog');
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await hitmap.command('Copy a link to this layout');
  await expect(hitmap.announcements.filter({ hasText: 'The link is copied' })).toBeVisible();
  await hitmap.command('Show the original');
  await expect(page.getByText(/offline|did not come|broke|reload/i)).toHaveCount(0);
}

test('after load every script and style of the build is in', async ({ page }) => {
  await new HitmapPage(page).goto();
  await prefetched(page);
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.replace(/^.*\//, '')),
  );
  // Of `hitmap serve FILE` alone: the list of its files, its reader and the address of that. Of tests in Node: what
  // answers where there is no worker.
  const elsewhere = /^(?:servedList|worker|textAnswer)-[\w-]{8}\.js$/;
  expect(fetched.filter((name) => name.startsWith('worker-'))).toHaveLength(1);
  const built = readdirSync('dist/assets').filter((name) => /\.(?:js|css)$/.test(name));
  expect(built.length).toBeGreaterThan(50);
  expect(built.filter((name) => !fetched.includes(name) && !elsewhere.test(name))).toEqual([]);
});

test('without a network everything goes on', async ({ page, context, hitmap }) => {
  await prefetched(page);
  await context.setOffline(true);
  await useAllOf(page, hitmap);
});

test('a page that is open outlives another version on its host', async ({ page, hitmap }) => {
  await prefetched(page);
  // Scripts of another version have other names: those of this one are gone.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await useAllOf(page, hitmap);
});

test('offline before all has come: it is said, nothing is lost, and it comes with the network', async ({
  page,
  context,
}) => {
  const hitmap = new HitmapPage(page);
  await page.route(/hitmap-reports|hitmap-source|sourceWorker|Findings|PatchTab/, (route) =>
    route.abort(),
  );
  await hitmap.goto();
  await hitmap.drop('shop.o', readFileSync(sample('shop.o')));
  await hitmap.openStruct('counter');
  await context.setOffline(true);
  await hitmap.paste(SOURCE);
  await expect(page.getByText(/The browser is offline, and this part/).first()).toBeVisible();
  await expect(page.getByText(/reload/i)).toHaveCount(0);
  await hitmap.inspector.getByRole('tab', { name: 'Send' }).click();
  await expect(hitmap.inspector.getByText('Loading…')).toBeVisible();
  await page.unroute(/hitmap-reports|hitmap-source|sourceWorker|Findings|PatchTab/);
  await context.setOffline(false);
  await expect(hitmap.inspector.getByText('Loading…')).toBeHidden();
  await prefetched(page);
  // What is said of the page goes; what is said of the text that was pasted stays until it is dismissed.
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await expect(messages.filter({ hasText: 'The page:' })).toHaveCount(0);
  await expect(messages).toHaveCount(1);
  await expect(hitmap.title('counter')).toBeVisible();
  await hitmap.paste(SOURCE);
  await expect(hitmap.files).toContainText('C · 1 struct');
});
