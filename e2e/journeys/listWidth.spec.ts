import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { sample } from '../support/inputs';
import { expect, test } from '../support/journey';

test('the list is made wider by the pointer and by keys, and the next window has it so', async ({
  page,
}) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.openStruct('counter');
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
  await expect(edge).toHaveAttribute('aria-valuenow', '720');
  await expectAccessible(page, 'a wide list');
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '704');

  await page.reload();
  await page.goto('/');
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.openStruct('counter');
  await expect(edge).toHaveAttribute('aria-valuenow', '704');
  // A window that is too narrow for that much gives it half.
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.keyboard.press('/');
  await expect(edge).toHaveAttribute('aria-valuenow', '500');
  expect((await edge.boundingBox())!.x).toBeLessThan(540);
  await edge.focus();
  await page.keyboard.press('Enter');
  await expect(edge).toHaveAttribute('aria-valuenow', '320');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(edge).toHaveAttribute('aria-valuenow', `${first}`);
});
