import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from './journey';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** Fails with each rule of WCAG 2.2 AA and of axe's best practices that the screen breaks, and where. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await fadesEnd(page);
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => window.axe.run(document, {}));
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      id,
      help,
      target: target.join(' '),
      failureSummary,
    })),
  );
  expect(found, `axe on ${screen}`).toEqual([]);
}

/** Colours in the middle of a fade would be judged as they are. What turns without end is not waited for. */
async function fadesEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const fading = () =>
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
        .filter((each) => each.playState === 'running');
    // What was done last is drawn, and its fades have begun.
    await frame();
    await frame();
    while (fading().length > 0) await Promise.allSettled(fading().map((each) => each.finished));
  });
}
