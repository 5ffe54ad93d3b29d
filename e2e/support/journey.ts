import { test as base, type BrowserContext, type Page } from '@playwright/test';
import type { HitmapPage } from '../pages/hitmapPage';
import { PatchPage } from '../pages/patchPage';
import { SLOWDOWN } from './slowdown';

export { expect } from '@playwright/test';

/**
 * The `test` of every journey: Playwright's own, whose pages are as slow as `HITMAP_SLOWDOWN` says, those
 * that a journey opens later too. `hitmap` is the page, opened, with nothing in it,
 * and `patch` the same page with what is done about patches.
 */
export const test = base.extend<{ readonly hitmap: HitmapPage; readonly patch: PatchPage }, object>(
  {
    hitmap: async ({ patch }, use) => use(patch),
    patch: async ({ page }, use) => {
      const patch = new PatchPage(page);
      await patch.goto();
      await use(patch);
    },
    browser: [
      async ({ browser }, use) => {
        if (SLOWDOWN > 1) browser.on('context', slowContext);
        await use(browser);
        browser.off('context', slowContext);
      },
      { scope: 'worker' },
    ],
  },
);

const slowContext = (context: BrowserContext) => {
  context.on('page', (page) => {
    // A page that is closed again at once needs no slowing.
    slowPage(page).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  });
};

/**
 * The rate holds for all documents that the page shows. DevTools throttles pages alone ("Operation is only
 * supported for pages, not workers"): what slows workers in `npm run test:slow` is the load beside them.
 */
async function slowPage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}
