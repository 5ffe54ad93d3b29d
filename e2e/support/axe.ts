import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** Fails with each rule of WCAG 2.2 AA and of axe's best practices that the screen breaks, and where. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // Colours in the middle of a fade would be judged as they are.
  await page.waitForTimeout(300);
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
