import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { expectOffsets } from '../support/offsets';
import { fileOf } from '../support/inputs';
import { requireJudge } from '../support/judges';

async function linkOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The link is copied' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a link that is made in one page opens in another, which asks for nothing', async ({
  page,
  browser,
}) => {
  const hitmap = await HitmapPage.withStudy(page, /A reference count/);
  await hitmap.member('f_ref').focus();
  await hitmap.command('Move to the end');
  await hitmap.command('Inspector: share');
  await page.getByLabel('What it is about').fill('f_ref shares a line with what fget reads');
  await expectAccessible(page, 'the Send tab');
  // A page of this machine leads nobody else anywhere: a link of it is what any Hitmap reads.
  const link = await linkOf(page);
  expect(link).toMatch(/^#hitmap/);
  await expect(page.getByText('It opens where it is pasted')).toBeVisible();
  const { origin } = new URL(page.url());
  expect(link.length).toBeLessThanOrEqual(900);

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(origin);
  await expect(other.locator('html')).toHaveAttribute('data-prefetched', 'true', {
    timeout: 60_000,
  });
  const requests: string[] = [];
  other.on('request', (request) => requests.push(request.url()));
  await other.evaluate((hash) => {
    window.location.hash = hash;
  }, link);
  const theirs = new HitmapPage(other);
  await expect(theirs.title('file')).toBeVisible();
  // What is proposed is beside what it replaces: f_ref leaves the line of what is read.
  await expect(
    other
      .getByRole('group', { name: 'Line 0' })
      .getByRole('img', { name: /^f_ref leaves for line 2/ }),
  ).toBeVisible();
  await theirs.showEdited();
  // The first 8 bytes of 184 have gone to the end.
  await expectOffsets(theirs, { f_ref: 176 });
  await expect(other.getByLabel('Supplied by the author').first()).toContainText('what fget reads');
  expect(requests.filter((url) => !/^(?:blob|data):/.test(url))).toEqual([]);

  // A reply: theirs stays beside mine.
  await theirs.member('f_owner').focus();
  await theirs.command('Move to the start');
  await theirs.command('Compare: before and after');
  await expect(
    // By reordering alone: members of 8 bytes and of 4, and no hole to close.
    other.getByRole('list', { name: 'Layouts' }).getByRole('listitem'),
  ).toHaveText([
    /^Before: 184 bytes, 3 lines\b/,
    /^Theirs: 184 bytes, 3 lines\b/,
    /^Mine: 184 bytes, 3 lines\b/,
  ]);
  await expectAccessible(other, 'a comparison of three');
  await context.close();
});

test('a link in a quoted mail opens by pasting it, and a cut one says so', async ({ page }) => {
  const hitmap = await HitmapPage.withStudy(page, /Align, or only reorder/);
  await expect(hitmap.title('pcpu_chunk')).toBeVisible();
  await hitmap.command('Inspector: share');
  const link = await linkOf(page);
  await hitmap.paste((link.match(/.{1,70}/g) ?? []).map((line) => `> ${line}`).join('\n'));
  await expect(page.getByRole('button', { name: 'About pcpu_chunk: from a link' })).toBeVisible();
  await hitmap.paste(link.slice(0, -9));
  await expect(page.getByRole('alert')).toContainText('This link is damaged');
});

test('a posted patch, pasted over a study, is before and after', async ({ page }) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  await hitmap.drop(
    'patch.eml',
    `Subject: [PATCH] fs: i_mmap_rwsem on a line of its own

> @@ -471,4 +471,4 @@ struct address_space {
>  	struct rb_root_cached	i_mmap;
> -	struct rw_semaphore	i_mmap_rwsem;
> +	struct rw_semaphore	i_mmap_rwsem ____cacheline_aligned_in_smp;
>  	unsigned long		nrpages;
>  	pgoff_t			writeback_index;
`,
  );
  await expect(page.getByText('fs: i_mmap_rwsem on a line of its own').first()).toBeVisible();
  const story = page.getByRole('region', { name: 'The posted patch' });
  await expect(story).toContainText('i_mmap_rwsem (88 to 128) leaves the line of');
  await page.keyboard.press('v');
  // Aligned to 64 by ____cacheline_aligned_in_smp: what was in the second line begins the third.
  await expectOffsets(hitmap, { i_mmap_rwsem: 128 });
});

test('a mail in quoted-printable: what its patch does, and the line that is not shown', async ({
  page,
}) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  await hitmap.drop(
    'encoded.eml',
    `Subject: [PATCH] fs: a line of its own
MIME-Version: 1.0
Content-Type: text/plain; charset=3DUTF-8
Content-Transfer-Encoding: quoted-printable

--- a/include/linux/fs.h
+++ b/include/linux/fs.h
@@ -471,5 +471,6 @@ struct address_space {
=09struct rb_root_cached=09i_mmap;
-=09struct rw_semaphore=09i_mmap_rwsem;
+=09struct rw_semaphore=09i_mmap_rwsem ____cache=
line_aligned_in_smp;
+=09struct unheard_of=09thing;
=20=09unsigned long=09=09nrpages;
=20=09pgoff_t=09=09=09writeback_index;
=20=09const struct address_space_operations *a_ops;
`.replace('\n=09struct rb', '\n=20=09struct rb'),
  );
  const story = page.getByRole('region', { name: 'The posted patch' });
  await expect(story).toContainText(
    '2 of 3 changed lines are placed: its size is not known, because of line',
  );
  const figures = page.getByLabel('Figures', { exact: true });
  await expect(figures).toContainText('Sizenot known: a line of the patch is not placed');
  await expect(figures).not.toContainText(/\d/);
  await page.keyboard.press('v');
  await expectOffsets(hitmap, { i_mmap_rwsem: 128 });
  await expect(page.getByText(/2 of 3 changed lines placed/).first()).toBeVisible();
  await expect(page.getByText(/no loaded file has struct unheard_of/).first()).toBeVisible();
});

for (const title of [
  /A reference count/,
  /A lock beside/,
  /Four bytes/,
  /Align, or only/,
  /Apart on 64-byte/,
]) {
  test(`the study "${title.source}" from start to end`, async ({ page }) => {
    const hitmap = await HitmapPage.withStudy(page, title);
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await expect(next).toBeVisible();
    const steps = await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').count();
    expect(steps).toBeGreaterThan(5);
    for (let step = 1; step < steps; step++) {
      await next.click();
      await expect(page.getByText(`${step + 1} of ${steps}`, { exact: true })).toBeVisible();
      await expect(page.getByText(/^Skipped/)).toHaveCount(0);
      // The tabs that steps show are judged where they are first seen; a full look at each step takes minutes.
      const isNew = await page.getByRole('heading', { name: /^What the (tool|author)/ }).count();
      if (isNew > 0) await expectAccessible(page, `step ${step + 1} of the study`);
    }
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    // It ends with what the reader can do, and what it speaks of is shown by its name.
    const story = page.getByRole('region', { name: 'Story' });
    await expect(story.getByRole('button', { name: /^Try this on your kernel/ })).toBeVisible();
    await expectAccessible(page, 'a study at its end');
    // The reader takes over: what they do stays, and the story is still there.
    await hitmap.command('Undo');
    await expect(next).toBeVisible();
  });
}

test('the fields that a story speaks of are shown by their names', async ({ page }) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  const story = page.getByRole('region', { name: 'Story' });
  await story.getByRole('button', { name: 'i_mmap_rwsem', exact: true }).click();
  await expect(hitmap.member('i_mmap_rwsem')).toHaveAttribute('aria-selected', 'true');
});

test('every export is the same from the page and the command line, and opened by its reader', async ({
  page,
}) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  await hitmap.member('i_mmap_rwsem').focus();
  await hitmap.command('Move to the end');
  await hitmap.command('Inspector: share');
  const link = await linkOf(page);
  const exported = (...words: string[]) =>
    execFileSync(process.execPath, [
      fileURLToPath(new URL('../../dist-cli/hitmap.mjs', import.meta.url)),
      'export',
      link,
      ...words,
    ]);
  const cli = (...words: string[]) => exported(...words).toString('utf8');
  const copied = async (title: string, form: string) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await hitmap.command(`Copy as ${title}`);
    await expect(page.getByRole('status').filter({ hasText: `Copied: ${title}` })).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text, form).toBe(cli('--as', form));
    return text;
  };
  await copied('pahole text', 'pahole');
  await copied('pahole text, before the changes', 'pahole-before');
  expect(await copied('diff of the two', 'diff')).toMatch(
    /^\+\tstruct rw_semaphore +i_mmap_rwsem;/m,
  );
  expect(await copied('Markdown table', 'markdown')).toContain('| `i_mmap_rwsem` |');
  expect(await copied('c2c table with field names', 'heat')).toContain('i_mmap_rwsem.owner');
  const json = JSON.parse(await copied('JSON (the layout)', 'json')) as { edits: string[] };
  expect(json.edits).toEqual(['move i_mmap_rwsem last']);

  const saved = async (command: string) => {
    const download = page.waitForEvent('download');
    await hitmap.command(command);
    return readFileSync(await (await download).path());
  };
  for (const theme of ['light', 'dark']) {
    const svg = await saved(`Save the picture as SVG, ${theme}`);
    expect(svg.toString('utf8')).toBe(cli('--as', 'svg', '--theme', theme));
    const viewer = await page.context().newPage();
    await viewer.goto(pathToFileURL(fileOf('file.svg', svg)).href);
    await expect(viewer.getByText('struct address_space', { exact: true })).toBeVisible();
    await expect(viewer.getByText('i_mmap_rwsem', { exact: true }).first()).toBeVisible();
    // Every text stands inside the picture.
    const outside = await viewer.evaluate(() => {
      const { right, bottom } = document.documentElement.getBoundingClientRect();
      return [...document.querySelectorAll('text')].flatMap((text) => {
        const box = text.getBoundingClientRect();
        const isInside = box.left >= 0 && box.right <= right && box.bottom <= bottom;
        return isInside ? [] : [text.textContent];
      });
    });
    expect(outside).toEqual([]);
    await viewer.close();

    // The page draws with the fonts of its machine, the command line with its own: alike but for the letters.
    const png = await pixelsOf(page, await saved(`Save the picture as PNG, ${theme}`));
    const fromCli = await pixelsOf(page, exported('--as', 'png', '--theme', theme));
    expect(png.corner > 128).toBe(theme === 'light');
    expect(png.widthPx).toBe(2264);
    expect(fromCli.widthPx).toBe(png.widthPx);
    expect(fromCli.heightPx).toBe(png.heightPx);
    expect(fromCli.corner).toBe(png.corner);
    expect(png.titleInk).toBeGreaterThan(500);
    expect(Math.abs(fromCli.titleInk / png.titleInk - 1)).toBeLessThan(0.4);
  }
});

test('print is the layout on paper, without the controls', async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium prints as PDF');
  const hitmap = await HitmapPage.withStudy(page, /A reference count/);
  await expect(hitmap.title('file')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(hitmap.title('file')).toBeVisible();
  await expect(hitmap.member('f_ref')).toBeVisible();
  for (const role of ['banner', 'complementary'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  requireJudge('pdftotext');
  const members = await page
    .locator('[role=treeitem][data-path]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-path') ?? ''));
  expect(members.length).toBeGreaterThan(10);
  for (const landscape of [false, true]) {
    const file = test.info().outputPath(`page-${landscape}.pdf`);
    await page.pdf({ format: 'A4', landscape, path: file });
    const { pages, words } = wordsOnPaper(file);
    expect(pages).toHaveLength(1);
    const [{ widthPt, heightPt }] = pages as [(typeof pages)[number]];
    const outside = words.filter(
      ({ x, y }) => x[0] < 0 || x[1] > widthPt || y[0] < 0 || y[1] > heightPt,
    );
    expect(outside).toEqual([]);
    // All of the width is used, and each member is there under its name, of which a narrow cell has the start.
    expect(Math.max(...words.map(({ x }) => x[1]))).toBeGreaterThan(0.8 * widthPt);
    const printed = words.map(({ text }) => text.replace(/…$/, '')).join(' ');
    for (const name of members.map((path) => path.split('.').at(-1) ?? '')) {
      if (!name.startsWith('anon(')) expect(printed).toContain(name.split('_')[0]);
    }
  }
});

/** The words of a PDF, each with its place in points, and the sizes of its pages. */
function wordsOnPaper(file: string) {
  const xml = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' });
  const pages = [...xml.matchAll(/<page width="([\d.]+)" height="([\d.]+)">/g)].map(
    ([, width, height]) => ({ widthPt: Number(width), heightPt: Number(height) }),
  );
  const words = [
    ...xml.matchAll(
      /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g,
    ),
  ].map(([, x1, y1, x2, y2, text = '']) => ({
    x: [Number(x1), Number(x2)] as const,
    y: [Number(y1), Number(y2)] as const,
    text,
  }));
  return { pages, words };
}

/**
 * A PNG as the browser decodes it: its size, how bright its corner is (0 to 255), and how many pixels of
 * the band with the title are not as the corner.
 */
function pixelsOf(page: Page, png: Buffer) {
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const band = context?.getImageData(0, 0, image.width, 50).data ?? new Uint8ClampedArray();
      const [corner = 0] = band;
      let titleInk = 0;
      for (let at = 0; at < band.length; at += 4) {
        if (Math.abs((band[at] ?? 0) - corner) > 64) titleInk += 1;
      }
      return { widthPx: image.width, heightPx: image.height, corner, titleInk };
    },
    [...png],
  );
}
