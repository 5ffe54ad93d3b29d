import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { ADDRESS_SPACE_LINE, paretoText } from '../support/c2cReport';
import { sample } from '../support/inputs';

/** Nothing but tools, figures and ticks may stand above the first line, whatever is loaded. */
const MOST_ABOVE_PX = 128;
/** Of the window, with the list and the inspector open. */
const LEAST_SHARE = 0.55;

/** Fails where the first line of the grid is too low, or the grid too small, in a window of 1440 by 900. */
async function expectRoom(page: Page, state: string): Promise<void> {
  const first = await page.locator('.hitmap-grid .frame rect').first().boundingBox();
  expect(first?.y, `${state}: above the first line`).toBeLessThanOrEqual(MOST_ABOVE_PX);
  // The line under the grid is drawn a moment after it.
  await expect(async () => {
    const grid = await page.locator('[class*=_grid_]:has(> .hitmap-grid)').boundingBox();
    const { width = 0, height = 0 } = grid ?? {};
    // With the line under it, which is drawn on its columns and ends where the grid would.
    const line = page.getByRole('main').getByRole('region', { name: /^Line \d+$/ });
    const below = (await line.count()) === 0 ? 0 : ((await line.boundingBox())?.height ?? 0);
    const share = (width * (height + below)) / (1440 * 900);
    expect(share, `${state}: the drawing’s share`).toBeGreaterThanOrEqual(LEAST_SHARE);
    expect(height, `${state}: the grid’s height`).toBeGreaterThanOrEqual(300);
  }).toPass({ timeout: 10_000 });
}

test('the grid keeps its room with a study, notes, the words of a link, a report and several files', async ({
  page,
}) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  await expectRoom(page, 'a study');
  await hitmap.member('nrpages').click();
  await page.keyboard.press('Alt+End');
  await page.keyboard.press('m');
  await page.keyboard.type('Read by each fault. '.repeat(20));
  await page.keyboard.press('Control+Enter');
  await expectRoom(page, 'a study with changes and notes');
  await hitmap.command('Inspector: share');
  await page.getByLabel('What it is about').fill('The lock has a line of its own now. '.repeat(20));
  const link = await hitmap.copyLink();
  await page.goto('about:blank');
  await page.goto(new URL(link, test.info().project.use.baseURL).href);
  await expect(page.getByText('The lock has a line of its own now.').first()).toBeVisible();
  await hitmap.showEdited();
  // The draft of before is told until it is dismissed.
  const drafts = page.getByRole('button', { name: 'Dismiss the message about Drafts' });
  await expect(drafts).toBeInViewport();
  await expectRoom(page, 'a link with a message, and one of the page');
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await hitmap.drop(name, 'nothing known');
  await expect(page.getByText('three.txt')).toBeInViewport();
  await expectRoom(page, 'several messages');
  await expectAccessible(page, 'several messages beside the grid');
  await drafts.click();

  await page.goto('about:blank');
  await hitmap.goto();
  await hitmap.drop('c2c.txt', paretoText([ADDRESS_SPACE_LINE]));
  await hitmap.openFiles(sample('mapping.o'));
  await page.getByRole('button', { name: 'Dismiss the message about Drafts' }).click();
  await page.getByRole('button', { name: /^Bind to address_space / }).click();
  await expect(hitmap.title('address_space')).toBeVisible();
  await expectRoom(page, 'a bound report');
  await hitmap.openFiles(sample('shop.o'), sample('depot.o'), sample('depot-arm.o'));
  await expect(page.getByRole('button', { name: /^5 files/ })).toBeVisible();
  await expectRoom(page, 'five files');
});

test('that a struct has more members than are drawn is said at the foot of the grid, and takes no room of it', async ({
  page,
  hitmap,
}) => {
  const members = Array.from({ length: 20_100 }, (_, place) => `int m${place};`);
  await hitmap.drop('big.c', `struct big { ${members.join(' ')} };`);
  const notice = page.getByRole('note').filter({ hasText: 'more members are not drawn' });
  await expect(notice).toBeInViewport();
  await expectRoom(page, 'a notice');
  await hitmap.drop('empty.txt', 'nothing that is known');
  await expect(page.getByText('empty.txt')).toBeInViewport();
  await expectRoom(page, 'a notice and a message');
  await expectAccessible(page, 'a notice over the foot of the grid');
  // What has the keyboard is never under it.
  await hitmap.member('m0').focus();
  await page.keyboard.press('Control+End');
  const last = (await page.locator('.hitmap-grid :focus').boundingBox())!;
  const over = (await notice.boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(over.y);
});

test('the grid is the page: little above it, panels that close to icons, and no jump at a change', async ({
  page,
}) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  const above = async () =>
    (await page.locator('.hitmap-grid .frame rect').first().boundingBox())?.y;

  // An edit adds words to the tools and figures, and moves no line.
  const before = await above();
  await hitmap.member('nrpages').click();
  await page.keyboard.press('Alt+End');
  await expect(page.getByRole('toolbar').getByText('1 change')).toBeVisible();
  expect(await above()).toBe(before);

  await page.setViewportSize({ width: 1440, height: 700 });
  await hitmap.command('Inspector on or off');
  await expect(hitmap.inspector).toBeHidden();
  const rail = page.getByRole('navigation', { name: 'Inspector, closed' });
  await expectAccessible(page, 'closed panels');
  // It stays closed in the next window, and opens at what is pressed.
  await page.reload();
  await page.goto('/');
  await page.getByRole('button', { name: /A lock beside the tree/ }).click();
  await expect(rail).toBeVisible();
  await rail.getByRole('button', { name: 'Expect: open the inspector' }).click();
  await expect(hitmap.inspector.getByRole('tab', { name: 'Expect' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

for (const { width, height } of [
  { width: 1280, height: 600 },
  { width: 900, height: 900 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]) {
  test(`nothing vanishes at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const hitmap = await HitmapPage.lockBesideTree(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    // Of each figure all is on the screen, by a swipe of the strip at most, and the page never scrolls sideways.
    const cut = await page.locator('[aria-label^=Figures] > div').evaluateAll((figures) =>
      figures
        .filter((figure) => {
          const edge = (inline: 'start' | 'end') => {
            figure.scrollIntoView({ inline });
            return figure.getBoundingClientRect();
          };
          const { left, height } = edge('start');
          return height < 12 || left < 0 || edge('end').right > window.innerWidth;
        })
        .map((figure) => figure.textContent),
    );
    expect(cut).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true);
    // The field that the step speaks of is in sight, however little of the grid is.
    await expect(hitmap.member('i_mmap')).toBeInViewport();
    await expectAccessible(page, `${width} by ${height}`);
    const next = page.getByRole('button', { name: 'Next' });
    const place = await next.boundingBox();
    await page.keyboard.press('v');
    await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();
    expect(await next.boundingBox(), 'beside a comparison').toEqual(place);
  });
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 1280, height: 600 },
  { width: 1100, height: 800 },
  { width: 900, height: 900 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
]) {
  test(`nothing that comes or goes moves the grid at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const place = async () => {
      // Of what the grid scrolls in: a study scrolls to the field that it speaks of.
      const port = page.locator('[class*=_grid_]:has(> .hitmap-grid)');
      const { x, y } = (await port.boundingBox())!;
      return { x, y };
    };
    // One study has heat, notes and a finding, the other none of them.
    const hitmap = await HitmapPage.lockBesideTree(page);
    const withHeat = await place();
    await page.goto('about:blank');
    await HitmapPage.withStudy(page, /struct file of v6\.14/);
    await expect(hitmap.member('f_ref')).toBeVisible();
    const before = await place();
    expect(before, 'without heat').toEqual(withHeat);
    await hitmap.member('f_ref').click();
    await page.keyboard.press('Alt+End');
    await expect(page.getByRole('toolbar').getByText('1 change')).toBeVisible();
    expect(await place(), 'an edit').toEqual(before);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('f_');
    expect(await place(), 'find').toEqual(before);
    // Not even over the first line.
    const box = await page.getByRole('search', { name: 'Find in this layout' }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(before.y);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await hitmap.drop('empty.txt', 'nothing that is known');
    await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible();
    expect(await place(), 'a message').toEqual(before);
    await hitmap.openFiles(sample('depot.o'));
    await expect(hitmap.files.getByText('depot.o')).toBeAttached();
    expect(await place(), 'a file').toEqual(before);
    if (width < 1400) {
      // The list lies over the grid, and goes when it has been used.
      await page.keyboard.press('/');
      await expect(hitmap.searchBox).toBeFocused();
      expect(await place(), 'the list').toEqual(before);
      await expectAccessible(page, 'the list over the grid');
      await page.keyboard.press('Escape');
      await expect(hitmap.searchBox).toBeHidden();
      await page.keyboard.press('/');
      await hitmap.openStruct('depot');
      await expect(hitmap.searchBox).toBeHidden();
      expect(await place(), 'another struct').toEqual(before);
    }
  });
}

test('only bytes that were touched are hot', async ({ page }) => {
  await HitmapPage.lockBesideTree(page);
  // The report has rows at rb_leftmost, at the count and at the owner of the lock, and nowhere else.
  const hot = await page
    .locator('.hitmap-grid .cell.measured [data-path]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-path') ?? ''));
  const leaves = hot.filter((path) => !hot.some((other) => other.startsWith(`${path}.`)));
  expect([...new Set(leaves)].sort()).toEqual([
    'i_mmap.rb_leftmost',
    'i_mmap_rwsem.count',
    'i_mmap_rwsem.owner',
  ]);
});

test('after an edit the fill is that of the layout in view', async ({ page }) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  const cell = (path: string) =>
    page
      .locator(
        `.hitmap-grid .cell:has(> [data-path="${path}"]), .hitmap-grid .cell[data-path="${path}"]`,
      )
      .first();
  await expect(cell('i_mmap.rb_leftmost')).toHaveClass(/\bmeasured heat-4\b/);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  // The tree is apart from its lock now: the report of the patched kernel has no row of it.
  await expect(cell('i_mmap.rb_leftmost')).not.toHaveClass(/\bheat-/);
  await expect(cell('i_mmap_rwsem.owner')).toHaveClass(/\bpredicted heat-5\b/);
  await expect(hitmap.member('i_mmap.rb_leftmost')).toHaveAttribute(
    'aria-label',
    /≈ 0 predicted for this layout, measured on another: 2,687 HITM/,
  );
});

test('in a wide window the line under the layout leaves it whole, has its columns, says what was cut, and is saved', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const hitmap = await HitmapPage.lockBesideTree(page);
  const dock = page.getByRole('region', { name: 'Line 2', exact: true });
  // As posted: 26.39 % of 9,012 stores and 6.35 % of 63 by down_write; 53 % of the stores are in no row.
  await expect(
    dock.getByRole('img', { name: /^down_write stores to i_mmap_rwsem\.count, 2,382;/ }),
  ).toBeVisible();
  await expect(
    dock.getByText(/53 % of its stores and 18 % of its HITM are in no row/),
  ).toBeVisible();
  const grid = page.locator('.hitmap-grid');
  await expect(hitmap.member('private_data')).toBeInViewport();
  const cutPx = await grid.evaluate((tree) => {
    const scroller = tree.parentElement!;
    return scroller.scrollHeight - scroller.clientHeight;
  });
  expect(cutPx).toBe(0);
  const hottest = '[class*=heat-5]';
  const above = (await grid.locator(`.cell${hottest}`).boundingBox())!;
  const below = (await dock.locator(`rect${hottest}`).boundingBox())!;
  expect(Math.abs(above.x - below.x)).toBeLessThan(2);
  expect(Math.abs(above.width - below.width)).toBeLessThan(4);
  const download = page.waitForEvent('download');
  await dock.getByRole('button', { name: 'Save line 2 as SVG' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('address_space-line-2.svg');
  const file = test.info().outputPath('line.svg');
  await saved.saveAs(file);
  const viewer = await page.context().newPage();
  await viewer.goto(pathToFileURL(file).href);
  await expect(viewer.getByText('rwsem_spin_on_owner', { exact: true })).toBeVisible();
  await expect(viewer.getByText(/53 % of its stores/)).toBeVisible();
  await viewer.close();
});

test('in a small window the line that its picture explains is in sight above it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 700 });
  const hitmap = await HitmapPage.lockBesideTree(page);
  await expect(page.getByRole('region', { name: 'Line 2', exact: true })).toContainText(
    'stored by',
  );
  await expect(hitmap.member('i_mmap_rwsem.owner')).toBeInViewport();
  // Who looks elsewhere is not taken back.
  await hitmap.member('i_mmap_rwsem.owner').hover();
  await page.mouse.wheel(0, -2000);
  await expect(hitmap.member('host')).toBeInViewport();
  await page.setViewportSize({ width: 900, height: 720 });
  await expect(hitmap.member('host')).toBeInViewport();
});

test('at 200 % zoom the drawing keeps half of the window, and with forced colours heat its own', async ({
  page,
  hitmap,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.emulateMedia({ forcedColors: 'active' });
  await HitmapPage.lockBesideTree(page);
  const drawing = page.locator('.hitmap-grid').locator('xpath=..');
  expect((await drawing.boundingBox())!.height).toBeGreaterThanOrEqual(225);
  const fillOf = (cell: string) =>
    page
      .locator(`.hitmap-grid ${cell} .fill`)
      .first()
      .evaluate((shape) => getComputedStyle(shape).fill);
  expect(await fillOf('.cell[class*=heat-5]')).not.toBe(await fillOf('.cell:not([class*=heat-])'));
  await expectAccessible(page, 'forced colours');
  // The smallest struct that there is, pasted over an empty page.
  await hitmap.command('Close this struct');
  await hitmap.paste('struct one { char c; };');
  await expect(hitmap.title('one')).toBeVisible();
  await expect(hitmap.figure('Size')).toContainText('1 byte');
  await expect(hitmap.member('c')).toBeVisible();
});

test('a long struct has an overview to go by, folds what is closed, and keeps the bytes of a line in sight', async ({
  page,
  hitmap,
}) => {
  const many = Array.from({ length: 300 }, (_, at) => `\tlong f${at};`).join('\n');
  await hitmap.paste(`struct in { long x[30]; long y; long z; };
struct big {
\tlong first[8];
\tstruct in in;
${many}
};
`);
  await hitmap.openStruct('big');
  const overview = page.locator('[class*=_overview_]');
  const byte56 = page.locator('.hitmap-ruler').getByText('56', { exact: true });
  const y = (await byte56.boundingBox())!.y;
  const box = (await overview.boundingBox())!;
  await expect(hitmap.member('f150')).toBeHidden();
  await page.mouse.click(box.x + 10, box.y + box.height / 2);
  await expect(hitmap.member('f150')).toBeInViewport();
  // A drag in it goes along.
  await page.mouse.down();
  await page.mouse.move(box.x + 10, box.y + box.height - 2, { steps: 4 });
  await page.mouse.up();
  await expect(hitmap.member('f299')).toBeInViewport();
  expect((await byte56.boundingBox())!.y).toBe(y);
  await page.mouse.move(box.x + 10, box.y + 40);
  await page.mouse.wheel(0, -20_000);
  // 256 bytes on lines 1 to 4: the first of them and a fold, which a press opens.
  await expect(hitmap.member('f0')).toBeInViewport();
  await page.getByText('3 more lines of in · 192 bytes').click({ force: true });
  await expect(hitmap.member('in.y')).toBeVisible();
  await expect(page.getByText('3 more lines of in')).toHaveCount(0);
  await expectAccessible(page, 'a long struct');
  // One that fits has none.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(overview).toBeHidden();
});

test('compare shows each line whole on both sides, and only those that differ', async ({
  page,
}) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await hitmap.command('Compare: before and after');
  const line = page.getByRole('group', { name: 'Line 2' });
  // Before, the object begins 48 bytes into its line; after, aligned, at the start of one.
  await expect(line.getByRole('img', { name: /^Before, line 2: .*i_mmap_rwsem/ })).toBeVisible();
  await expect(line.getByRole('img', { name: /^After, line 2: .*i_mmap_rwsem/ })).toBeVisible();
  // What left the line between the two, and where it went.
  await expect(
    line.getByRole('img', { name: /\bi_mmap\S*rb_leftmost leaves for line 1\b/ }),
  ).toBeVisible();
  // What is predicted stands over it, and heat that was not measured on a side is said to be carried.
  await expect(hitmap.figure('Predicted HITM')).toContainText('was 33,034 measured');
  await expect(page.getByText('Heat with a dashed bar below it is predicted')).toBeVisible();
  // Each side has its own: what was measured before, what is expected after, with the marks of who reads and writes.
  const texts = line.locator('svg[role=img]');
  // Of the whole line, of which the posted table lists 82 %: the figures strip says 33,034, and so has the line.
  await expect(texts.first()).toContainText('33.0K');
  await expect(texts.first()).not.toContainText('≈');
  await expect(texts.first().locator('[class*=sign-]')).not.toHaveCount(0);
  await expect(texts.last()).toContainText('≈ ');
  await expect(texts.last().locator('[class*=heat-5]')).not.toHaveCount(0);
  const changes = page.getByRole('region', { name: 'What changed' });
  await expect(changes.getByRole('row', { name: /^i_mmap\b.*1–2 → 1/ })).toBeVisible();
  await expect(changes.getByRole('row', { name: /^nrpages\b/ })).toHaveCount(0);
  await changes.getByRole('button', { name: /^Show \d+ other fields/ }).click();
  await expect(changes.getByRole('row', { name: /^nrpages\b/ })).toBeVisible();
  await expectAccessible(page, 'compare line by line');
  // Where the tree and its lock are on two lines, the half of the tree that nobody touched is no change.
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('2 lines that are alike in all are left out.')).toBeVisible();
  await expect(line.locator('svg[role=img]').first()).toContainText('33.0K');
});

test('a field copies as its declaration, and all of a layout prints', async ({ page, hitmap }) => {
  await hitmap.openStructOf(sample('depot.o'), 'depot');
  await hitmap.member('queue').click();
  await page.keyboard.press('Control+c');
  await expect(hitmap.announcements.filter({ hasText: '1 declaration copied' })).toHaveCount(1);
  const at = await hitmap.offsetOf('queue');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`\\bqueue;? +/\\*\\s+${at}\\b`));
  await expectAccessible(page, 'a field that was copied');

  // What is only on the screen is not on paper, and every line is, whole.
  const ask = page.getByText('No heat: drop or paste');
  await expect(ask).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const lines = page.locator('[class*=printed] svg[viewBox]');
  await expect(lines.first()).toBeVisible();
  // The bytes stand above the lines, close below the figures: no room is kept for the grid of the screen.
  await expect(lines.first().getByText('56', { exact: true }).first()).toBeVisible();
  const figures = await page.locator('[class*=_strip_]').first().boundingBox();
  const ruler = await lines.first().boundingBox();
  expect((ruler?.y ?? 0) - ((figures?.y ?? 0) + (figures?.height ?? 0))).toBeLessThan(24);
  const boxes = await lines.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().right <= window.innerWidth),
  );
  expect(boxes).not.toContain(false);
  await expect(page.locator('.hitmap-grid')).toBeHidden();
  // Paper says of which file it is; what asks for something is of the screen alone.
  await expect(page.getByText(/^depot\.o · (build-id [0-9a-f]{12} · )?as it is$/)).toBeVisible();
  await expect(ask).toBeHidden();
});

/** The names in the list of at most so many letters that are not whole. */
async function cutNames(hitmap: HitmapPage, mostLetters: number): Promise<readonly string[]> {
  const names = hitmap.list.getByRole('option').locator('> [title]:first-child');
  await expect(names.first()).toBeVisible();
  const cut = await names.evaluateAll((all) =>
    all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent ?? ''),
  );
  return cut.filter((name) => name.length <= mostLetters);
}

test('on paper the figures and the scale of the colours stand above the layout', async ({
  page,
}) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const lines = page.locator('[class*=printed] svg[viewBox]');
  await expect(lines.first()).toBeVisible();
  const ruler = await lines.first().boundingBox();
  // Of the two reports of the study it is named which one is drawn: a choice is none on paper.
  const report = hitmap.page.locator('span', { hasText: /^address_space before$/ });
  await expect(hitmap.page.getByRole('combobox', { name: 'Profile' })).toBeHidden();
  for (const shown of [
    hitmap.figures.getByText('Size').first(),
    page.getByTitle(/^Fill: /),
    report,
  ]) {
    const box = await shown.boundingBox();
    expect(box?.height).toBeGreaterThan(10);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(ruler?.y ?? 0);
  }
});

test('names of the list are cut last: whole with three files and the inspector open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'), sample('mapping.o'), sample('depot.o'));
  await hitmap.openStruct('address_space');
  await hitmap.searchBox.fill('');
  await expect(hitmap.inspector).toBeVisible();
  expect(await cutNames(hitmap, 20)).toEqual([]);
});

test('beside the heat of a report the list has room for names, and the mark for its words', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('mapping.o'));
  await hitmap.drop('c2c.txt', paretoText([ADDRESS_SPACE_LINE]));
  await page.getByRole('button', { name: /^Bind to address_space / }).click();
  await expect(hitmap.title('address_space')).toBeVisible();
  await expect(hitmap.inspector).toBeVisible();
  const mark = hitmap.row('address_space').getByTitle(/% of the HITM/);
  await expect(mark).toBeVisible();
  expect(await cutNames(hitmap, 15)).toEqual([]);
  expect(await mark.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  await expectAccessible(page, 'the list with heat');
});

test('in a narrow window what is shown is not under the panel that shows it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const hitmap = await HitmapPage.lockBesideTree(page);
  await hitmap.command('Inspector on or off');
  await hitmap.inspector.getByRole('tab', { name: 'Why' }).click();
  await hitmap.inspector
    .getByRole('button', { name: /^Show: / })
    .first()
    .click();
  await expect(hitmap.inspector).toBeHidden();
  await expect(hitmap.member('i_mmap_rwsem')).toBeInViewport();
  // All that can be done is a press away there, too.
  await page.getByRole('button', { name: 'Commands' }).click();
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await expectAccessible(page, 'the palette at 390');
});
