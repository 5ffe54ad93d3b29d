import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { sample } from '../support/inputs';

interface Stop {
  readonly name: string;
  /** It shows that it has the keyboard, itself or by the frame around it. */
  readonly isSeen: boolean;
  readonly isInGrid: boolean;
}

/** What has the keyboard; null where it has left the page. */
function stopNow(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const isInGrid = element.closest('svg') !== null;
    const frames = [element, element.parentElement].filter((each) => each !== null);
    const isOutlined = frames.some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    });
    const words = element.getAttribute('aria-label') ?? element.textContent;
    return {
      name: `${element.getAttribute('role') ?? element.tagName} ${words.slice(0, 40)}`,
      // In the grid the members draw their own frame, and nothing else may have the keyboard.
      isSeen: isInGrid ? element.getAttribute('role') === 'treeitem' : isOutlined,
      isInGrid,
    };
  });
}

/** From the start of the page until Tab leaves it. */
async function stops(page: Page): Promise<readonly Stop[]> {
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  const all: Stop[] = [];
  for (let tabs = 0; tabs < 120; tabs++) {
    await page.keyboard.press('Tab');
    const stop = await stopNow(page);
    if (stop === null) return all;
    all.push(stop);
  }
  throw new Error('Tab never leaves the page');
}

const unseen = (all: readonly Stop[]) => all.filter(({ isSeen }) => !isSeen);

test('each stop of Tab can be seen, and the grid is one of them', async ({ page, hitmap }) => {
  const empty = await stops(page);
  expect(empty.length).toBeGreaterThan(10);
  expect(unseen(empty)).toEqual([]);

  await hitmap.openFiles(sample('depot.o'), sample('depot-audit.o'));
  await hitmap.openStruct('depot');
  await hitmap.member('queue').click();
  for (const tab of ['Why', 'Change', 'Expect', 'Send']) {
    await test.step(tab, async () => {
      await hitmap.inspector.getByRole('tab', { name: tab }).click();
      const all = await stops(page);
      expect(unseen(all)).toEqual([]);
      expect(all.filter(({ isInGrid }) => isInGrid)).toHaveLength(1);
    });
  }

  await hitmap.command('Compare: before and after');
  expect(unseen(await stops(page))).toEqual([]);
  await page.keyboard.press('/');
  await page.getByRole('button', { name: /What changed between two files/ }).click();
  await expect(page.getByRole('grid', { name: 'Changed structs' })).toBeVisible();
  expect(unseen(await stops(page))).toEqual([]);
});
