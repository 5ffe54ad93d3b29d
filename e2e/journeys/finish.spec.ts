import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { ADDRESS_SPACE_LINE, paretoText } from '../support/c2cReport';
import { sample } from '../support/inputs';
import { expect, test } from '../support/journey';

const LEAST_FONT_PX = 11;

for (const { width, height, by } of [
  { width: 1920, height: 1080, by: 1 },
  { width: 1440, height: 900, by: 1 },
  { width: 900, height: 900, by: 1 },
  { width: 720, height: 450, by: 2 },
  { width: 390, height: 844, by: 3 },
]) {
  test(`no text in the grid is under ${LEAST_FONT_PX} pixels at ${width} by ${height}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: by,
    });
    const page = await context.newPage();
    const hitmap = await HitmapPage.lockBesideTree(page);
    await expect(hitmap.member('i_mmap')).toBeVisible();
    const sizes = await page.locator('.hitmap-grid text, .hitmap-grid tspan').evaluateAll((all) =>
      all
        .filter(({ textContent }) => textContent !== '')
        .map((each) => {
          // What is drawn may be scaled: the screen's pixels count.
          const scale = (each as SVGGraphicsElement).getScreenCTM()?.a ?? 1;
          return [parseFloat(getComputedStyle(each).fontSize) * scale, each.textContent] as const;
        }),
    );
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.filter(([px]) => px < LEAST_FONT_PX)).toEqual([]);
    await context.close();
  });
}

test('the palette leads to a struct and to a field', async ({ page, hitmap }) => {
  await hitmap.openFiles(sample('depot.o'));
  await expect(hitmap.list.getByRole('option').first()).toBeVisible();
  const jump = async (typed: string, marked: RegExp) => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill(typed);
    await expect(palette.getByRole('option', { selected: true })).toContainText(marked);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };
  await jump('yard', /yard/);
  await expect(hitmap.title('yard')).toBeVisible();
  await jump('gate', /gate of yard/);
  await expect(hitmap.member('gate')).toHaveAttribute('aria-selected', 'true');
});

test('a message goes when the same is given again and can be read', async ({ page, hitmap }) => {
  const messages = page.getByRole('region', { name: 'Messages' });
  await hitmap.drop('c2c.txt', 'Dear all,\nplease find below …\n');
  await hitmap.drop('other.txt', 'nothing that is known');
  await expect(messages.getByText('c2c.txt')).toBeVisible();
  await hitmap.drop('c2c.txt', paretoText([ADDRESS_SPACE_LINE]));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(messages.getByText('c2c.txt')).toBeHidden();
  // What is about another file is not answered by it.
  await expect(messages.getByText('other.txt')).toBeVisible();
});

test('repeated steps of one field are one change, and one undo', async ({ page, hitmap }) => {
  await hitmap.openStructOf(sample('depot.o'), 'depot');
  const at = await hitmap.offsetOf('queue');
  await hitmap.member('queue').click();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page.getByRole('toolbar').getByText('1 change')).toBeVisible();
  await expect.poll(() => hitmap.offsetOf('queue')).toBeLessThan(at - 8);
  await expectAccessible(page, 'a field that was moved by keys');
  await page.keyboard.press('Control+z');
  await expect.poll(() => hitmap.offsetOf('queue')).toBe(at);
});

for (const landscape of [false, true]) {
  test(`each page has the bytes of a line at its head, A4 ${landscape ? 'across' : 'upright'}`, async ({
    page,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'only Chromium prints to a file');
    const hitmap = new HitmapPage(page);
    await hitmap.goto();
    const members = Array.from({ length: 400 }, (_, place) => `long m${place};`);
    await hitmap.drop('long.c', `struct long_one { ${members.join(' ')} };`);
    await expect(hitmap.title('long_one')).toBeVisible();
    const file = test.info().outputPath('paper.pdf');
    writeFileSync(file, await page.pdf({ format: 'A4', landscape }));
    const pages = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
      .split('\f')
      .slice(0, -1);
    expect(pages.length).toBeGreaterThan(1);
    for (const each of pages) expect(each).toMatch(/\b0\s+8\s+16\s+24\s+32\s+40\s+48\s+56\b/);
  });
}

test('what is said of a held field is inside the window at its lower edge', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  const hitmap = await HitmapPage.lockBesideTree(page);
  const field = (await hitmap.member('nrpages').boundingBox())!;
  await page.mouse.move(field.x + field.width / 2, field.y + field.height / 2);
  await page.mouse.down();
  const cost = page.locator('.hitmap-grid .ghost .cost');
  for (const [x, y] of [
    [640, 560],
    [640, 594],
    [980, 594],
  ] as const) {
    await page.mouse.move(x, y, { steps: 8 });
    await expect(cost, `${x}, ${y}`).toHaveCount(1);
    const box = (await cost.boundingBox())!;
    expect(box.y + box.height, `${x}, ${y}`).toBeLessThanOrEqual(600);
    expect(box.x + box.width, `${x}, ${y}`).toBeLessThanOrEqual(1280);
  }
  await expect(page.locator('.hitmap-grid .ghost .name')).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.locator('.hitmap-grid .ghost')).toHaveCount(0);
});
