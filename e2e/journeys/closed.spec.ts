import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { fetching, fetchingFromBlob } from '../support/fetching';
import { sample } from '../support/inputs';

/** Nothing leaves the page: by policy, and as seen from outside. */
test('after load no request leaves, also while a file is read', async ({ page }) => {
  const requests: string[] = [];
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  // The worker and the WASM module are fetched ahead in idle time; that is part of loading.
  await expect(page.locator('html')).toHaveAttribute('data-prefetched', 'true');
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url())) requests.push(request.url());
  });
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  // What came in parts is opened, too, and answered by a worker.
  await hitmap.inspector.getByRole('tab', { name: 'Send' }).click();
  await expect(
    hitmap.inspector.getByText('A patch needs the text of the declaration'),
  ).toBeVisible();
  await hitmap.suggest();
  await expect(hitmap.inspector.getByRole('list', { name: 'Suggestions' })).toBeVisible();
  await hitmap.command('Show the original');
  expect(requests).toEqual([]);
});

test('the policy forbids every connection, in the page and in a worker', async ({
  hitmap: { page },
  baseURL,
}) => {
  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content');
  expect(policy).toContain("connect-src 'none'");
  expect(policy).toContain("default-src 'none'");

  const own = `${baseURL}/index.html`;
  expect(await fetching(page, [own])).toEqual(['TypeError']);
  expect(await fetchingFromBlob(page, own)).toBe('TypeError');
});

test('the workers that the page itself starts are started from blobs and cannot fetch', async ({
  page,
  baseURL,
  hitmap,
}) => {
  const started = page.waitForEvent('worker');
  await hitmap.openFiles(sample('shop.btf'));
  const worker = await started.catch(() => page.workers()[0]);
  await expect(hitmap.files.getByText('shop.btf')).toBeVisible();
  const own = page.workers()[0] ?? worker!;
  expect(own.url()).toMatch(/^blob:/);
  expect(await fetching(own, [`${baseURL}/index.html`])).toEqual(['TypeError']);
});

test('no text becomes markup, code or the address of a foreign worker', async ({ page }) => {
  await new HitmapPage(page).goto();
  const tried = await page.evaluate(() => {
    const nameOf = (act: () => unknown) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    return {
      markup: nameOf(() => (document.body.innerHTML = '<img src=x>')),
      inserted: nameOf(() => document.body.insertAdjacentHTML('beforeend', '<b>b</b>')),
      parsed: nameOf(() => new DOMParser().parseFromString('<b>b</b>', 'text/html')),
      code: nameOf(() => (script.text = 'window.ran = true')),
      address: nameOf(() => (script.src = 'https://elsewhere.example/a.js')),
      worker: nameOf(() => new Worker('https://elsewhere.example/a.js')),
      second: nameOf(() =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string): unknown } }
        ).trustedTypes.createPolicy('mine'),
      ),
      empty: nameOf(() => (document.createElement('div').innerHTML = '')),
    };
  });
  const { empty, ...others } = tried;
  expect(new Set(Object.values(others))).toEqual(new Set(['TypeError']));
  expect(empty).toBe('done');
});
