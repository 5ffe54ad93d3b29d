import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { readFileSync } from 'node:fs';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { btfOf } from '../support/btf';
import { fileOf, findHoleCase, runningKernel, sample, type HoleCase } from '../support/inputs';

/** From our own `shop.c`: 4 bytes after `lock`, which `limit`, the last member, fits. */
const SAMPLE: HoleCase = {
  file: sample('shop.o'),
  struct: 'counter',
  holeAt: 20,
  after: 'lock',
  member: 'limit',
};

test('the sample: a field goes into a hole by the mouse, back by undo, and again by the keyboard', async ({
  page,
}) => {
  const hitmap = await fillTheHole(page, SAMPLE);
  // gcc lays the same order out as 64 bytes: limit at 20, hits still at 24, no hole, no padding.
  await expect(hitmap.figure('Size')).toContainText('64');
  await expect(hitmap.figure('Lines')).toContainText('1');
  expect(await hitmap.offsetOf('hits')).toBe(24);
  expect(await hitmap.offsetOf('tag')).toBe(58);
});

test('the running kernel: the same in a struct of its own', async ({ page }) => {
  const kernel = runningKernel();
  if (kernel === null) {
    console.log('The BTF of the running kernel cannot be read here; the sample stands for it.');
    await fillTheHole(page, { ...SAMPLE, file: sample('shop.btf') });
    return;
  }
  await fillTheHole(page, findHoleCase(kernel));
});

async function fillTheHole(page: Page, what: HoleCase): Promise<HitmapPage> {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(what.file);
  await hitmap.openStruct(what.struct);
  const holes = hitmap.figure('Holes');
  const before = await hitmap.offsetOf(what.member);
  await expect(holes).toContainText('1 hole');

  await test.step('by the mouse', async () => {
    await hitmap.drag(hitmap.member(what.member), hitmap.hole(/^hole/), { drop: false });
    // The rest has flowed, and the figures follow, before the field is let go.
    await expect(holes).toContainText('0 holes');
    // Nothing that the field is carried over lights up.
    await hitmap.inspector.getByRole('tab', { name: 'Share' }).hover();
    await expect(hitmap.inspector.locator(':hover')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(holes).toContainText('1 hole');
    expect(await hitmap.offsetOf(what.member)).toBe(before);

    await hitmap.drag(hitmap.member(what.member), hitmap.hole(/^hole/), { drop: true });
    await expect(holes).toContainText('0 holes');
    expect(await hitmap.offsetOf(what.member)).toBe(what.holeAt);
    await hitmap.inspector.getByRole('tab', { name: /Changes/ }).click();
    const changes = hitmap.inspector.getByRole('list', { name: 'Changes' });
    await expect(changes.getByRole('listitem')).toHaveCount(1);
    await expect(changes).toContainText(what.member);
    await expectAccessible(page, 'an edited struct');
  });

  await test.step('undone and redone', async () => {
    await page.keyboard.press('Control+z');
    await expect(holes).toContainText('1 hole');
    expect(await hitmap.offsetOf(what.member)).toBe(before);
    await page.keyboard.press('Control+Shift+z');
    await expect(holes).toContainText('0 holes');
    await page.keyboard.press('Control+z');
  });

  await test.step('from the keyboard', async () => {
    await hitmap.member(what.member).focus();
    for (let moves = 0; moves < 60; moves++) {
      if ((await hitmap.offsetOf(what.member)) === what.holeAt) break;
      await page.keyboard.press('Alt+ArrowLeft');
    }
    expect(await hitmap.offsetOf(what.member)).toBe(what.holeAt);
    await expect(holes).toContainText('0 holes');
    await expect(hitmap.announcements.filter({ hasText: what.member }).first()).toBeAttached();
    await expect(hitmap.member(what.member)).toBeFocused();
  });
  return hitmap;
}

test('align, pad and reset from a field’s menu', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.openStruct('counter');
  await hitmap.member('hits').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: /hits/ });
  await expect(menu).toBeVisible();
  await expectAccessible(page, 'the menu of a field');
  await menu.getByRole('menuitem', { name: /Align to the cacheline/i }).click();
  // gcc: _Alignas(64) on hits puts it at 64 and makes the struct 128 bytes.
  expect(await hitmap.offsetOf('hits')).toBe(64);
  await expect(hitmap.figure('Size')).toContainText('128');

  await page.keyboard.press('Control+z');
  expect(await hitmap.offsetOf('hits')).toBe(24);
});

test('several fields at once', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.openStruct('counter');
  await hitmap.member('lock').click();
  await hitmap.member('limit').click({ modifiers: ['Control'] });
  await hitmap.drag(hitmap.member('limit'), hitmap.member('link'), { drop: true });
  const [lock, limit] = [await hitmap.offsetOf('lock'), await hitmap.offsetOf('limit')];
  expect(Math.abs(limit - lock)).toBe(4);
  await expect(hitmap.figure('Holes')).toContainText('0 holes');
});

test.describe('by finger', () => {
  test.use({ hasTouch: true, viewport: { width: 1440, height: 560 } });

  test('a tap chooses a field, which a swipe carries; elsewhere it scrolls', async ({ page }) => {
    const hitmap = new HitmapPage(page);
    await hitmap.goto();
    await page.getByRole('button', { name: /Try struct file/ }).tap();
    const height = async () => (await hitmap.member('f_op').boundingBox())!.y;
    const [before, at] = [await hitmap.offsetOf('f_op'), await height()];
    await hitmap.swipe(hitmap.member('f_op'), 0, -60);
    await expect.poll(height).toBeLessThan(at);
    expect(await hitmap.offsetOf('f_op')).toBe(before);

    await hitmap.member('f_mapping').scrollIntoViewIfNeeded();
    await hitmap.member('f_mapping').tap();
    await expect(hitmap.inspector.getByRole('region', { name: 'Field' })).toContainText(
      'f_mapping',
    );
    await hitmap.swipe(hitmap.member('f_mapping'), 160, 0);
    await expect.poll(() => hitmap.offsetOf('f_mapping')).toBe(40);
  });
});

test('the list: fuzzy search, sorting, and types that a struct nests', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.btf'));
  await expect(hitmap.list.getByRole('option')).toHaveCount(4);
  await hitmap.searchBox.fill('cntr');
  await expect(hitmap.list.getByRole('option')).toHaveCount(1);
  await expect(hitmap.list.getByRole('option')).toContainText('counter');
  await hitmap.searchBox.fill('nothing like it');
  await expect(hitmap.list.getByRole('option')).toHaveCount(0);
  await hitmap.searchBox.fill('');
  await page.getByRole('button', { name: /^Sort by size/ }).click();
  await expect(hitmap.list.getByRole('option').first()).toContainText('shop');
  // A list and the stats stand in `counter` and, with that, in `shop`.
  await page.getByRole('button', { name: 'most embedded first' }).click();
  await expect(page.getByRole('button', { name: /^Sort by held/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(hitmap.list.getByRole('option').first()).toContainText('list');
  await expectAccessible(page, 'the list');

  await hitmap.openStruct('shop');
  await hitmap.member('front').focus();
  await page.keyboard.press('Enter');
  await expect(hitmap.member('front.hits')).toBeVisible();
  expect(await hitmap.offsetOf('front.hits')).toBe(72 + 24);
});

test('a file leaves, and takes only its own structs along', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'), sample('shop.btf'));
  await expect(hitmap.files.getByRole('button', { name: /^shop/ })).toHaveCount(2);
  await hitmap.files.getByRole('button', { name: /^shop\.btf/ }).click();
  const about = page.getByRole('dialog', { name: 'About shop.btf' });
  await expect(about).toContainText('raw BTF');
  await expectAccessible(page, 'the details of a file');
  await about.getByRole('button', { name: 'Remove' }).click();
  await expect(hitmap.files.getByRole('button', { name: /^shop/ })).toHaveCount(1);
  await hitmap.openStruct('counter');
});

test('a long read says how far it is, and its cancel leaves the page as it was', async ({
  page,
}) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.openStruct('counter');
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
  expect(await hitmap.offsetOf('limit')).toBe(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a file is pasted, and a name with two layouts is listed once for each', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  const layout = (...names: readonly string[]) => ({
    name: 'twice',
    sizeBytes: names.length * 4,
    members: names.map((name, place) => ({ name, type: 1, at: place * 4 })),
  });
  const path = fileOf('twice.btf', btfOf([layout('a'), layout('a', 'b'), layout('a')]));
  const text = readFileSync(path).toString('base64');
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'twice.btf'));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, text);
  const options = hitmap.list.getByRole('option');
  await expect(options).toHaveCount(2);
  await expect(options.filter({ hasText: '#1' })).toHaveCount(1);
  await expect(options.filter({ hasText: '#2' })).toHaveCount(1);
});
