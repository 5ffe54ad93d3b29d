import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';
import { expect, test } from '../support/journey';

test('the list is made wider by the pointer and by keys, and the next window has it so', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  const edge = page.getByRole('separator', { name: 'Width of the list' });
  const widthPx = async () => Math.round((await hitmap.list.boundingBox())!.width);
  const first = Number(await edge.getAttribute('aria-valuenow'));
  const listPx = await widthPx();

  const box = (await edge.boundingBox())!;
  await page.mouse.move(box.x + 3, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 103, box.y + 210, { steps: 4 });
  await page.mouse.up();
  await expect(edge).toHaveAttribute('aria-valuenow', `${first + 100}`);
  expect(await widthPx()).toBe(listPx + 100);
  // Let go, it stays.
  await page.mouse.move(box.x + 300, box.y + 200);
  expect(await widthPx()).toBe(listPx + 100);

  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', `${first + 84}`);
  await page.keyboard.press('End');
  await expect(edge).toHaveAttribute('aria-valuenow', '800');
  await expectAccessible(page, 'a wide list');
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '784');

  await page.reload();
  await page.goto('/');
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  await expect(edge).toHaveAttribute('aria-valuenow', '784');
  // A window that is too narrow for that much gives it half.
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.keyboard.press('/');
  await expect(edge).toHaveAttribute('aria-valuenow', '500');
  expect((await edge.boundingBox())!.x).toBeLessThan(540);
  await edge.focus();
  await page.keyboard.press('Enter');
  await expect(edge).toHaveAttribute('aria-valuenow', '320');
  await page.setViewportSize({ width: 1600, height: 900 });
  await expect(edge).toHaveAttribute('aria-valuenow', `${first}`);
});

test('the inspector is made wider by its edge, and closes to the names of its places', async ({
  page,
}) => {
  const hitmap = await HitmapPage.lockBesideTree(page);
  const edge = page.getByRole('separator', { name: 'Width of the inspector' });
  const places = hitmap.inspector.getByRole('tab');
  const widthPx = async () => Math.round((await hitmap.inspector.boundingBox())!.width);
  await expect(edge).toHaveAttribute('aria-valuenow', '380');
  const box = (await edge.boundingBox())!;
  await page.mouse.move(box.x + 3, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x - 97, box.y + 310, { steps: 4 });
  await page.mouse.up();
  await expect(edge).toHaveAttribute('aria-valuenow', '480');
  expect(await widthPx()).toBe(480);
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '496');
  await page.keyboard.press('Enter');
  await expect(edge).toHaveAttribute('aria-valuenow', '380');

  // One row of places, whatever the width.
  await page.keyboard.press('Home');
  expect(
    await places.evaluateAll(
      (tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().y)).size,
    ),
  ).toBe(1);
  await expect(places).toHaveText(['Why', 'Change', 'Expect', 'Send']);
  await hitmap.inspector.getByRole('button', { name: 'Close the inspector' }).click();
  await expect(hitmap.inspector).toBeHidden();
  await expectAccessible(page, 'a closed inspector');
  await page.getByRole('button', { name: 'Send: open the inspector' }).click();
  await expect(places.nth(3)).toHaveAttribute('aria-selected', 'true');
  // The part that was asked for is the first in sight.
  await hitmap.command('Inspector: share');
  const panel = hitmap.inspector.getByRole('tabpanel', { name: 'Send' });
  const isTop = async () =>
    (await hitmap.inspector.getByRole('heading', { name: 'Link', exact: true }).boundingBox())!.y -
    (await panel.boundingBox())!.y;
  await expect.poll(isTop).toBeLessThan(40);
  await panel.hover();
  await page.mouse.wheel(0, -2000);
  await expect.poll(isTop).toBeGreaterThan(40);
  await page.keyboard.press('h');
  await expect.poll(isTop).toBeLessThan(40);
});
