import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';

async function linkOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The link is copied' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function openStudy(page: Page, title: RegExp): Promise<HitmapPage> {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await page.getByRole('button', { name: title }).click();
  return hitmap;
}

test('a link that is made in one page opens in another, which asks for nothing', async ({
  page,
  browser,
}) => {
  const hitmap = await openStudy(page, /A reference count/);
  await hitmap.member('f_ref').focus();
  await hitmap.command('Move to the end');
  await hitmap.command('Inspector: share');
  await page.getByLabel('What it is about').fill('f_ref shares a line with what fget reads');
  await expectAccessible(page, 'the Share tab');
  const link = await linkOf(page);
  expect(link.split('#')[1]?.length).toBeLessThanOrEqual(900);

  const context = await browser.newContext();
  const other = await context.newPage();
  const { origin } = new URL(link);
  await other.goto(origin);
  await expect(other.locator('html')).toHaveAttribute('data-prefetched', 'true', {
    timeout: 60_000,
  });
  const requests: string[] = [];
  other.on('request', (request) => requests.push(request.url()));
  await other.evaluate((hash) => {
    window.location.hash = hash;
  }, new URL(link).hash);
  const theirs = new HitmapPage(other);
  await expect(theirs.title('file')).toBeVisible();
  expect(await theirs.offsetOf('f_ref')).toBe(176);
  await expect(other.getByLabel('Supplied by the author').first()).toContainText('what fget reads');
  // The tab's icon is the browser's own: it asks again when the address changes.
  expect(requests.filter((url) => !/^blob:|\/icon\.svg$/.test(url))).toEqual([]);

  // A reply: theirs stays beside mine.
  await theirs.member('f_owner').focus();
  await theirs.command('Move to the start');
  await theirs.command('Compare: before and after');
  await expect(
    other.getByRole('img', { name: /Before: 184 bytes.*Theirs: .*Mine: / }),
  ).toBeVisible();
  await expectAccessible(other, 'a comparison of three');
  await context.close();
});

test('a link in a quoted mail opens by pasting it, and a cut one says so', async ({ page }) => {
  const hitmap = await openStudy(page, /Align, or only reorder/);
  await expect(hitmap.title('pcpu_chunk')).toBeVisible();
  await hitmap.command('Inspector: share');
  const link = await linkOf(page);
  const paste = (text: string) =>
    page.evaluate((mail) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', mail);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  await paste((link.match(/.{1,70}/g) ?? []).map((line) => `> ${line}`).join('\n'));
  await expect(page.getByText('from a link')).toBeVisible();
  await paste(link.slice(0, -9));
  await expect(page.getByRole('alert')).toContainText('This link is damaged');
});

test('a posted patch, pasted over a study, is before and after', async ({ page }) => {
  const hitmap = await openStudy(page, /A lock beside the tree/);
  await expect(hitmap.title('address_space')).toBeVisible();
  await hitmap.drop(
    'patch.eml',
    `Subject: [PATCH] fs: i_mmap_rwsem on a line of its own

> @@ -471,5 +471,5 @@ struct address_space {
>  	struct rb_root_cached	i_mmap;
> -	struct rw_semaphore	i_mmap_rwsem;
> +	struct rw_semaphore	i_mmap_rwsem ____cacheline_aligned_in_smp;
>  	unsigned long		nrpages;
>  	pgoff_t			writeback_index;
`,
  );
  await expect(page.getByText('fs: i_mmap_rwsem on a line of its own').first()).toBeVisible();
  expect(await hitmap.offsetOf('i_mmap_rwsem')).toBe(128);
});

for (const title of [
  /A reference count/,
  /A lock beside/,
  /Four bytes/,
  /Align, or only/,
  /Apart on 64-byte/,
]) {
  test(`the study "${title.source}" from start to end`, async ({ page }) => {
    await openStudy(page, title);
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await expect(next).toBeVisible();
    const steps = await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').count();
    expect(steps).toBeGreaterThan(5);
    for (let step = 1; step < steps; step++) {
      await next.click();
      await expect(page.getByText(`${step + 1} of ${steps}`)).toBeVisible();
      await expect(page.getByText(/^Skipped/)).toHaveCount(0);
    }
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, 'a study at its end');
  });
}

test('every export is opened by its reader', async ({ page }) => {
  const hitmap = await openStudy(page, /A reference count/);
  await hitmap.member('f_ref').focus();
  await hitmap.command('Move to the end');
  const copied = async (form: string) => {
    await hitmap.command(`Copy as ${form}`);
    await expect(page.getByRole('status').filter({ hasText: 'Copied: ' })).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const markdown = await copied('Markdown table');
  expect(markdown).toMatch(/\| 176 \| 0 \| 8 \| 2 \| `f_ref` \|/);
  const json = JSON.parse(await copied('JSON (the layout)')) as { v: number; edits: string[] };
  expect(json.edits).toEqual(['move f_ref last']);
  expect(await copied('diff of the two')).toMatch(/^-\tfile_ref_t +f_ref; +\/\* +0 +8 \*\/$/m);

  const saved = async (command: string) => {
    const download = page.waitForEvent('download');
    await hitmap.command(command);
    return readFileSync(await (await download).path());
  };
  const svg = await saved('Save the picture as SVG, light');
  const png = await saved('Save the picture as PNG, dark');
  const width = await page.evaluate(async (text) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    await image.decode();
    return image.naturalWidth;
  }, svg.toString('utf8'));
  expect(width).toBe(1132);
  // The signature of PNG, then IHDR with the width (W3C PNG, 5.2 and 11.2.2).
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  expect(png.readUInt32BE(16)).toBe(2264);
});
