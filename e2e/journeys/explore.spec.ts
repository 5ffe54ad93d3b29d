import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { readFileSync } from 'node:fs';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { btfOf } from '../support/btf';
import {
  fileOf,
  findHoleCase,
  NO_RUNNING_KERNEL,
  runningKernel,
  sample,
  type HoleCase,
} from '../support/inputs';
import { expectOffsets } from '../support/offsets';

/** From our own `shop.c`: 4 bytes after `lock`, which `limit`, the last member, fits. */
const SAMPLE: HoleCase = {
  file: sample('shop.o'),
  struct: 'counter',
  holeAt: 20,
  before: 'hits',
  member: 'limit',
};

test('the sample: a field goes into a hole by the mouse, back by undo, and again by the keyboard', async ({
  page,
}) => {
  const hitmap = await fillTheHole(page, SAMPLE);
  // By arithmetic on shop.c: 16 (link) + 4 (lock) + 4 (limit) + 8 (hits) + 16 (stats) + 8 (owner) + 2
  // (16 bits) + 6 (tag) is 64, one line of 64; before, the hole and 4 bytes of padding made it 72.
  await expect(hitmap.figure('Size')).toHaveText('64 bytes, was 72');
  await expect(hitmap.figure('Lines')).toHaveText('1 cache line, was 2');
  await expect(hitmap.figure('In holes')).toHaveText('0 bytes in holes, was 4');
  await expect(hitmap.figure('Padding')).toHaveText('0 bytes at the end, was 4');
  await expectOffsets(hitmap, { lock: 16, limit: 20, hits: 24, stats: 32, tag: 58 });
});

test('the running kernel: the same in a struct of its own', async ({ page }) => {
  const kernel = runningKernel();
  test.skip(kernel === null, NO_RUNNING_KERNEL);
  if (kernel !== null) await fillTheHole(page, findHoleCase(kernel));
});

test('raw BTF: the same', async ({ page }) => {
  await fillTheHole(page, { ...SAMPLE, file: sample('shop.btf') });
});

async function fillTheHole(page: Page, what: HoleCase): Promise<HitmapPage> {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(what.file);
  await hitmap.openStruct(what.struct);
  const holes = hitmap.figure('Holes');
  const before = await hitmap.offsetOf(what.member);
  const untouched = async () => {
    await expect(holes).toHaveText('1 hole, as in the original');
    await expectOffsets(hitmap, { [what.member]: before });
  };
  const filled = async () => {
    await expect(holes).toHaveText('0 holes, was 1');
    await expectOffsets(hitmap, { [what.member]: what.holeAt });
  };
  await untouched();

  await test.step('by the mouse', async () => {
    await hitmap.drag(hitmap.member(what.member), hitmap.hole(/^hole/), { drop: false });
    // The rest has flowed, and the figures follow, before the field is let go.
    await expect(holes).toHaveText('0 holes, was 1');
    // Nothing that the field is carried over lights up.
    await hitmap.inspector.getByRole('tab', { name: 'Send' }).hover();
    await expect(hitmap.inspector.locator(':hover')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await untouched();

    await hitmap.drag(hitmap.member(what.member), hitmap.hole(/^hole/), { drop: true });
    await filled();
    await hitmap.inspector.getByRole('tab', { name: 'Change' }).click();
    const changes = hitmap.inspector.getByRole('list', { name: 'Changes' });
    await expect(changes.getByRole('listitem')).toHaveCount(1);
    await expect(
      changes.getByText(`move ${what.member} before ${what.before}`, { exact: true }),
    ).toBeVisible();
    await expectAccessible(page, 'an edited struct');
  });

  await test.step('undone and redone', async () => {
    await page.keyboard.press('Control+z');
    await untouched();
    await page.keyboard.press('Control+Shift+z');
    await filled();
    await page.keyboard.press('Control+z');
    await untouched();
  });

  await test.step('from the keyboard', async () => {
    await hitmap.member(what.member).focus();
    for (let moves = 0; moves < 60; moves++) {
      if ((await hitmap.offsetOf(what.member)) === what.holeAt) break;
      await page.keyboard.press('Alt+ArrowLeft');
    }
    await filled();
    await expect(hitmap.announcements.filter({ hasText: what.member }).first()).toBeAttached();
    await expect(hitmap.member(what.member)).toBeFocused();
  });
  return hitmap;
}

test('align, pad and reset from a field’s menu', async ({ page, hitmap }) => {
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  await hitmap.member('hits').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: /hits/ });
  await expect(menu).toBeVisible();
  await expectAccessible(page, 'the menu of a field');
  await menu.getByRole('menuitem', { name: /Align to a cache line/i }).click();
  // gcc: _Alignas(64) on hits puts it at 64 and makes the struct 128 bytes.
  await expectOffsets(hitmap, { hits: 64 });
  await expect(hitmap.figure('Size')).toHaveText('128 bytes, was 72');

  await test.step('padded', async () => {
    await hitmap.member('hits').click({ button: 'right' });
    // At most twelve at first; the rest is behind the last of them.
    expect(await menu.getByRole('menuitem').count()).toBeLessThanOrEqual(12);
    await menu.getByRole('menuitem', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Pad 8 bytes before/ }).click();
    // What is aligned to 64 stays there: of the 44 bytes before it 8 are a member now.
    await expectOffsets(hitmap, { hits: 64 });
    await expect(hitmap.figure('In holes')).toHaveText('36 bytes in holes, was 4');
  });

  await test.step('reset', async () => {
    await hitmap.member('hits').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: /^Reset to the original/ }).click();
    await expectOffsets(hitmap, { hits: 24 });
    await expect(hitmap.figure('Size')).toHaveText('72 bytes, as in the original');
  });
});

test('several fields at once', async ({ hitmap }) => {
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  await hitmap.member('lock').click();
  await hitmap.member('limit').click({ modifiers: ['Control'] });
  await hitmap.drag(hitmap.member('limit'), hitmap.member('link'), { drop: true, where: 'before' });
  // In their order before all others, two of 4 bytes; all else is 8 aligned, so that no hole is left.
  await expectOffsets(hitmap, { lock: 0, limit: 4, link: 8 });
  await expect(hitmap.figure('Size')).toHaveText('64 bytes, was 72');
  await expect(hitmap.figure('Holes')).toHaveText('0 holes, was 1');
});

test.describe('by finger', () => {
  test.skip(
    ({ browserName }) => browserName !== 'chromium',
    'only Chromium takes fingers by its protocol',
  );
  test.use({ hasTouch: true, viewport: { width: 1440, height: 360 } });

  test('a tap chooses a field, which a swipe carries; elsewhere it scrolls', async ({
    page,
    hitmap,
  }) => {
    await page.getByRole('button', { name: /Try struct file/ }).tap();
    const height = async () => (await hitmap.member('f_op').boundingBox())!.y;
    const [before, at] = [await hitmap.offsetOf('f_op'), await height()];
    await hitmap.swipe(hitmap.member('f_op'), 0, -60);
    await expect.poll(height).toBeLessThan(at);
    await expectOffsets(hitmap, { f_op: before });

    await hitmap.member('f_mapping').scrollIntoViewIfNeeded();
    await hitmap.member('f_mapping').tap();
    await expect(hitmap.inspector.getByRole('region', { name: 'Field' })).toContainText(
      'f_mapping',
    );
    // By two pointers, however wide a byte is.
    const { width } = (await hitmap.member('f_mapping').boundingBox())!;
    await hitmap.swipe(hitmap.member('f_mapping'), 2 * width, 0);
    await expectOffsets(hitmap, { f_mapping: 40 });
  });
});

test('the list: fuzzy search, sorting, and types that a struct nests', async ({ page, hitmap }) => {
  await hitmap.openFiles(sample('shop.btf'));
  await expect(hitmap.list.getByRole('option')).toHaveCount(4);
  await hitmap.searchBox.fill('cntr');
  await expect(hitmap.list.getByRole('option')).toHaveCount(1);
  // Name, size, lines, bytes in holes, padding, as gcc lays shop.c out.
  await expect(hitmap.columns(hitmap.row('counter'))).toHaveText(['counter', '72', '2', '4', '4']);
  await hitmap.searchBox.fill('nothing like it');
  await expect(hitmap.list.getByRole('option')).toHaveCount(0);
  await hitmap.searchBox.fill('');
  await page.getByRole('button', { name: /^Sort by size/ }).click();
  const first = hitmap.columns(hitmap.list.getByRole('option').first());
  await expect(first.nth(0)).toHaveText('shop');
  // gcc: 64 to `visitors`, 8 for it, two counters of 72, a pointer and the length: 228, and 64-aligned.
  await expect(first.nth(1)).toHaveText('256');
  // A list and the stats stand in `counter` and, with that, in `shop`.
  await page.getByRole('combobox', { name: 'Sort the list' }).selectOption('sort by containers');
  await expect(page.getByRole('button', { name: /^Sort by held/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(first.nth(0)).toHaveText('list');
  await expect(first.nth(2)).toHaveText('2');
  await expectAccessible(page, 'the list');

  await hitmap.openStruct('shop');
  await hitmap.member('front').focus();
  await page.keyboard.press('Enter');
  await expect(hitmap.member('front.hits')).toBeVisible();
  // `visitors` is at 64 and 8 bytes long; `hits` is at 24 of its counter.
  await expectOffsets(hitmap, { 'front.hits': 72 + 24 });
});

test('a file leaves, and takes only its own structs along', async ({ page, hitmap }) => {
  await hitmap.openFiles(sample('shop.o'), sample('shop.btf'));
  await expect(hitmap.files.getByRole('button', { name: /^shop/ })).toHaveCount(2);
  await hitmap.files.getByRole('button', { name: /^shop\.btf/ }).click();
  const about = page.getByRole('dialog', { name: 'About shop.btf' });
  await expect(about).toContainText('raw BTF');
  await expectAccessible(page, 'the details of a file');
  await about.getByRole('button', { name: 'Remove' }).click();
  await expect(hitmap.files.getByRole('button', { name: /^shop/ })).toHaveCount(1);
  // Those of the other file are still there.
  await expect(hitmap.list.getByRole('option')).toHaveCount(4);
  await hitmap.openStruct('counter');
  await expectOffsets(hitmap, { hits: 24 });
});

test('a long read says how far it is, and its cancel leaves the page as it was', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  await hitmap.member('limit').focus();
  await hitmap.command('Move to the start');
  const many = Array.from({ length: 1_500_000 }, (_, place) => ({
    name: `struct_of_many_${place}`,
    sizeBytes: 4,
    members: [{ name: 'm', type: 1, at: 0 }],
  }));
  await hitmap.openFiles(fileOf('many.btf', btfOf(many)));
  const reading = hitmap.files.getByRole('group', { name: 'Reading many.btf' });
  await expect(reading.getByRole('progressbar')).toBeVisible();
  await reading.getByRole('button', { name: 'Cancel reading many.btf' }).click();
  await expect(hitmap.files.getByText('many.btf')).toHaveCount(0);
  await expect(hitmap.files.getByRole('button', { name: /^shop\.o/ })).toBeVisible();
  await expect(hitmap.title('counter')).toBeVisible();
  await expectOffsets(hitmap, { limit: 0 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a pointer leads to its struct, whichever types a file has', async ({ hitmap }) => {
  await hitmap.openStructOf(sample('mapping.o'), 'vm_area_struct');
  const leads = hitmap.inspector.getByRole('button', { name: /^Open (struct|union) / });
  await hitmap.member('vm_file').click();
  await expect(leads).toHaveText('struct inode');
  await hitmap.member('vm_start').click();
  await expect(leads).toHaveCount(0);
  await hitmap.member('anon_vma').click();
  await leads.click();
  await expect(hitmap.title('anon_vma')).toBeVisible();
  await expect(hitmap.member('root')).toBeVisible();
});

test('a file is pasted, and a name with two layouts is listed once for each', async ({
  page,
  hitmap,
}) => {
  const layout = (...names: readonly string[]) => ({
    name: 'twice',
    sizeBytes: names.length * 4,
    members: names.map((name, place) => ({ name, type: 1, at: place * 4 })),
  });
  const path = fileOf('twice.btf', btfOf([layout('a'), layout('a', 'b'), layout('a')]));
  const text = readFileSync(path).toString('base64');
  // Synthetic: a page can put no file on the clipboard.
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'twice.btf'));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, text);
  const options = hitmap.list.getByRole('option');
  await expect(options).toHaveCount(2);
  // One of one int and one of two; the third is the first once more.
  const columns = await options.evaluateAll((rows) =>
    rows.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent)),
  );
  expect(columns.sort()).toEqual([
    ['twice#1', '4'],
    ['twice#2', '8'],
  ]);
});
